package org.evenkeel.cli;

import picocli.CommandLine.Mixin;

/** A command about a cluster that prints text, or JSON with {@code --json}. */
public abstract class ClusterOutputCommand extends OutputCommand {
    @Mixin protected final ClusterOption cluster = new ClusterOption();
}
