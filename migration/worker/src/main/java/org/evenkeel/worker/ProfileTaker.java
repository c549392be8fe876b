package org.evenkeel.worker;

import java.time.Duration;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingStream;
import org.evenkeel.client.session.LinkWriter;
import org.evenkeel.wire.StackSamples;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.ProfileTaken;
import org.evenkeel.wire.proto.ProfiledStack;

/**
 * Counts where threads spend processor time, by JDK Flight Recorder, beside all that runs: a sample
 * every 20 ms of each thread that runs Java code. The worker's own threads do not count. One at a
 * time.
 */
final class ProfileTaker {

    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final String SAMPLE = "jdk.ExecutionSample";

    /** Bytes of stacks that are counted, in this worker's heap, and of those that are sent. */
    private static final int MAX_COUNTED = 4 << 20;

    private static final int MAX_SENT = 400_000;

    /** What stands for the outermost frames of a stack that is deeper than the recorder's 64. */
    private static final String CUT = "callers_left_out";

    private final AnsweringThread thread;
    private final long reader = Thread.currentThread().threadId();

    /** Made by the thread that reads what the daemon says. */
    ProfileTaker(LinkWriter linkWriter) {
        this.thread = new AnsweringThread("evenkeel-profile", linkWriter);
    }

    /** Returns at once; the answer follows when the time is over. */
    void take(int number, long millis) {
        thread.answer(() -> frame(number, taken(millis, reader)), why -> frame(number, none(why)));
    }

    /**
     * Takes one now; the answer has no number yet.
     *
     * @param reader id of a thread that does not count
     */
    static ProfileTaken.Builder taken(long millis, long reader) {
        StackSamples samples = new StackSamples(MAX_COUNTED);
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

    private static void count(RecordedEvent event, long reader, StackSamples samples) {
        RecordedStackTrace trace = event.getStackTrace();
        RecordedThread thread = event.getThread("sampledThread");
        boolean own =
                thread != null
                        && (thread.getJavaThreadId() == reader
                                || OwnCode.isThread(thread.getJavaName()));
        if (trace != null && !own) {
            samples.add(frames(trace), 1);
        }
    }

    /** The outermost first, without the frames that every task's thread begins with. */
    private static String frames(RecordedStackTrace trace) {
        List<RecordedFrame> all = trace.getFrames();
        int end = all.size();
        while (end > 1 && OwnCode.isFrame(name(all.get(end - 1)))) {
            end--;
        }
        StringBuilder frames = new StringBuilder(trace.isTruncated() ? CUT : "");
        for (int i = end - 1; i >= 0; i--) {
            frames.append(frames.isEmpty() ? "" : ";").append(name(all.get(i)));
        }
        return frames.toString();
    }

    private static String name(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        return method.getType().getName() + "." + method.getName();
    }

    private static ProfileTaken.Builder folded(StackSamples samples) {
        ProfileTaken.Builder taken = ProfileTaken.newBuilder();
        long left =
                samples.most(
                        MAX_SENT,
                        (frames, count) ->
                                taken.addStacks(
                                        ProfiledStack.newBuilder()
                                                .setFrames(frames)
                                                .setSamples(count)));
        return taken.setLeftOut(left);
    }

    private static Frame frame(int number, ProfileTaken.Builder taken) {
        return Frame.newBuilder().setProfileTaken(taken.setNumber(number)).build();
    }

    private static ProfileTaken.Builder none(String why) {
        return ProfileTaken.newBuilder().setWhy(why);
    }
}
