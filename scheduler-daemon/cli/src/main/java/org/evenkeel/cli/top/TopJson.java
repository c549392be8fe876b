package org.evenkeel.cli.top;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.evenkeel.cli.query.JobLine;
import org.evenkeel.model.JsonObject;

/** What is on the screen as a map, for JSON: all rows, with all characters. */
public final class TopJson {
    /** All of it; a rate that is not known is not there. */
    public static Map<String, Object> fields(TopState state) {
        Look look = state.look();
        List<MachineRow> machines = state.machineRows();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("machines", machines(state));
        putRate(fields, TopScreen.perSecond(machines));
        fields.put("jobs", state.jobs().shown().stream().map(JobLine::fields).toList());
        fields.put("moreJobs", look != null && look.moreJobs());
        fields.put("tasks", state.tasks().shown().stream().map(TopJson::fields).toList());
        fields.put("moreTasks", look != null && look.moreTasks());
        fields.put("silent", look == null ? List.of() : List.copyOf(look.silent().keySet()));
        return fields;
    }

    /** The machines alone. */
    public static List<Map<String, Object>> machines(TopState state) {
        return state.machineRows().stream().map(TopJson::fields).toList();
    }

    private static Map<String, Object> fields(MachineRow row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("machine", row.name());
        fields.put("state", row.state());
        GoneMachine gone = row.gone();
        if (gone != null) {
            fields.put("goneSince", gone.since());
            fields.put("how", gone.how());
        }
        if (row.answers()) {
            fields.put("busy", row.busy());
            fields.put("workers", row.workers());
            fields.put("waiting", row.waiting());
            fields.put("parked", row.parked());
            fields.put("load", row.load());
            putRate(fields, row.perSecond());
        }
        return fields;
    }

    private static void putRate(Map<String, Object> fields, OptionalDouble perSecond) {
        if (perSecond.isPresent()) {
            fields.put("tasksPerSecond", perSecond.getAsDouble());
        }
    }

    private static Map<String, Object> fields(TaskRow row) {
        return new JsonObject()
                .with("task", row.id())
                .with("kind", row.kind())
                .with("state", row.state())
                .with("where", row.where());
    }
}
