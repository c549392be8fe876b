package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.evenkeel.api.FailureGroup;
import org.evenkeel.api.TaskGroup;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.session.Kind;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.client.session.OpenTask;
import org.evenkeel.model.Digest;
import org.evenkeel.model.FailureCause;
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

    // ---- Failures

    private static final StackTraceElement LOAD =
            new StackTraceElement("com.acme.Render", "load", "Render.java", 42);
    private static final StackTraceElement SAVE =
            new StackTraceElement("com.acme.Render", "save", "Render.java", 77);

    private final OpenSubmissions submissions =
            new OpenSubmissions(1, new PayloadCodec(getClass().getClassLoader()));
    private final SubmittedGroup<Integer> group = new SubmittedGroup<>(10);

    private Handle<Integer> submitted() {
        Kind kind =
                Kind.of(
                        new Kind.Attributes(
                                5, "k", Digest.NONE, new Kind.Limits(5, 0, 0, 0), null));
        Handle<Integer> handle = new Handle<>(submissions, kind, null, 1);
        group.add(handle);
        return handle;
    }

    private void fails(Throwable thrown, StackTraceElement at, String node) {
        thrown.setStackTrace(
                new StackTraceElement[] {
                    new StackTraceElement("java.util.List", "of", "List.java", 1), at
                });
        byte[] bytes = submissions.codec().encodeThrowable(thrown).toArray();
        String summary =
                FailureCause.summary(
                        thrown.getClass().getName(), thrown.toString(), thrown.getStackTrace());
        submitted().end(new OpenTask.Ending(Status.FAILED, bytes, 0, bytes.length, summary, node));
    }

    private void ends(Status status, String summary, String node) {
        submitted().end(new OpenTask.Ending(status, new byte[0], 0, 0, summary, node));
    }

    @Test
    void failuresAreGroupedByClassAndPlaceTheLargestFirst() {
        assertThat(group.failures()).isEmpty();
        fails(new IllegalStateException("1"), LOAD, "n1");
        fails(new IllegalStateException("2"), SAVE, "n2");
        fails(new IllegalStateException("3"), SAVE, "n1");
        fails(new UnsupportedOperationException("4"), SAVE, "n2");
        fails(new IllegalStateException("5"), SAVE, "n2");
        submitted(); // it runs
        byte[] seven = submissions.codec().encode(7).toArray();
        submitted().end(new OpenTask.Ending(Status.SUCCEEDED, seven, 0, seven.length, "", "n1"));
        assertThat(group.failures())
                .extracting(FailureGroup::exception, FailureGroup::place, FailureGroup::count)
                .containsExactly(
                        tuple(
                                "java.lang.IllegalStateException",
                                "com.acme.Render.save(Render.java:77)",
                                3),
                        tuple(
                                "java.lang.IllegalStateException",
                                "com.acme.Render.load(Render.java:42)",
                                1),
                        tuple(
                                "java.lang.UnsupportedOperationException",
                                "com.acme.Render.save(Render.java:77)",
                                1));
        FailureGroup largest = group.failures().getFirst();
        assertThat(largest.nodes()).isEqualTo(Map.of("n1", 1, "n2", 2));
        assertThat(largest.example().node()).isEqualTo("n2");
        assertThat(largest.example()).hasRootCauseMessage("2");
        assertThat(largest.example().getCause().getStackTrace()).contains(SAVE);
    }

    @Test
    void failureWithoutAnExceptionHasItsOwnGroup() {
        ends(Status.TIMED_OUT, "a.Stopped: now at a.B.c(B.java:1)", "n1");
        ends(Status.TIMED_OUT, "a.Stopped: now at a.B.d(B.java:2)", "n1");
        ends(Status.WORKERS_DIED, "3 workers died while running it", "");
        ends(Status.CANCELLED, "its group was cancelled", "");
        assertThat(group.failures())
                .extracting(FailureGroup::exception, FailureGroup::place, FailureGroup::count)
                .containsExactly(
                        tuple("org.evenkeel.api.TaskTimedOutException", "", 2),
                        tuple("org.evenkeel.api.TaskFailedException", "", 1));
        assertThat(group.failures().getLast().nodes()).isEmpty();
    }

    /** It is too large for a frame, or its worker is of an earlier version. */
    @Test
    void causeIsThatOfTheSummaryOrOfTheException() {
        ends(Status.FAILED, "a.Large: mmm at com.acme.Render.load(Render.java:42)", "n1");
        Throwable thrown = new IllegalStateException("no");
        thrown.setStackTrace(new StackTraceElement[] {LOAD});
        byte[] bytes = submissions.codec().encodeThrowable(thrown).toArray();
        submitted()
                .end(
                        new OpenTask.Ending(
                                Status.FAILED, bytes, 0, bytes.length, thrown.toString(), "n1"));
        assertThat(group.failures())
                .extracting(FailureGroup::exception, FailureGroup::place)
                .containsExactly(
                        tuple("a.Large", "com.acme.Render.load(Render.java:42)"),
                        tuple(
                                "java.lang.IllegalStateException",
                                "com.acme.Render.load(Render.java:42)"));
    }

    private static long allocatedHere() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }
}
