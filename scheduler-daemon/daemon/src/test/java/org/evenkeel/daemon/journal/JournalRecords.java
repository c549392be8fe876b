package org.evenkeel.daemon.journal;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.random.RandomGenerator;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.InlinePayload;

/** Records to write in tests. */
final class JournalRecords {

    static final Digest BUNDLE = new Digest(1, 2, 3, 4);

    private JournalRecords() {}

    static TaskKind kind() {
        return new TaskKind(
                new JobId(77),
                "com.example.Work",
                BUNDLE,
                new TaskKind.Options(7, 3, 1_000_000, Durability.DISK, 12));
    }

    static InlinePayload inline(int bytes) {
        return new InlinePayload(ByteString.copyFrom(new byte[bytes]));
    }

    static BlobPayload blob(long name, long bytes) {
        return new BlobPayload(new Digest(name, 9, 9, 9), bytes);
    }

    static JournalRecord.Accepted accepted(long number, Payload payload) {
        return new JournalRecord.Accepted(
                new Task(new TaskId(5, number), kind(), payload, 3, null), Grant.first(1), 5);
    }

    static JournalRecord.Granted granted(long number, int grant) {
        return new JournalRecord.Granted(
                new TaskId(5, number), new Grant(1, grant), 2, List.of("exit code 137"));
    }

    static JournalRecord.Done done(long number, Payload payload) {
        return new JournalRecord.Done(
                new TaskId(5, number), new Grant(1, 1), Outcome.succeeded(payload), "n2");
    }

    static JournalRecord.Forgotten forgotten(long number) {
        return new JournalRecord.Forgotten(new TaskId(5, number));
    }

    /** Any record, of any shape. */
    static JournalRecord any(RandomGenerator random) {
        int choice = random.nextInt(7);
        if (choice == 0) {
            return new JournalRecord.JobOpened(
                    new JobId(random.nextLong()),
                    random.nextLong(),
                    "job " + random.nextInt(),
                    "alice",
                    random.nextInt(4),
                    random.nextInt(100));
        }
        if (choice == 1) {
            return new JournalRecord.Replica(
                    process(random), ofTask(random), random.nextLong(1L << 40));
        }
        if (choice == 2) {
            return new JournalRecord.SessionComplete(
                    process(random),
                    random.nextLong(),
                    1 + random.nextInt(4),
                    1 + random.nextInt(4));
        }
        return ofTask(random);
    }

    private static NodeRef process(RandomGenerator random) {
        return new NodeRef(
                new NodeId("n" + random.nextInt(5)),
                random.nextLong(),
                "10.0.0." + random.nextInt(9),
                random.nextInt(65_536));
    }

    private static JournalRecord.OfTask ofTask(RandomGenerator random) {
        TaskId id = new TaskId(random.nextLong(), 1 + random.nextInt(1000));
        Grant grant = new Grant(1 + random.nextInt(3), 1 + random.nextInt(9));
        Payload payload =
                random.nextBoolean()
                        ? inline(random.nextInt(3000))
                        : blob(random.nextLong(), random.nextLong(1L << 36));
        return switch (random.nextInt(3)) {
            case 0 -> {
                TaskId parent = random.nextBoolean() ? new TaskId(random.nextLong(), 3) : null;
                Task task = new Task(id, kind(), payload, 1 + random.nextInt(9), parent);
                yield new JournalRecord.Accepted(task, grant, random.nextLong());
            }
            case 1 ->
                    new JournalRecord.Granted(
                            id, grant, random.nextInt(100), List.of("died", "of " + grant));
            default -> {
                Outcome.Status[] ways = Outcome.Status.values();
                Outcome.Status status =
                        ways[random.nextInt(ways.length - 2)]; // the last are no ends
                yield new JournalRecord.Done(
                        id,
                        grant,
                        new Outcome(status, random.nextBoolean() ? payload : null, "said so"),
                        "n" + random.nextInt(9));
            }
        };
    }
}
