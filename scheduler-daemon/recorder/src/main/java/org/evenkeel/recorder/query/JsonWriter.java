package org.evenkeel.recorder.query;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.Printable;
import org.jspecify.annotations.Nullable;

/** An array of objects, one for each row; what a terminal would obey is an escape in it. */
public final class JsonWriter implements ResultWriter {

    private static final JSON ROWS = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES);

    private final PrintWriter out;
    private List<String> columns = List.of();
    private boolean any;

    public JsonWriter(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void begin(List<String> names) {
        columns = names;
        out.print("[");
    }

    @Override
    public void row(List<@Nullable Object> values) throws IOException {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            object.put(columns.get(i), values.get(i));
        }
        out.print(any ? ",\n " : "\n ");
        out.print(Printable.of(ROWS.asString(object)));
        any = true;
    }

    @Override
    public void end() {
        out.println(any ? "\n]" : "]");
        out.flush();
    }
}
