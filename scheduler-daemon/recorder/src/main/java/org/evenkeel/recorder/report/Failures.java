package org.evenkeel.recorder.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.evenkeel.recorder.report.RecordedJob.TaskFacts;
import org.evenkeel.recorder.report.RunColumns.Bar;

/** Tasks that failed, by what their failures say. */
final class Failures {

    /** Shown; beyond these, failures differ in what they say by a number, say. */
    private static final int MOST = 50;

    private Failures() {}

    /** The most frequent first. */
    static List<Map<String, Object>> of(RecordedJob job) {
        Map<Integer, String> lastMachine = new LinkedHashMap<>();
        for (Bar run : job.runs()) {
            lastMachine.put(run.task(), job.slots().get(run.row()).machine());
        }
        Map<String, List<Integer>> byText = new LinkedHashMap<>();
        for (int i = 0; i < job.tasks().size(); i++) {
            if (job.tasks().get(i).hasFailed()) {
                byText.computeIfAbsent(job.tasks().get(i).outcome(), _ -> new ArrayList<>()).add(i);
            }
        }
        return byText.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
                .limit(MOST)
                .map(entry -> fields(job, entry.getKey(), entry.getValue(), lastMachine))
                .toList();
    }

    private static Map<String, Object> fields(
            RecordedJob job, String text, List<Integer> tasks, Map<Integer, String> lastMachine) {
        TaskFacts example = job.tasks().get(tasks.getFirst());
        TreeSet<String> machines = new TreeSet<>();
        tasks.forEach(task -> machines.add(lastMachine.getOrDefault(task, "?")));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("text", text);
        fields.put("count", tasks.size());
        fields.put("machines", List.copyOf(machines));
        fields.put("example", example.id());
        return fields;
    }
}
