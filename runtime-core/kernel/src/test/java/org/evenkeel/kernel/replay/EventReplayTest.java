package org.evenkeel.kernel.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.kernel.ProcessorQuotas;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobSecret;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.SessionKey;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.Submission;
import org.junit.jupiter.api.Test;

/** A recording of events is handled once more, and differences are found. */
class EventReplayTest {
    private static final long CLIENT = 99;
    private static final JobId JOB = new JobId(7);
    private static final long MAX_BYTES = 1 << 20;
    private static final NodeSetup SETUP =
            new NodeSetup(
                    ref("n1"),
                    "auto",
                    5,
                    "worker-busy",
                    2_000_000_000L,
                    3_000_000_000L,
                    6_000_000_000L,
                    NodeConfig.Limits.DEFAULT,
                    new ProcessorQuotas(3, Map.of("alice", 2)),
                    NodeConfig.PhaseRole.NODE);

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final EventRecorder recorder = new EventRecorder(file, SETUP, MAX_BYTES);
    private final NodeCore core = new NodeCore(SETUP.config());
    private long now;

    EventReplayTest() throws IOException {}

    /** As of a daemon: the kernel knows its length and nothing else. */
    private record Secret(String text) implements Payload {
        @Override
        public long sizeBytes() {
            return text.length();
        }
    }

    private static NodeRef ref(String name) {
        return new NodeRef(new NodeId(name), 1, "127.0.0.1", 1);
    }

    private static Task task(long number) {
        return new Task(
                new TaskId(CLIENT, number),
                new TaskKind(
                        JOB,
                        "work",
                        new Digest(1, 2, 3, 4),
                        new TaskKind.Options(5, 1, 0, Durability.DISK, 0)),
                new Secret("SECRET of task " + number),
                1,
                null);
    }

    private List<Effect> on(Event event) throws IOException {
        now += 1_000;
        List<Effect> effects = core.handle(now, event);
        recorder.add(now, event, effects);
        return effects;
    }

    private void runTasks() throws IOException {
        on(new Event.SlotOpened(0, null));
        on(new Event.SessionOpened(CLIENT, false));
        JobSecret secret = new JobSecret(new SessionKey(123_456_789, 987_654_321), 1);
        on(new Event.JobOpened(CLIENT, JOB, secret, "job", true, "alice", 0));
        on(new Event.PeerUp(ref("n2")));
        on(
                new Event.TasksSubmitted(
                        CLIENT, List.of(new Submission(task(1), 1), new Submission(task(2), 1))));
        on(new Event.MessageReceived(new NodeId("n2"), new PeerMessage.Request(1)));
        on(new Event.MessageReceived(new NodeId("n2"), new PeerMessage.MoveCall(1, 2, 0, 0, 0)));
        on(new Event.MessageReceived(new NodeId("n2"), new PeerMessage.MoveAward(1, 1)));
        on(
                new Event.TasksFinished(
                        0,
                        List.of(
                                new Finish(
                                        task(1).id(),
                                        Grant.first(1),
                                        Outcome.succeeded(new Secret("SECRET result")),
                                        500,
                                        Finish.NO_TAIL))));
        on(new Event.OutcomesAcknowledged(CLIENT, new long[] {1}));
        on(new Event.TimerFired(Event.Timer.HEARTBEAT));
    }

    private static EventReplay.Report replay(byte[] bytes) throws IOException {
        return EventReplay.replay(new ByteArrayInputStream(bytes));
    }

    @Test
    void sameEventsHaveTheSameEffects() throws Exception {
        runTasks();
        EventReplay.Report report = replay(file.toByteArray());
        assertThat(report.difference()).isNull();
        assertThat(report.events()).isEqualTo(11);
        assertThat(report.isCut()).isFalse();
        assertThat(report.setup()).isEqualTo(SETUP);
    }

    @Test
    void otherEffectIsFoundWithItsEvent() throws Exception {
        on(new Event.SlotOpened(0, null));
        Event second = new Event.SessionOpened(CLIENT, false);
        core.handle(now, second);
        recorder.add(now, second, List.of(new Effect.Drained()));
        on(new Event.SlotOpened(1, null));
        EventReplay.Difference difference = replay(file.toByteArray()).difference();
        assertThat(difference).isNotNull();
        assertThat(difference.number()).isEqualTo(2);
        assertThat(difference.event()).isEqualTo(second);
        assertThat(difference.recorded()).isEqualTo(List.of(new Effect.Drained()));
        assertThat(difference.replayed()).doesNotContain(new Effect.Drained());
    }

    @Test
    void lastEntryOfAKilledProcessIsIncomplete() throws Exception {
        runTasks();
        byte[] all = file.toByteArray();
        EventReplay.Report report = replay(Arrays.copyOf(all, all.length - 3));
        assertThat(report.isCut()).isTrue();
        assertThat(report.events()).isEqualTo(10);
        assertThat(report.difference()).isNull();
    }

    @Test
    void neitherUserBytesNorSecretsAreRecorded() throws Exception {
        runTasks();
        String text = file.toString(StandardCharsets.ISO_8859_1);
        assertThat(text).contains("alice").doesNotContain("SECRET");
        byte[] key = new SessionKey(123_456_789, 987_654_321).toBytes();
        assertThat(text).doesNotContain(new String(key, 0, 8, StandardCharsets.ISO_8859_1));
        assertThat(text).doesNotContain(new String(key, 8, 8, StandardCharsets.ISO_8859_1));
    }

    @Test
    void recordingEndsWhereItIsFull() throws Exception {
        EventRecorder small = new EventRecorder(file, SETUP, 1);
        assertThat(small.add(1, new Event.SlotOpened(0, null), List.of())).isFalse();
    }

    @Test
    void whatIsNoRecordingIsRefused() throws Exception {
        assertThatThrownBy(() -> replay("hello".getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(IOException.class)
                .hasMessage("not a recording of events");
        runTasks();
        byte[] damaged = file.toByteArray();
        Arrays.fill(damaged, EventRecorder.HEADER.length() + 4, damaged.length, (byte) 77);
        assertThatThrownBy(() -> replay(damaged))
                .isInstanceOf(IOException.class)
                .hasMessage("no kind of value: 77");
    }
}
