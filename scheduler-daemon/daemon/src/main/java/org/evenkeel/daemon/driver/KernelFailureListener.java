package org.evenkeel.daemon.driver;

import org.evenkeel.kernel.Event;

/** Hears that the kernel could not handle an event: its state is not to be trusted any more. */
public interface KernelFailureListener {

    /**
     * The kernel threw; none of the effects of this event is performed.
     *
     * @param event which
     * @param failure what it threw
     */
    void failed(Event event, Throwable failure);
}
