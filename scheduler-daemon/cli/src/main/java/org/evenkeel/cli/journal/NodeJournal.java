package org.evenkeel.cli.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.cli.query.LocalNodes;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.daemon.journal.FileStorage;
import org.evenkeel.kernel.journal.Inspection;
import org.evenkeel.kernel.journal.JournalSettings;

/**
 * A journal on this machine.
 *
 * @param name of its node, or its path
 * @param directory with the journal's files
 */
public record NodeJournal(String name, Path directory) {

    private static final String JOURNAL = "journal";
    private static final int ATTEMPTS = 5;

    /** The journals of all nodes of a cluster on this machine, by name. */
    public static List<NodeJournal> ofCluster(Path cluster) throws IOException {
        List<NodeJournal> journals = new ArrayList<>();
        Path nodes = cluster.resolve("nodes");
        if (!Files.isDirectory(nodes)) {
            return journals;
        }
        try (Stream<Path> all = Files.list(nodes)) {
            all.sorted()
                    .map(node -> new NodeJournal(nameOf(node), node.resolve(JOURNAL)))
                    .filter(NodeJournal::isThere)
                    .forEach(journals::add);
        }
        return journals;
    }

    /** The journal in this directory, or in the one of this node. */
    public static NodeJournal in(Path directory) {
        Path inside = directory.resolve(JOURNAL);
        return new NodeJournal(
                directory.toString(), Files.isDirectory(inside) ? inside : directory);
    }

    private static String nameOf(Path path) {
        return String.valueOf(path.getFileName());
    }

    public boolean isThere() {
        return Files.isDirectory(directory);
    }

    /** Where the node's blobs are. */
    public Path blobs() {
        return directory.toAbsolutePath().resolveSibling("blobs");
    }

    /** Whether a daemon writes it now. */
    public boolean isWritten() {
        try {
            Path note = directory.toAbsolutePath().resolveSibling(DaemonFile.NAME);
            return LocalNodes.process(DaemonFile.read(note)).isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Reads it. Beside a daemon once more, when what was read does not fit together: a segment went
     * meanwhile, or one was begun.
     *
     * @param visitor sees the entries of the last attempt, perhaps after those of earlier ones that
     *     {@code again} announces the end of
     */
    public Inspection inspect(Inspection.Visitor visitor, Runnable again) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try (FileStorage storage = FileStorage.readOnly(directory)) {
                Inspection inspection = Inspection.of(storage, JournalSettings.DEFAULT, visitor);
                if (!inspection.isDamaged() || !isWritten() || attempt == ATTEMPTS) {
                    return inspection;
                }
            } catch (NoSuchFileException gone) {
                if (attempt == ATTEMPTS) {
                    throw gone;
                }
            }
            again.run();
        }
    }
}
