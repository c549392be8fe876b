package org.evenkeel.cli;

import picocli.CommandLine.Mixin;

/** A command that prints text, or JSON with {@code --json}. */
public abstract class OutputCommand extends BaseCommand {
    @Mixin protected final Output output = new Output();
}
