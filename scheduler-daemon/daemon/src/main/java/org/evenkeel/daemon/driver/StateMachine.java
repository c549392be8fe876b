package org.evenkeel.daemon.driver;

import java.util.List;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;

/** The kernel as the driver sees it; {@code NodeCore::handle} implements it. */
public interface StateMachine {

    /** The effects of an event; the list is reused by the next call. */
    List<Effect> handle(long atNanos, Event event);
}
