package org.evenkeel.samples.cost;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Ways to place queens, with checkpoints in different places; the same search each time. */
public final class Queens {

    private Queens() {}

    /** No checkpoint at all. */
    public record Bare(int n) implements Task<Long> {
        @Override
        public Long run(TaskContext context) {
            return place(n, 0, 0, 0, 0);
        }

        private static long place(int n, int row, int columns, int left, int right) {
            if (row == n) {
                return 1;
            }
            long found = 0;
            for (int free = ~(columns | left | right) & (1 << n) - 1; free != 0; free &= free - 1) {
                int bit = free & -free;
                found += place(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
            }
            return found;
        }
    }

    /** Down to depth 3 by a method with checkpoints, then by one without. */
    public record Split(int n) implements Task<Long> {
        @Override
        public Long run(TaskContext context) {
            return top(context, n, 0, 0, 0, 0);
        }

        private static long top(
                TaskContext context, int n, int row, int columns, int left, int right) {
            context.checkpoint();
            if (row == 3) {
                return place(n, row, columns, left, right);
            }
            long found = 0;
            for (int free = ~(columns | left | right) & (1 << n) - 1; free != 0; free &= free - 1) {
                int bit = free & -free;
                found +=
                        top(
                                context,
                                n,
                                row + 1,
                                columns | bit,
                                (left | bit) << 1,
                                (right | bit) >> 1);
            }
            return found;
        }

        private static long place(int n, int row, int columns, int left, int right) {
            if (row == n) {
                return 1;
            }
            long found = 0;
            for (int free = ~(columns | left | right) & (1 << n) - 1; free != 0; free &= free - 1) {
                int bit = free & -free;
                found += place(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
            }
            return found;
        }
    }

    /** One method for all, with checkpoints down to a depth; {@code n} for every call. */
    public record Deep(int n, int depth) implements Task<Long> {
        @Override
        public Long run(TaskContext context) {
            return place(context, 0, 0, 0, 0);
        }

        private long place(TaskContext context, int row, int columns, int left, int right) {
            if (row <= depth) {
                context.checkpoint();
            }
            if (row == n) {
                return 1;
            }
            long found = 0;
            for (int free = ~(columns | left | right) & (1 << n) - 1; free != 0; free &= free - 1) {
                int bit = free & -free;
                found +=
                        place(
                                context,
                                row + 1,
                                columns | bit,
                                (left | bit) << 1,
                                (right | bit) >> 1);
            }
            return found;
        }
    }

    /** A checkpoint in every call, the innermost included. */
    public record Every(int n) implements Task<Long> {
        @Override
        public Long run(TaskContext context) {
            return place(context, n, 0, 0, 0, 0);
        }

        private static long place(
                TaskContext context, int n, int row, int columns, int left, int right) {
            context.checkpoint();
            if (row == n) {
                return 1;
            }
            long found = 0;
            for (int free = ~(columns | left | right) & (1 << n) - 1; free != 0; free &= free - 1) {
                int bit = free & -free;
                found +=
                        place(
                                context,
                                n,
                                row + 1,
                                columns | bit,
                                (left | bit) << 1,
                                (right | bit) >> 1);
            }
            return found;
        }
    }

    /** The same as {@link Bare} with the object and the context handed down. */
    public record BareDeep(int n) implements Task<Long> {
        @Override
        public Long run(TaskContext context) {
            return place(context, 0, 0, 0, 0);
        }

        private long place(TaskContext context, int row, int columns, int left, int right) {
            if (row == n) {
                return 1;
            }
            long found = 0;
            for (int free = ~(columns | left | right) & (1 << n) - 1; free != 0; free &= free - 1) {
                int bit = free & -free;
                found +=
                        place(
                                context,
                                row + 1,
                                columns | bit,
                                (left | bit) << 1,
                                (right | bit) >> 1);
            }
            return found;
        }
    }

    /** Goes down, stops once at the bottom, and comes back. */
    public record Ladder(int depth) implements Task<Long> {
        @Override
        public Long run(TaskContext context) {
            return down(context, depth, 1L, "at");
        }

        private static long down(TaskContext context, int depth, long sum, String text) {
            if (depth == 0) {
                context.checkpoint();
                return sum;
            }
            long below = down(context, depth - 1, sum * 3 + depth, text);
            return below + text.length();
        }
    }
}
