package org.evenkeel.examples.measure;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Processor time of what runs here. A virtual thread has none of its own: until it waits for
 * something it is that of the thread that carries it.
 *
 * @param thread id of the thread whose time it is
 */
record ProcessorClock(long thread) {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Map<String, Long> CARRIERS = new ConcurrentHashMap<>();

    /** For the thread that calls, until it waits for something. */
    static ProcessorClock here() {
        Thread thread = Thread.currentThread();
        if (!thread.isVirtual()) {
            return new ProcessorClock(thread.threadId());
        }
        // A virtual thread tells its carrier as the last word of what it is.
        String all = thread.toString();
        String carrier = all.substring(all.lastIndexOf('@') + 1);
        return new ProcessorClock(CARRIERS.computeIfAbsent(carrier, ProcessorClock::find));
    }

    private static long find(String name) {
        for (ThreadInfo info : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (info != null && info.getThreadName().equals(name)) {
                return info.getThreadId();
            }
        }
        throw new IllegalStateException("there is no thread " + name + " to carry this one");
    }

    /** Nanoseconds; only differences mean something. */
    long nanos() {
        return THREADS.getThreadCpuTime(thread);
    }
}
