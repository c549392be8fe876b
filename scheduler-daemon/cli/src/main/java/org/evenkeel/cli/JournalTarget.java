package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.cli.journal.NodeJournal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which journals a command is about. */
final class JournalTarget {
    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Option(
            names = "--node",
            paramLabel = "NODE",
            description = "Only the journal of this node (default: all nodes on this machine).")
    private @Nullable String node;

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            description = "A journal's directory, or a node's; instead of --node and --cluster.")
    private @Nullable Path directory;

    /** At least one. */
    List<NodeJournal> journals() throws IOException, CommandFailure {
        if (directory != null) {
            NodeJournal journal = NodeJournal.in(directory);
            if (!journal.isThere()) {
                throw new CommandFailure(ExitCode.NOTHING, "there is no directory " + directory);
            }
            return List.of(journal);
        }
        List<NodeJournal> all =
                NodeJournal.ofCluster(cluster.directory()).stream()
                        .filter(journal -> node == null || journal.name().equals(node))
                        .toList();
        if (all.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.NOTHING,
                    (node == null ? "no node" : "node " + node)
                            + " of "
                            + cluster.title()
                            + " has a journal on this machine");
        }
        return all;
    }
}
