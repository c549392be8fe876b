package org.evenkeel.samples.moving;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Locals, loops, recursion, calls. */
@SuppressWarnings("ReferenceEquality") // to be tried in all forms
public final class Flows {

    private Flows() {}

    public static final class Locals implements Task<String> {
        @Override
        public String run(TaskContext context) {
            boolean z = true;
            byte b = -7;
            char c = '\u1234';
            short s = -30_000;
            int i = Integer.MIN_VALUE;
            long j = Long.MAX_VALUE - 3;
            float f = -0.0f;
            double d = Double.NaN;
            String text = "t\ud800\u00fc";
            Object nothing = null;
            int[][] array = {{1, 2}, {}, null};
            Object[] self = {null, "x"};
            self[0] = self;
            for (int n = 0; n < 3; n++) {
                context.checkpoint();
                z = !z;
                b++;
                c++;
                s--;
                i++;
                j -= n;
                f *= 1.5f;
                d = n == 1 ? 1.0 / 3 : d;
                array[0][1] += n;
            }
            return z
                    + " "
                    + b
                    + " "
                    + (int) c
                    + " "
                    + s
                    + " "
                    + i
                    + " "
                    + j
                    + " "
                    + f
                    + " "
                    + d
                    + text.length()
                    + nothing
                    + Arrays.deepToString(array)
                    + (self[0] == self);
        }
    }

    public static final class Loops implements Task<String> {
        @Override
        public String run(TaskContext context) {
            long sum = 0;
            outer:
            for (int i = 0; i < 6; i++) {
                int j = 0;
                while (true) {
                    context.checkpoint();
                    if (++j > i) {
                        break;
                    }
                    if (j == 4) {
                        continue outer;
                    }
                    sum = sum * 31 + i * 10L + j;
                }
                do {
                    context.checkpoint();
                    sum ^= j;
                } while (j-- > 2);
            }
            return "" + sum;
        }
    }

    public static final class Recursion implements Task<String> {
        @Override
        public String run(TaskContext context) {
            return "" + fib(context, 9) + " " + queens(context, 5, 0, 0, 0, 0);
        }

        private long fib(TaskContext context, int n) {
            context.checkpoint();
            return n < 2 ? n : fib(context, n - 1) + 3 * fib(context, n - 2);
        }

        private static int queens(TaskContext c, int n, int row, int cols, int left, int right) {
            if (row == n) {
                c.checkpoint();
                return 1;
            }
            int found = 0;
            for (int free = ~(cols | left | right) & (1 << n) - 1; free != 0; free &= free - 1) {
                int bit = free & -free;
                found += queens(c, n, row + 1, cols | bit, (left | bit) << 1, (right | bit) >> 1);
            }
            return found;
        }
    }

    public static final class Deep implements Task<String> {
        @Override
        public String run(TaskContext context) {
            return "" + down(context, 300);
        }

        private static int down(TaskContext context, int depth) {
            if (depth == 0) {
                context.checkpoint();
                return 1;
            }
            int below = down(context, depth - 1);
            if (depth % 100 == 0) {
                context.checkpoint();
            }
            return below + depth % 3;
        }
    }

    /** Values that wait on the operand stack. */
    public static final class Operands implements Task<String> {
        private int calls;

        @Override
        public String run(TaskContext context) {
            long a = 5;
            double d = 0.5;
            int[] array = new int[4];
            array[next(context)] = next(context) + array.length * next(context);
            array[2] += next(context);
            long mixed = a * next(context) + (long) (d * next(context)) - next(context) % 3;
            boolean some = next(context) > 100 || next(context) > 1 && next(context) < 100;
            int chosen = some ? next(context) : -next(context);
            return Arrays.toString(array)
                    + mixed
                    + some
                    + chosen
                    + varargs(next(context), next(context), next(context));
        }

        private int next(TaskContext context) {
            context.checkpoint();
            return ++calls;
        }

        private static String varargs(Object... all) {
            return Arrays.toString(all);
        }
    }

    public static final class Calls implements Task<String> {
        interface Step {
            int apply(TaskContext context, int x);

            default int twice(TaskContext context, int x) {
                return apply(context, apply(context, x));
            }

            static int zero(TaskContext context) {
                context.checkpoint();
                return 0;
            }

            private int thrice(TaskContext context, int x) {
                return apply(context, twice(context, x));
            }

            default int all(TaskContext context, int x) {
                return thrice(context, x) + zero(context);
            }
        }

        abstract static class Base<T> implements Step {
            abstract T value(TaskContext context);

            @Override
            public int apply(TaskContext context, int x) {
                context.checkpoint();
                return x + 1;
            }
        }

        static class Middle extends Base<String> {
            @Override
            String value(TaskContext context) {
                context.checkpoint();
                return "m";
            }
        }

        static final class Leaf extends Middle {
            @Override
            public int apply(TaskContext context, int x) {
                return 2 * super.apply(context, x);
            }

            @Override
            String value(TaskContext context) {
                return super.value(context) + "l";
            }
        }

        @Override
        public String run(TaskContext context) {
            Base<?> base = new Leaf();
            Step step = base;
            return step.all(context, 3) + " " + base.value(context) + step.twice(context, 1);
        }
    }

    /** Arguments of constructors that are put away before the object is made. */
    public static final class News implements Task<String> {
        record Pair(Object a, Object b) {}

        static final class Box {
            final long value;
            final String text;

            Box(long value, String text) {
                this.value = value;
                this.text = text;
            }
        }

        @Override
        public String run(TaskContext context) {
            Pair pair =
                    new Pair(
                            number(context),
                            new Pair(new Box(number(context), text(context)).value, text(context)));
            List<Pair> pairs = new ArrayList<>(number(context));
            pairs.add(new Pair(pair, number(context) > 2 ? new Pair(number(context), 1) : null));
            new Box(number(context), text(context));
            if (pairs.size() > 5) {
                throw new IllegalStateException(text(context));
            }
            return pairs.toString();
        }

        private static int number(TaskContext context) {
            context.checkpoint();
            return 4;
        }

        private static String text(TaskContext context) {
            context.checkpoint();
            return "text";
        }
    }

    public static final class Generic<T extends Comparable<T>> implements Task<String> {
        private List<T> items = new ArrayList<>();

        @Override
        @SuppressWarnings("unchecked")
        public String run(TaskContext context) {
            for (int i = 0; i < 5; i++) {
                insert(context, (T) Integer.valueOf(i * 7 % 5));
            }
            return items.toString();
        }

        private void insert(TaskContext context, T item) {
            int at = 0;
            for (; at < items.size() && items.get(at).compareTo(item) < 0; at++) {
                context.checkpoint();
            }
            items.add(at, item);
        }
    }
}
