package org.evenkeel.recorder.query;

import java.io.IOException;

/** The recorder has deleted a file that a query was about to read. */
public final class SegmentsChangedException extends IOException {
    SegmentsChangedException(Throwable cause) {
        super("the recorder deleted rows while the query read them; ask again", cause);
    }
}
