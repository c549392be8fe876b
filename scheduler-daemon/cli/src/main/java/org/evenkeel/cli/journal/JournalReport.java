package org.evenkeel.cli.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.daemon.blob.RecoveredBlobs;
import org.evenkeel.daemon.journal.RecordCodec;
import org.evenkeel.daemon.journal.RecoveredRecords;
import org.evenkeel.kernel.journal.Inspection;
import org.evenkeel.kernel.journal.JournalDamagedException;
import org.evenkeel.model.JsonObject;
import org.evenkeel.model.TaskState;
import org.evenkeel.wire.WireException;

/**
 * What {@code journal check} says of one journal.
 *
 * @param problems for which the next start would refuse
 * @param torn the end of a group that was being written, which the next start drops
 */
public record JournalReport(
        NodeJournal journal,
        boolean written,
        List<Inspection.Segment> segments,
        Tasks tasks,
        List<String> problems,
        List<String> torn) {

    /** What is live. */
    public record Tasks(int open, int ended, int replicas, int jobs) {}

    /** Reads a journal and what it refers to. */
    public static JournalReport of(NodeJournal journal) throws IOException {
        boolean written = journal.isWritten();
        Inspection inspection = journal.inspect((file, offset, entry) -> {}, () -> {});
        List<String> problems = new ArrayList<>();
        List<String> torn = new ArrayList<>();
        for (Inspection.Problem problem : inspection.problems()) {
            (problem.torn() ? torn : problems).add(problem.toString());
        }
        Tasks tasks = tasks(journal, inspection, problems);
        return new JournalReport(journal, written, inspection.segments(), tasks, problems, torn);
    }

    private static Tasks tasks(NodeJournal journal, Inspection inspection, List<String> problems)
            throws IOException {
        try {
            RecoveredRecords live = RecoveredRecords.of(inspection.live(), new RecordCodec());
            // A running daemon's blobs come and go between reading the one and the other.
            if (Files.isDirectory(journal.blobs()) && !journal.isWritten()) {
                RecoveredBlobs.find(journal.blobs(), live.needs());
            }
            List<TaskState> all = live.event().tasks();
            int open = (int) all.stream().filter(task -> task.outcome() == null).count();
            return new Tasks(
                    open,
                    all.size() - open,
                    live.event().replicas().size(),
                    live.event().jobs().size());
        } catch (WireException e) {
            if (problems.isEmpty()) {
                problems.add("an entry cannot be decoded: " + e.getMessage());
            }
        } catch (JournalDamagedException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        return new Tasks(0, 0, 0, 0);
    }

    public boolean isDamaged() {
        return !problems.isEmpty();
    }

    /** Entries in all segments, live or not. */
    public long records() {
        return segments.stream().mapToLong(Inspection.Segment::records).sum();
    }

    /** Length of all segments. */
    public long bytes() {
        return segments.stream().mapToLong(Inspection.Segment::bytes).sum();
    }

    /** For {@code --json}. */
    public Map<String, Object> fields() {
        return new JsonObject()
                .with("node", journal.name())
                .with("directory", journal.directory().toString())
                .with("daemonRuns", written)
                .with("segments", segments.size())
                .with("records", records())
                .with("bytes", bytes())
                .with("openTasks", tasks.open())
                .with("endedTasks", tasks.ended())
                .with("replicas", tasks.replicas())
                .with("jobs", tasks.jobs())
                .with("damaged", isDamaged())
                .with("problems", problems)
                .with("torn", torn);
    }
}
