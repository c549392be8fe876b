package org.evenkeel.daemon.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.evenkeel.daemon.audit.Audit;
import org.evenkeel.daemon.blob.BlobStore;
import org.evenkeel.daemon.blob.Disk;
import org.evenkeel.daemon.blob.PayloadReferences;
import org.evenkeel.daemon.config.SubmitterQuotas;
import org.evenkeel.daemon.net.EventLoopTurn;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.JobStatus;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobSecret;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.TaskState;
import org.evenkeel.wire.InlinePayload;
import org.evenkeel.wire.WireException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions that a disk kept wait for their clients, those of jobs that outlive them for long. */
class RecoveredSessionsTest {
    private static final long LEASE = 10;
    private static final long RETENTION = 1_000;
    private static final JobId LASTING = new JobId(7);
    private static final JobId PASSING = new JobId(8);

    private final List<Event> events = new ArrayList<>();
    private final Map<Long, List<Runnable>> timers = new TreeMap<>();
    private final SubmitterAccounts watch =
            new SubmitterAccounts(
                    "n1",
                    SubmitterQuotas.USUAL,
                    Audit.NONE,
                    job -> new JobStatus(job, 0, 0, 0, 0, 0, 0, 0, 0));
    private final Sessions sessions =
            new Sessions(
                    events::add,
                    (delay, run) ->
                            timers.computeIfAbsent(delay, key -> new ArrayList<>()).add(run),
                    new EventLoopTurn(Runnable::run),
                    new Sessions.Settings(
                            LEASE, RETENTION, 1_000, 1 << 20, 1_000, 1 << 20, 1 << 20),
                    watch);

    private static TaskState task(long session, long number, JobId job, boolean done) {
        TaskKind kind =
                new TaskKind(
                        job,
                        "k",
                        new Digest(1, 2, 3, 4),
                        new TaskKind.Options(5, 0, 0, Durability.DISK, 0));
        InlinePayload payload = new InlinePayload(ByteString.copyFromUtf8("payload"));
        return new TaskState(
                new Task(new TaskId(session, number), kind, payload, 1, null),
                Grant.first(1),
                session,
                0,
                List.of(),
                done ? Outcome.succeeded(payload) : null,
                "");
    }

    private void recover() {
        sessions.recovered(
                new Event.Recovered(
                        List.of(
                                task(1, 5, LASTING, false),
                                task(1, 3, LASTING, true),
                                task(2, 9, PASSING, false)),
                        List.of(new JournalRecord.JobOpened(LASTING, 1, "lasting", "", 1, 0)),
                        List.of()));
    }

    private void fire(long delay) {
        List<Runnable> due = timers.remove(delay);
        assertThat(due).isNotNull();
        due.forEach(Runnable::run);
    }

    private Session session(long id) {
        Session session = sessions.get(id);
        assertThat(session).as("session %d", id).isNotNull();
        return session;
    }

    private void open(Session session, int from, int to) throws WireException {
        for (int number = from; number <= to; number++) {
            sessions.openJob(
                    session,
                    new OpenedJob(
                            new JobId(1_000_000L * session.id() + number),
                            JobSecret.NONE,
                            "x".repeat(1_000),
                            false,
                            session.submitter(),
                            0));
        }
    }

    @Test
    void openJobsOfAllTogetherHaveABoundInBytes() throws Exception {
        recover();
        open(session(1), 1, 900);
        int held = session(1).jobs().size();
        assertThat(held).isBetween(300, 400);
        session(2).claim("bob");
        open(session(2), 1, 10);
        assertThat(session(2).jobs()).as("nothing is left for others").isEmpty();
        assertThat(session(2).account().refusalOf(new JobId(2_000_001), false))
                .contains("node n1 has no memory for more open jobs");
        sessions.endJob(new JobId(1_000_001));
        open(session(2), 1, 10);
        assertThat(session(2).jobs()).as("as much as was freed").hasSize(1);
        sessions.close(1, "done");
        open(session(2), 1, 900);
        assertThat(session(2).jobs()).hasSizeBetween(held - 2, held + 2);
    }

    /** The core may have accepted what it has submitted since then. */
    @Test
    void aSessionIsNotPassedOnWhenItsClientHasComeAgain() {
        recover();
        session(1).recover(4);
        NodeRef next = new NodeRef(new NodeId("n2"), 5, "", 0);
        sessions.passTo(new Effect.PassSession(1, 3, next));
        assertThat(session(1).isPassed()).isFalse();
        sessions.passTo(new Effect.PassSession(1, 4, next));
        assertThat(session(1).isPassed()).isTrue();
    }

    @Test
    void whatTheDiskKeptCountsAsOpenUntilItIsAcknowledged() {
        recover();
        assertThat(events).as("the core is told by others").isEmpty();
        Session session = session(1);
        assertThat(session.isRecovered()).isTrue();
        assertThat(session.openTasks()).isEqualTo(2);
        session.acknowledged(new long[] {3});
        assertThat(session.openTasks()).isEqualTo(1);
        assertThat(session.enter(5, 7)).as("a repeat").isNull();
        assertThat(session.openTasks()).isEqualTo(1);
    }

    @Test
    void numbersThatWerePerhapsGivenAndForgottenAreNotGivenAgain() {
        recover();
        assertThat(session(1).lastNumber()).isGreaterThan(1_000_000_000L);
    }

    /** A client attaches to a job of which another owner had more. */
    @Test
    void whatJoinsASessionCountsAsOpenAndStartsNoCountdown() {
        recover();
        timers.clear();
        long before = session(1).lastNumber();
        sessions.joined(List.of(task(1, 5, LASTING, false), task(1, 6, LASTING, false)));
        assertThat(session(1).openTasks()).as("one was here").isEqualTo(3);
        assertThat(session(1).lastNumber())
                .as("numbers may have been given there and forgotten")
                .isGreaterThan(before + 1_000_000_000L);
        assertThat(timers).as("its client is attached").isEmpty();
        assertThat(events).as("the core is told by others").isEmpty();
        assertThat(sessions.jobs())
                .singleElement()
                .satisfies(line -> assertThat(line.job().name()).isEqualTo("lasting"));
    }

    @Test
    void onlyJobsThatOutliveTheirClientsAreKeptAfterTheLease() {
        recover();
        fire(LEASE);
        assertThat(events)
                .hasSize(2)
                .contains(
                        new Event.ClientLost(1, "its client disconnected and did not return"),
                        new Event.SessionClosed(2, "its client disconnected and did not return"));
        assertThat(sessions.jobs())
                .singleElement()
                .satisfies(line -> assertThat(line.job().name()).isEqualTo("lasting"))
                .satisfies(line -> assertThat(line.attached()).isFalse());
        assertThat(sessions.clients()).as("nobody shares the window with it").isZero();
    }

    @Test
    void aJobNobodyComesForEndsAfterItsRetention() {
        recover();
        fire(LEASE);
        events.clear();
        fire(RETENTION);
        assertThat(events)
                .containsExactly(
                        new Event.SessionClosed(1, "job-retention passed without a client"),
                        new Event.JobClosed(LASTING));
        assertThat(sessions.jobs()).isEmpty();
        assertThat(sessions.clients()).isZero();
    }

    @Test
    void aJobThatIsEndedTakesItsKeptSessionAlong() {
        recover();
        fire(LEASE);
        events.clear();
        sessions.endJob(LASTING);
        assertThat(events)
                .containsExactly(
                        new Event.JobClosed(LASTING),
                        new Event.SessionClosed(1, "its job was ended"));
        fire(RETENTION);
        assertThat(events).as("that time is over").hasSize(2);
    }

    /** There may be a thousand such jobs; a closed connection is larger than all else of one. */
    @Test
    void ofWhoIsAwayNothingIsKeptOfItsConnection(@TempDir Path directory) throws Exception {
        recover();
        Session session = session(1);
        try (Disk disk = new Disk(Runnable::run)) {
            PayloadReferences books =
                    new PayloadReferences(new BlobStore(directory, disk), 1 << 20);
            WeakReference<byte[]> kept = comeAndGo(session, books);
            Awaitility.await("the connection is let go of")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> {
                        System.gc();
                        return kept.get() == null;
                    });
        }
        assertThat(session(1)).isSameAs(session);
    }

    private WeakReference<byte[]> comeAndGo(Session session, PayloadReferences books) {
        byte[] connection = new byte[1 << 16];
        QuotaGate gate =
                new QuotaGate(session, watch, books, batch -> connection[0] += (byte) batch.size());
        session.account().waitsAt(gate);
        session.account().waitsNoMoreAt(gate);
        return new WeakReference<>(connection);
    }
}
