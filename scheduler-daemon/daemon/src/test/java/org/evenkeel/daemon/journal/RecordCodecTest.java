package org.evenkeel.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.kernel.journal.Entry;
import org.evenkeel.kernel.journal.LiveKey;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.wire.WireException;
import org.junit.jupiter.api.Test;

class RecordCodecTest {

    private final RecordCodec codec = new RecordCodec();

    @Test
    void everyRecordComesBackAsItWas() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 2_000; i++) {
            JournalRecord record = JournalRecords.any(random);
            Entry entry = codec.encode(record);
            assertThat(new RecordCodec().decode(entry)).isEqualTo(record);
        }
    }

    @Test
    void endsAreEndsOfTheirKeys() {
        TaskId task = new TaskId(4, 2);
        JournalRecord.Forgotten forgotten = new JournalRecord.Forgotten(task);
        assertThat(codec.encode(forgotten)).isEqualTo(Entry.end(RecordCodec.key(task)));
        JobId job = new JobId(9);
        assertThat(codec.encode(new JournalRecord.JobEnded(job)))
                .isEqualTo(Entry.end(RecordCodec.key(job)));
        NodeId owner = new NodeId("n1");
        NodeRef process = new NodeRef(owner, 7, "", 0);
        assertThat(codec.encode(new JournalRecord.Replica(process, forgotten)))
                .isEqualTo(Entry.end(RecordCodec.key(owner, task)));
        Entry complete = codec.encode(new JournalRecord.SessionComplete(process, 5, 2, 2));
        assertThat(codec.encode(new JournalRecord.SessionForgotten(5)))
                .isEqualTo(Entry.end(complete.key()));
    }

    @Test
    void whatTheDiskKeptOfASessionIsRead() throws Exception {
        JournalRecord.SessionComplete record =
                new JournalRecord.SessionComplete(
                        new NodeRef(new NodeId("n1"), 7, "10.0.0.1", 4711), 5, 3, 2);
        Entry entry = codec.encode(record);
        LiveKey alone = new LiveKey(entry.key(), List.of(entry));
        assertThat(RecoveredRecords.of(List.of(alone), codec).event().complete())
                .containsExactly(record);
    }

    @Test
    void replicasOfTwoOwnersOfOneTaskAreKeptApart() {
        TaskId task = new TaskId(4, 2);
        assertThat(RecordCodec.key(new NodeId("n1"), task))
                .isNotEqualTo(RecordCodec.key(new NodeId("n2"), task));
    }

    @Test
    void anyBytesAreReadOrRefusedByAWireException() {
        SplittableRandom random = new SplittableRandom(2);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            Entry entry = codec.encode(JournalRecords.any(random));
            byte[] bytes = entry.body().clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            byte[] body =
                    random.nextInt(4) == 0
                            ? java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length))
                            : bytes;
            try {
                codec.decode(new Entry(entry.key(), entry.kind(), body));
            } catch (WireException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(1_000);
    }

    @Test
    void anEntryUnderAnotherKeyIsRefused() {
        Entry entry = codec.encode(JournalRecords.granted(1, 2));
        Entry moved = new Entry(RecordCodec.key(new TaskId(5, 2)), entry.kind(), entry.body());
        assertThatThrownBy(() -> codec.decode(moved))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("key");
    }

    @Test
    void whatTheDiskKeptOfATaskIsPutTogether() throws Exception {
        Entry accepted = codec.encode(JournalRecords.accepted(1, JournalRecords.blob(6, 1 << 20)));
        Entry granted = codec.encode(JournalRecords.granted(1, 3));
        Entry done = codec.encode(JournalRecords.done(1, JournalRecords.blob(8, 70_000)));
        LiveKey open = new LiveKey(accepted.key(), List.of(granted, accepted));
        LiveKey ended = new LiveKey(accepted.key(), List.of(accepted, granted, done));

        RecoveredRecords beforeIt = RecoveredRecords.of(List.of(open), codec);
        RecoveredRecords afterIt = RecoveredRecords.of(List.of(ended), codec);

        TaskState first = beforeIt.event().tasks().getFirst();
        assertThat(first.grant()).isEqualTo(new Grant(1, 3));
        assertThat(first.failures()).isEqualTo(2);
        assertThat(first.deaths()).containsExactly("exit code 137");
        assertThat(first.outcome()).isNull();
        assertThat(afterIt.event().tasks().getFirst().ranOn()).isEqualTo("n2");
        // An open task needs its payload and its code, an ended one its outcome.
        assertThat(beforeIt.needs().getFirst().payload())
                .isEqualTo(JournalRecords.blob(6, 1 << 20));
        assertThat(beforeIt.needs().getFirst().bundle()).isEqualTo(JournalRecords.BUNDLE);
        assertThat(afterIt.needs().getFirst().payload()).isEqualTo(JournalRecords.blob(8, 70_000));
        assertThat(afterIt.needs().getFirst().bundle().isNone()).isTrue();
    }

    @Test
    void aGrantWithoutItsTaskIsRefused() {
        Entry granted = codec.encode(JournalRecords.granted(1, 3));
        LiveKey alone = new LiveKey(granted.key(), List.of(granted));
        assertThatThrownBy(() -> RecoveredRecords.of(List.of(alone), codec))
                .isInstanceOf(WireException.class);
    }
}
