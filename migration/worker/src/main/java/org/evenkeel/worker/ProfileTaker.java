package org.evenkeel.worker;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingStream;
import org.evenkeel.client.session.LinkWriter;
import org.evenkeel.client.session.Outgoing;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.ProfileTaken;
import org.evenkeel.wire.proto.ProfiledStack;
import org.jspecify.annotations.Nullable;

/**
 * Counts where threads spend processor time, by JDK Flight Recorder, beside all that runs: a sample
 * every 20 ms of each thread that runs Java code. The worker's own threads do not count. One at a
 * time.
 */
final class ProfileTaker {

    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final String SAMPLE = "jdk.ExecutionSample";
    private static final String RUNNER = "evenkeel-runner";

    /** Bytes of stacks that are counted, in this worker's heap, and of those that are sent. */
    private static final int MAX_COUNTED = 4 << 20;

    private static final int MAX_SENT = 400_000;

    /** What stands for the outermost frames of a stack that is deeper than the recorder's 64. */
    private static final String CUT = "callers_left_out";

    private final LinkWriter linkWriter;
    private final long reader = Thread.currentThread().threadId();
    private final AtomicBoolean busy = new AtomicBoolean();

    /** Samples of one profile; of one thread. */
    private static final class Samples {
        final Map<String, AtomicInteger> stacks = new HashMap<>();
        int bytes;
        long left;

        void count(String frames) {
            AtomicInteger count = stacks.get(frames);
            if (count != null) {
                count.incrementAndGet();
                return;
            }
            int size = Utf8.length(frames);
            if (bytes + size > MAX_COUNTED) {
                left++;
                return;
            }
            bytes += size;
            stacks.put(frames, new AtomicInteger(1));
        }
    }

    /** Made by the thread that reads what the daemon says. */
    ProfileTaker(LinkWriter linkWriter) {
        this.linkWriter = linkWriter;
    }

    /** Returns at once; the answer follows when the time is over. */
    void take(int number, long millis) {
        if (!busy.compareAndSet(false, true)) {
            answer(number, none("another profile of this worker is being taken"));
            return;
        }
        try {
            Thread.ofPlatform()
                    .daemon()
                    .name("evenkeel-profile")
                    .start(() -> answer(number, takenOnce(millis)));
        } catch (OutOfMemoryError e) { // the program has as many threads as it may
            busy.set(false);
            answer(number, none("its worker cannot start a thread for it: " + e.getMessage()));
        }
    }

    private ProfileTaken.Builder takenOnce(long millis) {
        try {
            return taken(millis, reader);
        } catch (RuntimeException | LinkageError | InternalError e) {
            return none("JDK Flight Recorder does not start: " + e);
        } finally {
            busy.set(false);
        }
    }

    /**
     * Takes one now; the answer has no number yet.
     *
     * @param reader id of a thread that does not count
     */
    static ProfileTaken.Builder taken(long millis, long reader) {
        Samples samples = new Samples();
        try (RecordingStream recording = new RecordingStream()) {
            recording.enable(SAMPLE).withPeriod(PERIOD);
            recording.onEvent(SAMPLE, event -> count(event, reader, samples));
            recording.startAsync();
            Thread.sleep(millis);
            recording.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return folded(samples);
    }

    private static void count(RecordedEvent event, long reader, Samples samples) {
        RecordedStackTrace trace = event.getStackTrace();
        RecordedThread thread = event.getThread("sampledThread");
        boolean own = thread != null && thread.getJavaThreadId() == reader || isOwn(thread);
        if (trace != null && !own) {
            samples.count(frames(trace));
        }
    }

    private static boolean isOwn(@Nullable RecordedThread thread) {
        String name = thread == null ? null : thread.getJavaName();
        return name != null && name.startsWith("evenkeel-") && !name.equals(RUNNER);
    }

    /** The outermost first, without the frames that every task's thread begins with. */
    private static String frames(RecordedStackTrace trace) {
        List<RecordedFrame> all = trace.getFrames();
        int end = all.size();
        while (end > 1 && isOwn(all.get(end - 1))) {
            end--;
        }
        StringBuilder frames = new StringBuilder(trace.isTruncated() ? CUT : "");
        for (int i = end - 1; i >= 0; i--) {
            frames.append(frames.isEmpty() ? "" : ";").append(name(all.get(i).getMethod()));
        }
        return frames.toString();
    }

    private static boolean isOwn(RecordedFrame frame) {
        String type = frame.getMethod().getType().getName();
        return type.startsWith("org.evenkeel.worker.")
                || type.startsWith("org.evenkeel.continuations.")
                || type.startsWith("java.lang.VirtualThread")
                || type.startsWith("jdk.internal.vm.Continuation")
                || type.equals("java.lang.Thread");
    }

    private static String name(RecordedMethod method) {
        return method.getType().getName() + "." + method.getName();
    }

    private static ProfileTaken.Builder folded(Samples samples) {
        ProfileTaken.Builder taken = ProfileTaken.newBuilder();
        int bytes = 0;
        long left = samples.left;
        List<Map.Entry<String, AtomicInteger>> sorted =
                samples.stacks.entrySet().stream()
                        .sorted((a, b) -> b.getValue().get() - a.getValue().get())
                        .toList();
        for (Map.Entry<String, AtomicInteger> one : sorted) {
            bytes += Utf8.length(one.getKey());
            if (bytes > MAX_SENT) {
                left += one.getValue().get();
            } else {
                taken.addStacks(
                        ProfiledStack.newBuilder()
                                .setFrames(one.getKey())
                                .setSamples(one.getValue().get()));
            }
        }
        return taken.setLeftOut(left);
    }

    private void answer(int number, ProfileTaken.Builder taken) {
        linkWriter.sendLater(
                new Outgoing.Control(
                        Frame.newBuilder().setProfileTaken(taken.setNumber(number)).build()));
    }

    private static ProfileTaken.Builder none(String why) {
        return ProfileTaken.newBuilder().setWhy(why);
    }
}
