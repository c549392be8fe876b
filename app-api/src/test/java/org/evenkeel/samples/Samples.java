package org.evenkeel.samples;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import org.evenkeel.api.RemoteCallable;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Types of programs, for tests; in a package that is not the runtime's own. */
public final class Samples {

    private Samples() {}

    public enum Colour {
        RED,
        GREEN {
            @Override
            public int code() {
                return 2;
            }
        };

        public int code() {
            return 1;
        }
    }

    /** Every kind of field. */
    public static class Node {
        public boolean flag;
        public byte small;
        public short medium;
        public char letter;
        public int number;
        public long big;
        public float rough;
        public double fine;
        public String text;
        public Integer boxed;
        public Colour colour;
        public Object any;
        public Node next;
        public List<Object> list = new ArrayList<>();
        public Map<String, Object> map;
        public int[] ints;
        public Object[] objects;
        public Pair pair;
        public transient Object left = "left behind";
        static Object shared = new Object();
    }

    /** A subclass with a field of the same name as one above it. */
    public static final class Leaf extends Node {
        @SuppressWarnings("HidingField") // which is what is to be shown
        public long number;
    }

    public record Pair(int first, String second, Object third) {}

    public record Board(int size, ReentrantLock lock) {}

    public record QueensTask(int n, Board board) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            return n;
        }
    }

    public static final class Outer {
        public int value = 7;

        public final class Inner implements Task<Integer> {
            @Override
            public Integer run(TaskContext context) {
                return value;
            }
        }
    }

    /** A program that has a file open. */
    public static final class WithLog implements AutoCloseable {
        private final FileOutputStream log;
        private int lines;

        public WithLog() {
            log = new FileOutputStream(FileDescriptor.err);
        }

        public RemoteCallable<Integer> lambda() {
            return () -> lines++;
        }

        public Callable<Integer> anonymous() {
            return new Callable<>() {
                @Override
                public Integer call() {
                    return lines++;
                }
            };
        }

        public Callable<String> withLocal(Thread thread) {
            return new Callable<>() {
                @Override
                public String call() {
                    return thread.getName();
                }
            };
        }

        @Override
        public void close() throws IOException {
            log.flush();
        }
    }

    public static RemoteCallable<String> lambda(String prefix, List<Integer> captured) {
        return () -> prefix + captured;
    }

    public static RemoteCallable<Integer> reference(String text) {
        return text::length;
    }

    public static final class ListOfOwn extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        public ListOfOwn() {}
    }

    public static final class OddException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        public final int code;

        public OddException(int code) {
            super("odd " + code);
            this.code = code;
        }
    }

    public static final class PlainException extends Exception {
        private static final long serialVersionUID = 1L;

        public PlainException(String message) {
            super(message);
        }
    }

    public static final class BrokenConstructor {
        public final int x;

        public BrokenConstructor() {
            throw new IllegalStateException("never");
        }

        public BrokenConstructor(int x) {
            this.x = x;
        }
    }
}
