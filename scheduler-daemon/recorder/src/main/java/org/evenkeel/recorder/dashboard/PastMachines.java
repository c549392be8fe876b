package org.evenkeel.recorder.dashboard;

import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.NodeOrder;
import org.evenkeel.model.JsonObject;
import org.evenkeel.recorder.past.RecordedDay;
import org.evenkeel.recorder.past.RecordedMachines;
import org.evenkeel.recorder.past.RecordedMachines.Answer;
import org.evenkeel.recorder.query.QueryDatabase;
import org.jspecify.annotations.Nullable;

/**
 * Machines at a moment of the past, in the form of {@link MachineList}: {@code recorded} says that
 * it is that. Speeds, memory, disks and calendars are not recorded. Times in it are milliseconds
 * since 1970.
 */
final class PastMachines {

    private static final String NAME = "machine";
    private static final long MICROS = 1_000;

    /** All of them, by name: {@code at}, {@code recorded} and {@code machines}. */
    static Map<String, Object> all(QueryDatabase database, long at) throws IOException {
        RecordedMachines then = RecordedMachines.at(database, at);
        List<Map<String, Object>> rows =
                then.rows().stream()
                        .sorted(Comparator.comparing(PastMachines::name, NodeOrder.BY_NAME))
                        .map(row -> fields(row, then.answers().get(name(row)), false))
                        .toList();
        Map<String, Object> page = page(at);
        page.put("machines", rows);
        return page;
    }

    /**
     * One of them with what it told last: {@code at}, {@code recorded}, {@code machine}, and the
     * {@code day} before, as {@link RecordedDay} has it; null if none of this name was heard of on
     * that day.
     */
    static @Nullable Map<String, Object> one(QueryDatabase database, String name, long at)
            throws IOException {
        RecordedMachines then = RecordedMachines.at(database, at);
        for (Map<String, Object> row : then.rows()) {
            if (name(row).equals(name)) {
                Map<String, Object> page = page(at);
                page.put(NAME, fields(row, RecordedMachines.last(database, name, at), true));
                page.put("day", RecordedDay.until(database, name, at));
                return page;
            }
        }
        return null;
    }

    private static Map<String, Object> page(long at) {
        return new JsonObject().with("at", at / MICROS).with("recorded", true);
    }

    private static String name(Map<String, Object> row) {
        return String.valueOf(row.get(NAME));
    }

    private static Map<String, Object> fields(
            Map<String, Object> row, @Nullable Answer last, boolean inFull) {
        Map<String, Object> fields = new LinkedHashMap<>(row);
        if (last != null) {
            fields.put("answered", last.millis());
            fields.put(
                    "facts",
                    inFull
                            ? MachineFacts.recorded(last.node())
                            : MachineFacts.shortly(last.node(), null));
        }
        return fields;
    }
}
