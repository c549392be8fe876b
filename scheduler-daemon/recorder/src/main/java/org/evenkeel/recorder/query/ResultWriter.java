package org.evenkeel.recorder.query;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints the result of a query in one form. Values are those of {@link ResultValues}. */
public interface ResultWriter {

    /** Once, first. */
    void begin(List<String> columns) throws IOException;

    void row(List<@Nullable Object> values) throws IOException;

    /** Once, last. */
    void end() throws IOException;
}
