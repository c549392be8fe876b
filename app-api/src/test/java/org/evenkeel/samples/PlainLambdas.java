package org.evenkeel.samples;

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
import java.util.function.UnaryOperator;

/** Lambdas and method references that no type makes serializable; each is called with what fits. */
public final class PlainLambdas extends Above {

    private int field = 3;

    /** What each of them yields. */
    public static List<Object> results(List<Object> lambdas) throws Exception {
        List<Object> results = new ArrayList<>();
        for (Object lambda : lambdas) {
            results.add(
                    switch (lambda) {
                        case Callable<?> callable -> callable.call();
                        case Supplier<?> supplier -> supplier.get();
                        case IntBinaryOperator operator -> operator.applyAsInt(20, 3);
                        case IntFunction<?> function -> ((Object[]) function.apply(4)).length;
                        case ToLongFunction<?> function -> applyAsLong(function);
                        case Comparator<?> comparator -> compare(comparator);
                        case Function<?, ?> function -> apply(function);
                        case BiFunction<?, ?, ?> function -> applyToTwo(function);
                        default -> throw new AssertionError(lambda);
                    });
        }
        return results;
    }

    @SuppressWarnings("unchecked")
    private static Object apply(Function<?, ?> function) {
        return ((Function<Object, Object>) function).apply("text");
    }

    @SuppressWarnings("unchecked")
    private static Object applyToTwo(BiFunction<?, ?, ?> function) {
        return ((BiFunction<Object, Object, Object>) function).apply("a", 1);
    }

    @SuppressWarnings("unchecked")
    private static long applyAsLong(ToLongFunction<?> function) {
        return ((ToLongFunction<Object>) function).applyAsLong(7);
    }

    @SuppressWarnings("unchecked")
    private static int compare(Comparator<?> comparator) {
        return ((Comparator<Object>) comparator).compare("a", "b");
    }

    /** All of them. */
    public List<Object> all() {
        field = 5;
        int number = 2;
        long wide = 1L << 40;
        String word = "word";
        Callable<Integer> nothing = () -> 1;
        Callable<String> captures = () -> word + number + wide;
        Callable<Integer> itself = () -> field * number;
        Supplier<Integer> method = this::privately;
        Supplier<String> above = super::hello;
        Supplier<List<String>> constructor = ArrayList::new;
        IntBinaryOperator statics = Math::floorMod;
        IntFunction<String[]> array = String[]::new;
        ToLongFunction<Integer> widened = Integer::intValue;
        Comparator<String> typed = (a, b) -> b.compareTo(a);
        Function<String, Integer> unbound = String::length;
        UnaryOperator<String> inherited = PlainLambdas::shout;
        BiFunction<String, Integer, String> two = (a, b) -> a + b + inner(() -> word);
        return List.of(
                nothing,
                captures,
                itself,
                method,
                above,
                constructor,
                statics,
                array,
                widened,
                typed,
                unbound,
                inherited,
                two);
    }

    private static String inner(Supplier<String> supplier) {
        return supplier.get();
    }

    private int privately() {
        return field + 100;
    }
}
