package org.evenkeel.daemon.driver;

import org.evenkeel.kernel.Event;

/** Where events go; called on the event loop. */
public interface EventSink {

    /** Something happened. */
    void submit(Event event);
}
