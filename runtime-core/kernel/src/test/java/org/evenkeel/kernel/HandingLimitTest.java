package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.kernel.trace.TraceRecord;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Task;
import org.evenkeel.model.protocol.PeerMessage;
import org.junit.jupiter.api.Test;

/** A hand-over that nobody answers ends within a bound, and the task's story says how. */
class HandingLimitTest {
    private static final NodeRef B = CoreFixture.ref("b", 1);
    private static final NodeRef C = CoreFixture.ref("c", 1);
    private static final long SECOND = 1_000_000_000L;

    private final CoreFixture a = new CoreFixture("a", 0);

    HandingLimitTest() {
        a.link("b", List.of("b"));
        a.hearLow("b", 1, 0);
    }

    private void beats(long nanos) {
        long end = a.now + nanos;
        while (a.now < end) {
            a.now += SECOND / 2;
            a.on(new Event.TimerFired(Event.Timer.HEARTBEAT));
        }
    }

    private List<TraceRecord> told(Task task, TraceKind kind) {
        return a.core.trace().story(task.id()).stream()
                .filter(step -> step.kind() == kind)
                .toList();
    }

    @Test
    void anOwnTaskIsGrantedAnewWhenTheTakerHasNoLink() {
        Task task = CoreFixture.task(1);
        a.submit(task);
        assertThat(a.sent(PeerMessage.Offer.class)).isNotNull();
        long downNanos = a.now;
        a.on(new Event.PeerDown(B.id()));
        a.on(new Event.PeerUp(C)); // c says that it has heard b, so b is not called gone
        for (int i = 0; i < 12; i++) {
            beats(SECOND / 2);
            a.hear("c", new PeerMessage.ProbeAnswer(B.id(), B.incarnation(), false, true));
        }
        assertThat(told(task, TraceKind.DROPPED))
                .singleElement()
                .satisfies(step -> assertThat(step.reason()).contains("has not answered"));
        assertThat(told(task, TraceKind.LOST))
                .singleElement()
                .satisfies(step -> {
                    assertThat(step.reason()).contains("no holder reported it");
                    assertThat(step.atNanos() - downNanos)
                            .as("the lease counts from the end of the link")
                            .isLessThanOrEqualTo(4 * SECOND);
                });
        assertThat(a.core.status().totals().regranted()).isEqualTo(1);
    }

    @Test
    void anotherOwnersTaskIsReportedToItNoMore() {
        a.on(new Event.PeerUp(C));
        a.hear("c", CoreFixture.offer(1, CoreFixture.task(7), Grant.first(1), 1, C));
        assertThat(a.core.status().held()).isEqualTo(1);
        a.on(new Event.PeerDown(B.id()));
        beats(3 * SECOND);
        assertThat(a.core.status().held()).as("its owner decides").isZero();
    }

    @Test
    void aLinkedTakerHasLonger() {
        Task task = CoreFixture.task(1);
        a.submit(task);
        beats(30 * SECOND);
        assertThat(told(task, TraceKind.DROPPED)).isEmpty();
        beats(35 * SECOND);
        assertThat(told(task, TraceKind.DROPPED)).hasSize(1);
        assertThat(told(task, TraceKind.LOST)).isNotEmpty();
    }
}
