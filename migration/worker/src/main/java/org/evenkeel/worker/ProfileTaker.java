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

    /** Different stacks, and characters of those that are sent. */
    private static final int MAX_STACKS = 20_000;

    private static final int MAX_TEXT = 400_000;
    private static final int MAX_FRAMES = 256;

    private final LinkWriter linkWriter;
    private final AtomicBoolean busy = new AtomicBoolean();

    ProfileTaker(LinkWriter linkWriter) {
        this.linkWriter = linkWriter;
    }

    /** Returns at once; the answer follows when the time is over. */
    void take(int number, long millis) {
        if (!busy.compareAndSet(false, true)) {
            answer(number, none("another profile of this worker is being taken"));
            return;
        }
        Thread.ofPlatform()
                .daemon()
                .name("evenkeel-profile")
                .start(() -> {
                    ProfileTaken.Builder taken = taken(millis);
                    busy.set(false);
                    answer(number, taken);
                });
    }

    /** Takes one now; the answer has no number yet. */
    static ProfileTaken.Builder taken(long millis) {
        Map<String, AtomicInteger> stacks = new HashMap<>();
        AtomicInteger left = new AtomicInteger();
        try (RecordingStream recording = new RecordingStream()) {
            recording.enable(SAMPLE).withPeriod(PERIOD);
            recording.onEvent(SAMPLE, event -> count(event, stacks, left));
            recording.startAsync();
            Thread.sleep(millis);
            recording.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            return none("JDK Flight Recorder does not start: " + e);
        }
        return folded(stacks, left.get());
    }

    private static void count(
            RecordedEvent event, Map<String, AtomicInteger> stacks, AtomicInteger left) {
        RecordedStackTrace trace = event.getStackTrace();
        if (trace == null || isOwn(event.getThread("sampledThread"))) {
            return;
        }
        String frames = frames(trace);
        AtomicInteger count = stacks.get(frames);
        if (count != null) {
            count.incrementAndGet();
        } else if (stacks.size() < MAX_STACKS) {
            stacks.put(frames, new AtomicInteger(1));
        } else {
            left.incrementAndGet();
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
        StringBuilder frames = new StringBuilder();
        for (int i = Math.min(end, MAX_FRAMES) - 1; i >= 0; i--) {
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

    private static ProfileTaken.Builder folded(Map<String, AtomicInteger> stacks, long left) {
        ProfileTaken.Builder taken = ProfileTaken.newBuilder();
        int text = 0;
        long leftOut = left;
        List<Map.Entry<String, AtomicInteger>> sorted =
                stacks.entrySet().stream()
                        .sorted((a, b) -> b.getValue().get() - a.getValue().get())
                        .toList();
        for (Map.Entry<String, AtomicInteger> one : sorted) {
            text += one.getKey().length();
            if (text > MAX_TEXT) {
                leftOut += one.getValue().get();
            } else {
                taken.addStacks(
                        ProfiledStack.newBuilder()
                                .setFrames(one.getKey())
                                .setSamples(one.getValue().get()));
            }
        }
        return taken.setLeftOut(leftOut);
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
