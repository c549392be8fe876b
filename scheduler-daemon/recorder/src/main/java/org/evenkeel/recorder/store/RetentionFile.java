package org.evenkeel.recorder.store;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.daemon.files.PrivateFiles;

/** How long rows of a directory are kept: the values that a recorder was last started with. */
public final class RetentionFile {

    private static final String NAME = "retention.json";
    private static final String DAYS = "days";
    private static final String BYTES = "bytes";

    /**
     * Reads it.
     *
     * @param otherwise the plan if there is no such file
     */
    public static RetentionPlan read(Path store, RetentionPlan otherwise) throws IOException {
        Path file = store.resolve(NAME);
        if (!Files.exists(file)) {
            return otherwise;
        }
        Map<String, Object> fields = JSON.std.mapFrom(Files.readString(file));
        if (fields.get(DAYS) instanceof Number days && fields.get(BYTES) instanceof Number bytes) {
            return new RetentionPlan(days.intValue(), bytes.longValue());
        }
        throw new IOException(file + " is damaged; delete it, then use --days and --bytes again");
    }

    /** Keeps it for recorders that are started without these options. */
    public static void write(Path store, RetentionPlan plan) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(DAYS, plan.days());
        fields.put(BYTES, plan.bytes());
        String json = JSON.std.asString(fields) + "\n";
        PrivateFiles.writeAtomically(store.resolve(NAME), json.getBytes(StandardCharsets.UTF_8));
    }
}
