package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.daemon.session.JobBook;
import org.evenkeel.daemon.session.OpenedJob;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.kernel.ProcessorQuotas;
import org.evenkeel.kernel.load.WorkerBusyLoad;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.JobSecret;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.Submission;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.Query;
import org.junit.jupiter.api.Test;

/** An answer names so many jobs, and says when there are more. */
class JobAnswersTest {

    private static final int MOST = 1_000;
    private static final NodeRef OWNER = ref("o");

    private final NodeCore core =
            new NodeCore(
                    new NodeConfig(
                            ref("n1"),
                            Policies.parse("hybrid").create(1),
                            new WorkerBusyLoad(),
                            2_000_000_000L,
                            3_000_000_000L,
                            NodeConfig.Limits.DEFAULT,
                            ProcessorQuotas.NONE,
                            NodeConfig.PhaseRole.NODE));
    private final List<JobBook.JobEntry> book = new ArrayList<>();
    private long now;

    private static NodeRef ref(String name) {
        return new NodeRef(new NodeId(name), 1, "127.0.0.1", 1);
    }

    private void on(Event event) {
        core.handle(++now, event);
    }

    private JobsAnswer answer() {
        return new JobAnswers(core, () -> book).jobs(Query.getDefaultInstance()).build();
    }

    private static Task task(long number, Durability durability) {
        TaskKind.Options options = new TaskKind.Options(5, 0, 0, durability, 0);
        TaskKind kind = new TaskKind(new JobId(number), "work", Digest.NONE, options);
        return new Task(new TaskId(7, number), kind, Payload.NONE, 1, null);
    }

    @Test
    void moreOpenJobs() {
        for (int i = 1; i <= MOST; i++) {
            book.add(open(i));
        }
        assertThat(answer().getMore()).isFalse();
        book.add(open(MOST + 1));
        assertThat(answer().getMore()).isTrue();
        assertThat(answer().getJobsCount()).isEqualTo(MOST);
    }

    private static JobBook.JobEntry open(long id) {
        OpenedJob job = new OpenedJob(new JobId(id), JobSecret.NONE, "job", false, "", 0);
        return new JobBook.JobEntry(job, 7, true, 1);
    }

    @Test
    void moreJobsOfWhichTasksAreHere() {
        on(new Event.SessionOpened(7, false));
        submit(1, MOST);
        assertThat(answer().getCopiesCount()).isEqualTo(MOST);
        assertThat(answer().getMore()).isFalse();
        submit(MOST + 1, 1);
        assertThat(answer().getCopiesCount()).isEqualTo(MOST);
        assertThat(answer().getMore()).isTrue();
    }

    private void submit(long first, int count) {
        List<Submission> tasks = new ArrayList<>();
        for (long number = first; number < first + count; number++) {
            tasks.add(new Submission(task(number, Durability.MEMORY), 1));
        }
        on(new Event.TasksSubmitted(7, tasks));
    }

    @Test
    void moreJobsOfAnOwnerThatIsGone() {
        on(new Event.NeighboursSet(List.of(OWNER.id()), 2));
        on(new Event.PeerUp(OWNER));
        replicate(MOST);
        on(new Event.PeerDown(OWNER.id()));
        on(new Event.PeerRefused(OWNER));
        assertThat(answer().getJobsCount()).isEqualTo(MOST);
        assertThat(answer().getMore()).isFalse();
        book.add(open(MOST + 1));
        assertThat(answer().getJobsCount()).isEqualTo(MOST);
        assertThat(answer().getMore()).isTrue();
    }

    private void replicate(int count) {
        List<JournalRecord.OfTask> records = new ArrayList<>();
        for (long number = 1; number <= count; number++) {
            Task task = task(number, Durability.REPLICATED);
            records.add(new JournalRecord.Accepted(task, Grant.first(1), 7, JobOrigin.NONE));
        }
        on(new Event.MessageReceived(OWNER.id(), new PeerMessage.Replicate(1, true, 0, records)));
    }
}
