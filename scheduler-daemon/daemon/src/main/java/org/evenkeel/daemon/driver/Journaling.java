package org.evenkeel.daemon.driver;

import java.util.function.LongConsumer;
import org.evenkeel.kernel.driver.RecordWriter;

/** Makes records durable, in their order; called on the event loop. */
public interface Journaling extends RecordWriter {

    /** Says who hears, on the event loop, up to which number everything is durable. */
    void whenDurable(LongConsumer listener);
}
