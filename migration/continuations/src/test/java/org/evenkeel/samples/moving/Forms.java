package org.evenkeel.samples.moving;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Records, patterns, inner classes, text, threads. */
@SuppressWarnings("ReferenceEquality") // to be tried in all forms
public final class Forms {

    private Forms() {}

    sealed interface Shape {
        record Circle(double radius) implements Shape {}

        record Square(double side, Shape inner) implements Shape {}

        enum Unit implements Shape {
            POINT,
            LINE {
                @Override
                int length(TaskContext context) {
                    context.checkpoint();
                    return 1;
                }
            };

            int length(TaskContext context) {
                return 0;
            }
        }
    }

    public static final class Patterns implements Task<String> {
        private static double area(TaskContext context, Shape shape) {
            context.checkpoint();
            return switch (shape) {
                case Shape.Circle(var radius) when small(context, radius) -> radius;
                case Shape.Circle(double radius) -> 3 * radius * radius;
                case Shape.Square(double side, Shape.Unit _) -> side;
                case Shape.Square(var side, Shape inner) -> side * side - area(context, inner);
                case Shape.Unit unit -> unit.length(context);
            };
        }

        private static boolean small(TaskContext context, double radius) {
            context.checkpoint();
            return radius < 1;
        }

        private static String describe(TaskContext context, Object object) {
            context.checkpoint();
            if (object instanceof String text && !text.isEmpty()) {
                context.checkpoint();
                return text + text.length();
            }
            return switch (object) {
                case null -> "null";
                case Integer i when i > 10 -> "big" + i;
                case Integer i -> "small" + i;
                default -> {
                    context.checkpoint();
                    yield object.getClass().getSimpleName();
                }
            };
        }

        @Override
        public String run(TaskContext context) {
            Shape shape = new Shape.Square(4, new Shape.Square(2, new Shape.Circle(0.5)));
            String text = "" + area(context, shape) + area(context, new Shape.Circle(2));
            text += area(context, new Shape.Square(9, Shape.Unit.POINT));
            text += area(context, Shape.Unit.LINE);
            for (Object each : new Object[] {"s", 11, 3, null, 4L}) {
                text += describe(context, each);
            }
            switch (text.substring(0, 2)) {
                case "ab", "12" -> context.checkpoint();
                default -> text += "-";
            }
            return text;
        }
    }

    public static final class Records implements Task<String> {
        record Range(int from, int to) {
            Range {
                if (from > to) {
                    throw new IllegalArgumentException();
                }
            }

            long sum(TaskContext context) {
                long sum = 0;
                for (int i = from; i < to; i++) {
                    context.checkpoint();
                    sum += i;
                }
                return sum;
            }
        }

        record Tree<T>(Tree<T> left, T value, Tree<T> right) {
            int size(TaskContext context) {
                context.checkpoint();
                return 1
                        + (left == null ? 0 : left.size(context))
                        + (right == null ? 0 : right.size(context));
            }
        }

        private static boolean same(Object a, Object b) {
            return a == b;
        }

        @Override
        public String run(TaskContext context) {
            Range range = new Range(2, 6);
            Tree<Range> leaf = new Tree<>(null, range, null);
            Tree<Range> tree = new Tree<>(leaf, new Range(0, 1), new Tree<>(leaf, range, leaf));
            long sum = range.sum(context);
            return sum + " " + tree.size(context) + tree + same(tree.left(), tree.right().left());
        }
    }

    public static final class Inner implements Task<String> {
        private int outer = 1;

        final class Counter {
            int own = 10;

            final class Deeper {
                int all(TaskContext context) {
                    context.checkpoint();
                    outer++;
                    own++;
                    context.checkpoint();
                    return outer * 100 + own;
                }
            }
        }

        @Override
        public String run(TaskContext context) {
            Counter counter = new Counter();
            Counter.Deeper deeper = counter.new Deeper();
            int local = 4;
            class Local {
                int value(TaskContext c) {
                    c.checkpoint();
                    return local + outer;
                }
            }
            Task<String> anonymous =
                    new Task<>() {
                        private int calls = local;

                        @Override
                        public String run(TaskContext c) {
                            c.checkpoint();
                            return "a" + calls++ + outer;
                        }
                    };
            try {
                return deeper.all(context)
                        + " "
                        + new Local().value(context)
                        + anonymous.run(context)
                        + anonymous.run(context)
                        + counter.own;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static final class Texts implements Task<String> {
        @Override
        public String run(TaskContext context) {
            StringBuilder builder = new StringBuilder("b");
            String text = "";
            for (int i = 0; i < 4; i++) {
                text = i + text + number(context) + 'c' + 1.5f + number(context) + null + true;
                builder.append(number(context)).append(text, 0, 2);
            }
            return text
                    + builder
                    + """
                    block %d
                    """
                            .formatted(number(context));
        }

        private static int number(TaskContext context) {
            context.checkpoint();
            return 7;
        }
    }

    /** Fields that do not travel are as new. */
    public static final class Transients implements Task<String> {
        private transient int lost = 5;
        private final int kept = 6;

        @Override
        public String run(TaskContext context) {
            lost = 0;
            context.checkpoint();
            lost++;
            context.checkpoint();
            return kept + (lost <= 1 ? "ok" : "kept" + lost);
        }
    }
}
