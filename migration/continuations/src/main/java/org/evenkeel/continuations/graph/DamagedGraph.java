package org.evenkeel.continuations.graph;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Bytes that are no graph, or one of objects that may not be made here. */
public final class DamagedGraph extends IOException {

    public DamagedGraph(String message) {
        super(message);
    }

    public DamagedGraph(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
