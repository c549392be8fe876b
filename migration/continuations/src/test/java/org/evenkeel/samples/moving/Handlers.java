package org.evenkeel.samples.moving;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Exceptions and locks. */
@SuppressWarnings("RefactorSwitch") // to be tried in all forms
public final class Handlers {

    private Handlers() {}

    public static final class TryCatchFinally implements Task<String> {
        private final StringBuilder log = new StringBuilder();

        @Override
        public String run(TaskContext context) throws Exception {
            for (int i = 0; i < 5; i++) {
                try {
                    log.append(risky(context, i));
                } catch (IllegalStateException | IOException e) {
                    context.checkpoint();
                    log.append(e.getMessage());
                } catch (RuntimeException e) {
                    context.checkpoint();
                    log.append('r').append(e.getCause().getMessage());
                } finally {
                    context.checkpoint();
                    log.append(';');
                }
            }
            return log.toString();
        }

        private int risky(TaskContext context, int i) throws IOException {
            try {
                context.checkpoint();
                switch (i) {
                    case 1 -> throw new IllegalStateException("one");
                    case 2 -> throw new IOException("two");
                    case 3 -> throw new RuntimeException(new Exception("inner"));
                    default -> {
                        return i;
                    }
                }
            } finally {
                log.append('f');
                context.checkpoint();
            }
        }
    }

    public static final class CatchesEverything implements Task<String> {
        @Override
        public String run(TaskContext context) {
            String text = "";
            for (int i = 0; i < 3; i++) {
                try {
                    context.checkpoint();
                    if (i == 1) {
                        throw new AssertionError("own");
                    }
                    text += i;
                } catch (Throwable t) {
                    text += t.getMessage();
                    context.checkpoint();
                    text += t.getClass().getSimpleName() + t.getStackTrace().length / 1000;
                }
            }
            return text;
        }
    }

    public static final class Resources implements Task<String> {
        static final class Closing implements AutoCloseable {
            private final StringBuilder log;
            private final TaskContext context;
            private final String name;

            Closing(StringBuilder log, TaskContext context, String name) {
                this.log = log;
                this.context = context;
                this.name = name;
            }

            @Override
            public void close() {
                context.checkpoint();
                log.append("-").append(name);
                throw new IllegalArgumentException(name);
            }
        }

        @Override
        public String run(TaskContext context) {
            StringBuilder log = new StringBuilder();
            try (Closing a = new Closing(log, context, "a");
                    Closing b = new Closing(log, context, "b")) {
                context.checkpoint();
                log.append(a.name).append(b.name);
                throw new IllegalStateException("body");
            } catch (IllegalStateException e) {
                context.checkpoint();
                log.append(e.getMessage()).append(e.getSuppressed().length);
                log.append(e.getSuppressed()[1].getMessage());
            }
            Exception added = new Exception("x");
            context.checkpoint();
            added.addSuppressed(new Exception("y"));
            return log.append(added.getSuppressed().length).toString();
        }
    }

    public static final class Synchronized implements Task<String> {
        private final Object lock = new Object();
        private int count;

        @Override
        public String run(TaskContext context) {
            String held = "";
            for (int i = 0; i < 3; i++) {
                synchronized (lock) {
                    context.checkpoint();
                    synchronized (this) {
                        context.checkpoint();
                        held += Thread.holdsLock(lock) + "" + Thread.holdsLock(this);
                        if (i == 1) {
                            continue;
                        }
                        method(context);
                    }
                    held += Thread.holdsLock(this);
                }
                held += Thread.holdsLock(lock);
            }
            try {
                synchronized (lock) {
                    synchronized (lock) {
                        fail(context);
                    }
                }
            } catch (IllegalStateException e) {
                held += Thread.holdsLock(lock);
            }
            return held + count + statics(context) + Thread.holdsLock(Synchronized.class);
        }

        private synchronized void method(TaskContext context) {
            count += Thread.holdsLock(this) ? 1 : 100;
            context.checkpoint();
            count += Thread.holdsLock(this) ? 1 : 100;
        }

        private static synchronized boolean statics(TaskContext context) {
            context.checkpoint();
            return Thread.holdsLock(Synchronized.class);
        }

        private static void fail(TaskContext context) {
            context.checkpoint();
            throw new IllegalStateException();
        }
    }

    public static final class OwnException implements Task<String> {
        static final class Counted extends Exception {
            private static final long serialVersionUID = 1L;
            final transient AtomicInteger dropped = new AtomicInteger();
            final int count;

            Counted(int count) {
                super("counted");
                this.count = count;
            }
        }

        @Override
        public String run(TaskContext context) {
            int total = 0;
            try {
                throw new Counted(5);
            } catch (Counted e) {
                context.checkpoint();
                total += e.count;
                return e.getMessage() + total;
            } finally {
                context.checkpoint();
            }
        }
    }

    /** An exception that is thrown again and again; yields how many lines of its trace are ours. */
    public static final class Kept implements Task<String> {
        private static final int ROUNDS = 10;
        private RuntimeException kept;

        @Override
        public String run(TaskContext context) {
            int caught = 0;
            for (int i = 0; i < ROUNDS; i++) {
                try {
                    around(context);
                } catch (IllegalStateException e) {
                    caught++;
                }
            }
            int ours = 0;
            for (StackTraceElement each : kept.getStackTrace()) {
                ours += each.getClassName().equals(Kept.class.getName()) ? 1 : 0;
            }
            return caught + " " + ours;
        }

        private void around(TaskContext context) {
            try {
                inside(context);
            } finally {
                context.checkpoint();
            }
        }

        private void inside(TaskContext context) {
            context.checkpoint();
            if (kept == null) {
                kept = new IllegalStateException("kept");
            }
            throw kept;
        }
    }
}
