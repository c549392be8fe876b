package org.evenkeel.daemon.driver;

import java.util.List;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;

/** Sees what the kernel returned for an event, before any of it is performed; on the event loop. */
public interface EventObserver {

    /**
     * The kernel has handled an event.
     *
     * @param atNanos the time that the kernel was given
     * @param effects reused by the next event
     */
    void handled(long atNanos, Event event, List<Effect> effects);
}
