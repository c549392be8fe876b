package org.evenkeel.client.files;

import java.util.Map;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.model.BoundedMap;
import org.evenkeel.model.Grant;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Granted;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the tasks that have asked here: the highest grant of each, its last question,
 * and how much it has printed. Who comes under a lower grant is a copy that was given up; a
 * question that was heard before has its answer already.
 *
 * <p>Of the {@value #MAX_TASKS} tasks that asked last. For one thread at a time.
 */
final class GrantFencingTable {

    static final int MAX_TASKS = 65_536;

    /** One task. */
    static final class Fence {
        private Grant grant = new Grant(0, 0);
        private long number;
        private @Nullable FileReply last;

        private long out;
        private long err;

        /** What it has printed, as {@link PrintPosition} counts. */
        long printed(boolean error) {
            return error ? err : out;
        }

        void setPrinted(boolean error, long now) {
            if (error) {
                err = now;
            } else {
                out = now;
            }
        }

        /** Keeps the answer to a question that changed something. */
        void answered(FileReply reply) {
            last = reply;
        }

        /** The same, unless another question has come since. */
        void answered(FileAsk ask, FileReply reply) {
            Granted task = ask.getTask();
            if (number == ask.getNumber()
                    && grant.equals(new Grant(task.getEpoch(), task.getGrant()))) {
                last = reply;
            }
        }
    }

    private record Key(long origin, long number) {}

    /** What a question meets: an answer, or the task it is of. */
    record Passed(@Nullable FileReply answer, Fence fence) {}

    private final Map<Key, Fence> tasks = BoundedMap.ofRecentlyUsed(MAX_TASKS);

    /** Lets a question in, or answers it. */
    Passed pass(FileAsk ask) {
        Granted task = ask.getTask();
        Fence fence =
                tasks.computeIfAbsent(
                        new Key(task.getOrigin(), task.getNumber()), key -> new Fence());
        Grant grant = new Grant(task.getEpoch(), task.getGrant());
        int order = grant.compareTo(fence.grant);
        if (order < 0) {
            return new Passed(stale(grant, fence), fence);
        }
        if (order > 0) {
            fence.grant = grant;
            fence.number = 0;
            fence.last = null;
        }
        int again = Long.compareUnsigned(ask.getNumber(), fence.number);
        if (again < 0) {
            return new Passed(
                    FileReply.problem(Problem.STALE, "a request that was answered already"), fence);
        }
        if (again > 0) {
            fence.number = ask.getNumber();
            fence.last = null;
        }
        return new Passed(fence.last, fence);
    }

    private static FileReply stale(Grant grant, Fence fence) {
        return FileReply.problem(
                Problem.STALE,
                "grant " + grant + " is over, the task runs under grant " + fence.grant);
    }
}
