package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.evenkeel.api.TaskGroup;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.session.Kind;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.client.session.OpenTask;
import org.evenkeel.model.Digest;
import org.evenkeel.samples.Work;
import org.evenkeel.wire.proto.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SubmittedGroupTest extends ClientTestBase {
    private static final Set<Thread.State> WAITS =
            EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING, Thread.State.TERMINATED);

    @Test
    void groupCanBeJoinedAgain() throws Exception {
        daemon("n1");
        TaskGroup<Integer> group =
                client().submitAll(List.of(new Work.Square(2), new Work.Square(3)));
        assertThat(group.join()).containsExactly(4, 9);
        assertThat(group.join()).containsExactly(4, 9);
        List<Integer> seen = new ArrayList<>();
        group.forEachAsCompleted(handle -> seen.add(handle.join()));
        assertThat(seen).containsExactlyInAnyOrder(4, 9);
    }

    /**
     * Each task that ends wakes the thread that joins; what it then does must not look at all
     * others.
     */
    @Test
    void joiningManyTasksTakesMemoryInProportion() throws Exception {
        int count = 2_000;
        OpenSubmissions openSubmissions =
                new OpenSubmissions(1, new PayloadCodec(getClass().getClassLoader()));
        Kind kind =
                Kind.of(
                        new Kind.Attributes(
                                5, "k", Digest.NONE, new Kind.Limits(5, 0, 0, 0), null));
        byte[] seven = openSubmissions.codec().encode(7).toArray();
        List<Handle<Integer>> handles = new ArrayList<>();
        SubmittedGroup<Integer> submittedGroup = new SubmittedGroup<>(count);
        for (int i = 0; i < count; i++) {
            handles.add(new Handle<>(openSubmissions, kind, null, 1));
            submittedGroup.add(handles.getLast());
        }
        AtomicLong allocated = new AtomicLong();
        AtomicInteger seen = new AtomicInteger();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread joiner =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            try {
                                submittedGroup.forEachAsCompleted(handle -> seen.incrementAndGet());
                                allocated.set(allocatedHere());
                            } catch (Throwable e) {
                                failure.set(e);
                            }
                        });
        for (int i = 0; i < count; i++) {
            while (joiner.isAlive() && (seen.get() < i || !WAITS.contains(joiner.getState()))) {
                Thread.onSpinWait();
            }
            handles.get(i)
                    .end(new OpenTask.Ending(Status.SUCCEEDED, seven, 0, seven.length, "", "n1"));
        }
        joiner.join();
        assertThat(failure.get()).isNull();
        assertThat(seen).hasValue(count);
        assertThat(submittedGroup.join()).hasSize(count).containsOnly(7);
        assertThat(allocated.get()).isPositive().isLessThan(count * 4_096L);
    }

    private static long allocatedHere() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }
}
