package org.evenkeel.cli;

/** A command that does nothing without one of its subcommands. */
public abstract class GroupCommand extends BaseCommand {
    @Override
    public final Integer call() {
        throw invalid("choose one of: " + String.join(", ", spec.subcommands().keySet()));
    }
}
