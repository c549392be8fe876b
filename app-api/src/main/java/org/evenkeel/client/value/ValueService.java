package org.evenkeel.client.value;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a running task of a graph gets its inputs and leaves its value: its worker. */
public interface ValueService {

    /**
     * Waits until these values are at this node, or cannot be had.
     *
     * @param lost hears which cannot
     */
    List<TransferredInput> fetch(List<ValueRef> values, List<String> lost)
            throws InterruptedException;

    /**
     * Reads a value that is in the reference or at this node.
     *
     * @throws IOException if it is not there any more
     */
    @Nullable Object read(ValueRef value) throws IOException;

    /**
     * Keeps a value at this node, for as long as its job continues.
     *
     * @throws IOException if the node does not take it; says why
     */
    ValueRef keep(@Nullable Object value) throws IOException, InterruptedException;
}
