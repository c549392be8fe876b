package org.evenkeel.samples.moving;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Lambdas and method references, those that are put away and those that are held. */
@SuppressWarnings("BoxingComparator") // to be tried in all forms
public final class Lambdas {

    private Lambdas() {}

    interface Step {
        int go(TaskContext context, int x) throws Exception;
    }

    public static final class Suspending implements Task<String> {
        private int field = 3;

        @Override
        public String run(TaskContext context) throws Exception {
            int captured = 10;
            Step lambda =
                    (c, x) -> {
                        c.checkpoint();
                        int y = x + captured + field;
                        c.checkpoint();
                        return y;
                    };
            Step reference = this::method;
            Step statics = Suspending::statics;
            Supplier<String> jdk =
                    () -> {
                        context.checkpoint();
                        return "s" + captured;
                    };
            Function<Integer, Step> maker = n -> (c, x) -> lambda.go(c, x) * n;
            Callable<Integer> callable = () -> maker.apply(2).go(context, 1);
            Runnable runnable =
                    () -> {
                        context.checkpoint();
                        field++;
                    };
            runnable.run();
            return lambda.go(context, 1)
                    + " "
                    + reference.go(context, 2)
                    + " "
                    + statics.go(context, 3)
                    + jdk.get()
                    + callable.call()
                    + field;
        }

        private int method(TaskContext context, int x) {
            context.checkpoint();
            return x * field;
        }

        private static int statics(TaskContext context, int x) {
            context.checkpoint();
            return x * 7;
        }
    }

    /** Held across checkpoints, never put away themselves. */
    public static final class Held implements Task<String> {
        private record Item(String name, int size) {}

        @Override
        public String run(TaskContext context) {
            long offset = 5L;
            IntBinaryOperator add = (a, b) -> a + b + (int) offset;
            IntFunction<int[]> array = int[]::new;
            BiFunction<String, Integer, Item> made = Item::new;
            ToLongFunction<Integer> widened = Integer::intValue;
            Comparator<Item> order =
                    Comparator.comparing(Item::size).thenComparing(Item::name).reversed();
            Supplier<List<String>> lists = ArrayList::new;
            Function<Object, String> text = Object::toString;
            @SuppressWarnings("unchecked")
            Supplier<Integer> serial = (Supplier<Integer> & Serializable) () -> (int) offset * 2;
            context.checkpoint();
            List<Item> items = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                items.add(made.apply("n" + (3 - i), i / 2));
                context.checkpoint();
            }
            items.sort(order);
            context.checkpoint();
            lists.get().add("x");
            return items
                    + ""
                    + add.applyAsInt(1, 2)
                    + array.apply(3).length
                    + widened.applyAsLong(4)
                    + text.apply(9)
                    + serial.get()
                    + (serial instanceof Serializable);
        }
    }

    /** Every kind of captured value and conversion. */
    public static final class Shapes implements Task<String> {
        interface Wide {
            double apply(int x, long y);
        }

        interface Back<T> {
            T back(T value);
        }

        interface Strings extends Back<String> {
            @Override
            String back(String value);
        }

        static class Above {
            String hello(TaskContext c, String name) {
                c.checkpoint();
                return "hello " + name;
            }
        }

        static final class Below extends Above {
            @Override
            String hello(TaskContext c, String name) {
                BiFunction<TaskContext, String, String> above = super::hello;
                return above.apply(c, name) + "!";
            }
        }

        private static long sum(long x, double y) {
            return x + (long) y;
        }

        private static String all(TaskContext c, Object... values) {
            c.checkpoint();
            return values.length + "";
        }

        @Override
        public String run(TaskContext context) {
            boolean z = true;
            byte b = 1;
            char ch = 'c';
            short s = 2;
            int i = 3;
            long j = 4;
            float f = 5;
            double d = 6;
            String t = "t";
            Supplier<String> captures =
                    () -> {
                        context.checkpoint();
                        return "" + z + b + ch + s + i + j + f + d + t;
                    };
            Wide wide = Shapes::sum;
            Strings strings =
                    value -> {
                        context.checkpoint();
                        return value + value;
                    };
            Back<String> back = strings;
            BiFunction<TaskContext, Integer, String> varargs = Shapes::all;
            Function<Integer, Long> boxed = x -> x + 1L;
            context.checkpoint();
            return captures.get()
                    + wide.apply(1, 2)
                    + back.back("q")
                    + varargs.apply(context, 1)
                    + boxed.apply(1)
                    + new Below().hello(context, "you");
        }
    }
}
