package org.evenkeel.daemon;

import java.util.stream.Collectors;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.kernel.trace.TraceRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process at once when the scheduler has reached a state that must not occur. No effect
 * that follows from it is performed. What is on disk was written before, and is recovered.
 */
record KernelHalt(NodeCore core) {
    private static final Logger LOG = LoggerFactory.getLogger(KernelHalt.class);
    private static final int TRACE_LINES = 50;
    private static final int MAX_EVENT_LENGTH = 2_000;

    void failed(Event event, Throwable failure) {
        LOG.error("the scheduler failed at the event {}", cut(event.toString()), failure);
        LOG.error("what happened before, oldest first:\n{}", story());
        Halt.now(LOG, message(event, failure), DaemonMain.KERNEL_FAILED);
    }

    private static String message(Event event, Throwable failure) {
        return ("the scheduler reached a state that must not occur (%s) while it handled %s. Start "
                        + "the daemon again: it recovers everything that reached the disk, and "
                        + "programs submit the rest again. This is a defect; please report it "
                        + "with daemon.log.")
                .formatted(failure.getMessage(), event.getClass().getSimpleName());
    }

    private String story() {
        return core.trace().last(TRACE_LINES).stream()
                .map(TraceRecord::toString)
                .collect(Collectors.joining("\n"));
    }

    private static String cut(String text) {
        return text.length() <= MAX_EVENT_LENGTH
                ? text
                : text.substring(0, MAX_EVENT_LENGTH) + " … (" + text.length() + " characters)";
    }
}
