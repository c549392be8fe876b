package org.evenkeel.samples.deep;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Recursions with checkpoints at their deepest and on the way back. */
public final class Dives {

    private Dives() {}

    /** The sum of the first numbers. */
    public static final class Sum implements Task<Long> {
        private final int depth;
        private final int checkpoints;

        /**
         * @param checkpoints at the deepest and on the way back, in all
         */
        public Sum(int depth, int checkpoints) {
            this.depth = depth;
            this.checkpoints = checkpoints;
        }

        @Override
        public Long run(TaskContext context) {
            return dive(context, depth);
        }

        private long dive(TaskContext context, int left) {
            long below = left == 0 ? 0 : dive(context, left - 1);
            if (left % Math.ceilDiv(depth + 1, checkpoints) == 0) {
                context.checkpoint();
            }
            return below + left;
        }
    }

    /** The same under a lock that is taken once more at each step. */
    public static final class LockedSum implements Task<Long> {
        private final int depth;

        public LockedSum(int depth) {
            this.depth = depth;
        }

        @Override
        public Long run(TaskContext context) {
            return dive(context, depth);
        }

        private synchronized long dive(TaskContext context, int left) {
            if (left == 0) {
                context.checkpoint();
                if (!Thread.holdsLock(this)) {
                    throw new IllegalStateException("it has lost its lock");
                }
                return 0;
            }
            return dive(context, left - 1) + left;
        }
    }

    /** Locks around, between and inside of calls without; all are held where it counts. */
    public static final class SomeLocks implements Task<String> {
        @Override
        public String run(TaskContext context) {
            String text = outer(context);
            context.checkpoint();
            return text + Thread.holdsLock(this);
        }

        private String outer(TaskContext context) {
            synchronized (this) {
                String text = between(context, new Object());
                context.checkpoint();
                return text + Thread.holdsLock(this);
            }
        }

        private String between(TaskContext context, Object other) {
            return "(" + inner(context, other) + Thread.holdsLock(other) + ")";
        }

        private String inner(TaskContext context, Object other) {
            synchronized (other) {
                context.checkpoint();
                String text = Thread.holdsLock(this) + "," + Thread.holdsLock(other) + ",";
                return plain(context, text) + ",";
            }
        }

        private String plain(TaskContext context, String text) {
            context.checkpoint();
            return text + Thread.holdsLock(this);
        }
    }

    /** Throws behind a checkpoint; the frames around it count what comes through. */
    public static final class Thrown implements Task<String> {
        private int finals;

        @Override
        public String run(TaskContext context) throws Exception {
            try {
                first(context);
                return "nothing was thrown";
            } catch (IllegalStateException e) {
                StringBuilder text = new StringBuilder().append(finals);
                for (StackTraceElement each : e.getStackTrace()) {
                    if (each.getClassName().equals(Thrown.class.getName())) {
                        String method = each.getMethodName();
                        int mark = method.indexOf('$');
                        text.append(' ')
                                .append(mark < 0 ? method : method.substring(0, mark))
                                .append(each.getLineNumber());
                    }
                }
                return text.toString();
            }
        }

        private void first(TaskContext context) throws Exception {
            try {
                second(context, 3);
            } finally {
                finals++;
            }
        }

        private synchronized void second(TaskContext context, int more) throws Exception {
            if (more > 0) {
                second(context, more - 1);
            } else {
                third(context);
            }
        }

        private void third(TaskContext context) throws Exception {
            try {
                fourth(context);
            } finally {
                finals++;
            }
        }

        private void fourth(TaskContext context) throws Exception {
            context.checkpoint();
            throw new IllegalStateException("as it is to be");
        }
    }

    /** Exceptions whose traces are their own affair. */
    public static final class OwnTraces implements Task<String> {

        private static final class Fixed extends RuntimeException {
            private static final long serialVersionUID = 1;

            @Override
            public void setStackTrace(StackTraceElement[] trace) {
                throw new UnsupportedOperationException("fixed");
            }
        }

        private static final class None extends RuntimeException {
            private static final long serialVersionUID = 1;

            @Override
            public StackTraceElement[] getStackTrace() {
                throw new UnsupportedOperationException("none");
            }
        }

        @Override
        public String run(TaskContext context) {
            return middle(context, true) + middle(context, false);
        }

        private String middle(TaskContext context, boolean fixed) {
            try {
                inner(context, fixed);
                return "nothing";
            } catch (Fixed | None e) {
                return e.getClass().getSimpleName();
            }
        }

        private void inner(TaskContext context, boolean fixed) {
            context.checkpoint();
            throw fixed ? new Fixed() : new None();
        }
    }
}
