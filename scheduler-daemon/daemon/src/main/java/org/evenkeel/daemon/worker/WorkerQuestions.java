package org.evenkeel.daemon.worker;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.wire.proto.Frame;

/** Asks workers about themselves. Lives on the event loop. */
final class WorkerQuestions {

    /** Questions of one worker that wait for an answer, of at most one frame each. */
    private static final int MAX_OPEN = 4;

    private final TimerSource timers;
    private final Map<Integer, Question> open = new HashMap<>();
    private int numbers;

    private record Question(WorkerLink worker, BiConsumer<Frame, String> then) {}

    WorkerQuestions(TimerSource timers) {
        this.timers = timers;
    }

    /**
     * @param question the frame of a number
     * @param limitNanos how long the answer is awaited
     * @param then hears once the answer, or an empty frame and why there is none
     */
    void ask(
            WorkerLink worker,
            IntFunction<Frame> question,
            long limitNanos,
            BiConsumer<Frame, String> then) {
        if (open.values().stream().filter(one -> one.worker() == worker).count() >= MAX_OPEN) {
            then.accept(Frame.getDefaultInstance(), "too much is asked of its worker; try again");
            return;
        }
        int number = ++numbers;
        open.put(number, new Question(worker, then));
        worker.send(question.apply(number));
        timers.after(
                limitNanos,
                () ->
                        end(
                                number,
                                Frame.getDefaultInstance(),
                                "its worker did not answer in time: it may be short of memory or "
                                        + "of processor time"));
    }

    /** What a worker was not asked counts for nothing. */
    void answered(WorkerLink by, int number, Frame answer) {
        Question question = open.get(number);
        if (question != null && question.worker() == by) {
            end(number, answer, "");
        }
    }

    void ended(WorkerLink worker) {
        List<Integer> its =
                open.entrySet().stream()
                        .filter(one -> one.getValue().worker() == worker)
                        .map(Map.Entry::getKey)
                        .toList();
        its.forEach(number -> end(number, Frame.getDefaultInstance(), "its worker has ended"));
    }

    private void end(int number, Frame answer, String why) {
        Question question = open.remove(number);
        if (question != null) {
            question.then().accept(answer, why);
        }
    }
}
