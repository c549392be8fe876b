package org.evenkeel.kernel.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.model.Digest;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.junit.jupiter.api.Test;

class TraceLogTest {

    private final TraceLog log = new TraceLog(100);

    private void started(int count) {
        for (int i = 0; i < count; i++) {
            log.add(log.written(), new TaskId(7, i), TraceKind.STARTED, null, 0, "");
        }
    }

    @Test
    void whatIsKeptIsReadFromTheNumberThatIsAskedFor() {
        started(30);
        assertThat(log.from(10, 5))
                .extracting(TraceRecord::seq)
                .containsExactly(10L, 11L, 12L, 13L, 14L);
        assertThat(log.from(28, 5)).extracting(TraceRecord::seq).containsExactly(28L, 29L);
        assertThat(log.from(30, 5)).isEmpty();
        assertThat(log.from(31, 5)).isEmpty();
    }

    @Test
    void whatIsLostShowsInTheFirstNumber() {
        started(250);
        assertThat(log.oldest()).isEqualTo(150);
        assertThat(log.from(20, 1_000))
                .hasSize(100)
                .first()
                .extracting(TraceRecord::seq)
                .isEqualTo(150L);
    }

    @Test
    void aRecordThatBeginsSaysWhatTheTaskIsAndAnOverwrittenOneDoesNot() {
        TaskKind kind = new TaskKind(new JobId(7), "square", Digest.NONE, TaskKind.Options.DEFAULT);
        Task task = new Task(new TaskId(7, 1), kind, Payload.NONE, 1, new TaskId(7, 0));
        log.begin(5, task, TraceKind.ACCEPTED, null, "");
        assertThat(log.from(0, 1).getFirst().begin())
                .isEqualTo(new TraceRecord.Begin(new JobId(7), "square", new TaskId(7, 0)));
        started(100);
        assertThat(log.from(0, 1_000)).hasSize(100).allMatch(record -> record.begin() == null);
    }
}
