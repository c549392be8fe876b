package org.evenkeel.recorder.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.evenkeel.recorder.report.RunColumns.Bar;

/** The ids of the tasks that a picture names: of several runs in one bar only the first. */
final class TaskNames {

    private static final int NOT_NAMED = -1;

    private final String start;
    private final List<String> ids = new ArrayList<>();
    private final int[] places;

    private TaskNames(RecordedJob job) {
        start = job.facts().id() + "-";
        places = new int[job.tasks().size()];
        Arrays.fill(places, NOT_NAMED);
    }

    /** Those of a picture's bars. */
    static TaskNames of(RecordedJob job, List<Bar> bars) {
        TaskNames names = new TaskNames(job);
        for (Bar bar : bars) {
            if (names.places[bar.task()] == NOT_NAMED) {
                names.places[bar.task()] = names.ids.size();
                names.ids.add(job.tasks().get(bar.task()).id());
            }
        }
        return names;
    }

    /** The place of a task's id among those that are named. */
    int place(int task) {
        return places[task];
    }

    /** What all begin with, and how each continues: ids of one job begin alike. */
    Map<String, Object> fields() {
        boolean alike = ids.stream().allMatch(id -> id.startsWith(start));
        String prefix = alike ? start : "";
        return Map.of(
                "prefix",
                prefix,
                "numbers",
                ids.stream().map(id -> id.substring(prefix.length())).toArray(String[]::new));
    }
}
