package org.evenkeel.samples;

import java.util.List;
import java.util.concurrent.Callable;

/** Lambdas in classes of all sorts; no type makes them serializable. */
public final class PlainHomes {

    private PlainHomes() {}

    /** An interface. */
    public interface Named {
        String name();

        default Callable<String> inDefault() {
            return () -> "I am " + name();
        }

        static Callable<String> inStatic() {
            return () -> "static";
        }
    }

    /** A record. */
    public record Point(int x) implements Named {
        @Override
        public String name() {
            return "point " + x;
        }

        Callable<String> inRecord() {
            return () -> "x is " + x;
        }
    }

    /** An abstract class. */
    abstract static class Base {
        static Callable<String> inAbstract(int number) {
            return () -> "abstract " + number;
        }
    }

    /** A class whose objects cannot travel. */
    static final class Runner extends Thread {
        static Callable<String> inThread(String word) {
            return () -> "thread " + word;
        }
    }

    /** An enum. */
    enum Sort {
        PLAIN;

        Callable<String> inEnum() {
            return () -> "sort " + name();
        }
    }

    /** A class that payloads call by another name. */
    static final class Failure extends Exception {
        static Callable<String> inException() {
            return () -> "failure";
        }
    }

    private static <T extends Comparable<T>> Callable<String> inGeneric(T a, T b) {
        return () -> "larger " + (a.compareTo(b) > 0 ? a : b);
    }

    /** Those that travel. */
    public static List<Object> all() {
        Point point = new Point(7);
        return List.of(
                point.inDefault(),
                Named.inStatic(),
                point.inRecord(),
                Base.inAbstract(3),
                Runner.inThread("pool"),
                Sort.PLAIN.inEnum(),
                inGeneric("a", "b"));
    }

    /** One that does not. */
    public static Object refused() {
        return Failure.inException();
    }
}
