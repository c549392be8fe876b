package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.Submission;
import org.junit.jupiter.api.Test;

class AttackTest {
    private static final NodeRef B = CoreFixture.ref("b", 1);
    private static final NodeRef B_ANEW = CoreFixture.ref("b", 2);
    private static final int AGAIN = 1 + Grant.CLIENT_STRIDE;
    private static final long C = CoreFixture.CLIENT;

    private CoreFixture node = new CoreFixture("a", 0);

    private void links() {
        node.link("b", List.of("b", "c"));
        node.on(new Event.PeerUp(CoreFixture.ref("c", 1)));
    }

    private List<Long> accepted() {
        return node.all(Effect.Accept.class).stream().map(Effect.Accept::upTo).toList();
    }

    private void asked() {
        links();
        node.submit(CoreFixture.task(1));
        node.hear("b", new PeerMessage.SessionMoved(C, 2, 0, false));
        node.hear("b", new PeerMessage.Adopted(1));
        assertThat(node.sent(PeerMessage.AdoptAll.class)).isNotNull();
        node.on(new Event.SessionOpened(C, false, 3, List.of(B)));
    }

    /** Still on its way when the other has the session. */
    @Test
    void t1_inFlightAfterAnswer() {
        asked();
        node.submit(CoreFixture.task(2));
        node.hear("b", new PeerMessage.Adopted(2));
        node.submit(CoreFixture.task(3));
        assertThat(node.core.status().owned()).as("owned after PassSession").isZero();
    }

    @Test
    void t1b_inFlightNothingHeld_isToldAccepted() {
        asked();
        node.hear("b", new PeerMessage.Adopted(2));
        node.submit(CoreFixture.task(3));
        assertThat(accepted()).doesNotContain(3L);
    }

    @Test
    void t2_clientLostThenBack() {
        asked();
        node.on(new Event.ClientLost(C, "gone"));
        node.on(new Event.SessionOpened(C, false, 4, List.of(B)));
        node.submit(CoreFixture.task(3));
        assertThat(accepted()).doesNotContain(3L);
        assertThat(node.core.status().owned()).isLessThanOrEqualTo(1);
    }

    @Test
    void t2b_clientLostTellsAcceptanceOfWhatWasNot() {
        asked();
        node.submit(CoreFixture.task(2));
        node.on(new Event.ClientLost(C, "gone"));
        assertThat(accepted()).as("told").doesNotContain(2L);
    }

    @Test
    void t3_jobClosedWhileHeld() {
        asked();
        node.submit(CoreFixture.task(2));
        node.on(new Event.JobClosed(CoreFixture.JOB));
        node.hear("b", new PeerMessage.AnswerAdopted(C, false));
        assertThat(node.core.status().owned()).as("task 2 of an ended job").isLessThan(2);
    }

    @Test
    void t5_rejectedAndAcceptedLater() {
        NodeConfig.Limits d = NodeConfig.Limits.DEFAULT;
        node = new CoreFixture("a", 0, new NodeConfig.Limits(
                2, d.held(), d.windowTasks(), d.windowNanos(), d.deaths(), d.traceRecords()));
        asked();
        node.submit(CoreFixture.task(2));
        node.submit(CoreFixture.task(2)); // its client is back on another connection
        boolean rejected = !node.all(Effect.Reject.class).isEmpty();
        node.hear("b", new PeerMessage.AnswerAdopted(C, false));
        boolean owned = node.core.owns(new TaskId(C, 2));
        assertThat(rejected && owned).as("rejected and owned").isFalse();
    }

    @Test
    void t9_inDoubtAndNotSubmittedAgain() {
        node.on(new Event.JobOpened(C, CoreFixture.JOB, "lasting", true, ""));
        asked();
        node.submit(CoreFixture.task(2));
        node.on(new Event.PeerUp(B_ANEW));
        assertThat(node.all(Effect.PassSession.class)).hasSize(1);
        node.on(new Event.SessionOpened(C, false, 4, List.of(B)));
        // 2 was cancelled meanwhile: its client does not submit it again
        node.on(new Event.TasksSubmitted(
                C,
                List.of(
                        new Submission(CoreFixture.task(1), AGAIN),
                        new Submission(CoreFixture.task(3), AGAIN))));
        List<Long> a = new ArrayList<>(accepted());
        node.on(new Event.SubmittedAgain(C, 3));
        a.addAll(accepted());
        node.submit(CoreFixture.task(4));
        a.addAll(accepted());
        assertThat(a).as("accepted").contains(4L);
    }

    @Test
    void t10_backAgainAfterItWasPassed() {
        asked();
        node.hear("b", new PeerMessage.Adopted(2));
        node.on(new Event.PeerDown(B.id()));
        node.on(new Event.PeerUp(B_ANEW));
        node.on(new Event.SessionOpened(C, false, 5, List.of(B)));
        node.on(new Event.TasksSubmitted(C, List.of(new Submission(CoreFixture.task(1), AGAIN))));
        List<Object> told = new ArrayList<>();
        PeerMessage.SessionMoved m = node.sent(PeerMessage.SessionMoved.class);
        if (m != null) told.add(m);
        node.on(new Event.SubmittedAgain(C, 1));
        m = node.sent(PeerMessage.SessionMoved.class);
        if (m != null) told.add(m);
        node.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        m = node.sent(PeerMessage.SessionMoved.class);
        if (m != null) told.add(m);
        assertThat(told).as("others hear that everything is here").isNotEmpty();
    }

    // ---- Replicas

    private static final JobOrigin NO = JobOrigin.NONE;
    private static final JournalRecord.Forgotten END =
            new JournalRecord.Forgotten(TaskRecords.NO_TASK);

    private static JournalRecord.Accepted acceptance(long n, Grant g) {
        return new JournalRecord.Accepted(CoreFixture.task(n, Durability.REPLICATED), g, C, NO);
    }

    private List<JournalRecord> disk = new ArrayList<>();

    private void rhear(CoreFixture r, PeerMessage m) {
        r.hear("o", m);
        r.all(Effect.Persist.class).forEach(one -> disk.add(one.entry()));
    }

    @Test
    void t7_leftoverNumberAndOwner() {
        CoreFixture r = new CoreFixture("r", 0);
        r.link("o", List.of("o", "p"));
        Grant g = Grant.first(1);
        Grant g2 = g.next();
        List<JournalRecord.OfTask> many = new ArrayList<>();
        many.add(acceptance(1, g));
        for (int i = 0; i < 100; i++) many.add(new JournalRecord.Granted(new TaskId(C, 1), g2, 0, List.of()));
        many.add(END);
        rhear(r, new PeerMessage.Replicate(1, true, 0, many));
        NodeRef next = CoreFixture.ref("o", 2);
        r.on(new Event.PeerUp(next));
        rhear(r, new PeerMessage.Replicate(1, true, 1, List.of(acceptance(1, g2), END)));
        // as the journal gives them: the last of each kind; its cleaner writes the oldest again
        JournalRecord granted = null;
        JournalRecord accepted = null;
        for (JournalRecord one : disk) {
            if (one instanceof JournalRecord.Replica x) {
                if (x.record() instanceof JournalRecord.Granted) granted = one;
                if (x.record() instanceof JournalRecord.Accepted) accepted = one;
            }
        }
        OwnerRecovery plain = new OwnerRecovery();
        plain.add(granted);
        plain.add(accepted);
        OwnerRecovery cleaned = new OwnerRecovery();
        cleaned.add(accepted);
        cleaned.add(granted);
        System.out.println("T7 plain " + plain.event().replicas());
        System.out.println("T7 cleaned " + cleaned.event().replicas());
        assertThat(cleaned.event().replicas().getFirst().owner()).isEqualTo(next);
        assertThat(plain.event().replicas().getFirst().number()).isLessThan(10);
    }

    @Test
    void t8_cutBetweenAcceptedAndDone() {
        CoreFixture r = new CoreFixture("r", 0);
        r.link("o", List.of("o", "p"));
        r.on(new Event.PeerUp(CoreFixture.ref("p", 1)));
        Grant g = Grant.first(1);
        Outcome x = Outcome.cancelled("stands for an outcome");
        Task t = CoreFixture.task(1, Durability.REPLICATED);
        Task ended = new Task(t.id(), t.kind(), Payload.NONE, t.weight(), t.parent());
        rhear(r, new PeerMessage.Replicate(1, true, 0, List.of(
                acceptance(1, g), new JournalRecord.Done(t.id(), g, x, "n"), END)));
        NodeRef next = CoreFixture.ref("o", 2);
        r.on(new Event.PeerUp(next));
        rhear(r, new PeerMessage.Replicate(1, true, 1, List.of(
                new JournalRecord.Accepted(ended, g, C, NO))));
        r.on(new Event.PeerForgotten(next, "admin"));
        r.on(new Event.PeerDown(next.id()));
        r.on(new Event.PeerForgotten(next, "admin"));
        OwnerRecovery d = new OwnerRecovery();
        disk.forEach(d::add);
        System.out.println("T8 disk " + d.event().replicas());
        System.out.println("T8 memory " + r.core.orphanedReplicas(CoreFixture.JOB));
        assertThat(r.core.orphanedReplicas(CoreFixture.JOB)).isNotEmpty()
                .allMatch(one -> one.state().isDone());
    }
}
