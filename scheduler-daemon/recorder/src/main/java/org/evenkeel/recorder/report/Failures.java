package org.evenkeel.recorder.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.cli.query.NodeOrder;
import org.evenkeel.model.JsonObject;
import org.evenkeel.recorder.report.RecordedJob.TaskFacts;
import org.evenkeel.recorder.report.RunColumns.Bar;

/** Tasks that failed, by the class of the exception: what it says may differ for each task. */
final class Failures {

    private static final int MOST = 50;

    /** What a failure says: how it ended, the class of its exception, its message. */
    private static final Pattern CLASS = Pattern.compile("[^:]*: [^:\\s]*");

    /** The most frequent first. */
    static List<Map<String, Object>> of(RecordedJob job) {
        Map<Integer, String> lastMachine = new LinkedHashMap<>();
        job.runs().stream()
                .filter(run -> job.tasks().get(run.task()).hasFailed())
                .sorted(Comparator.comparingLong(Bar::end))
                .forEach(run -> lastMachine.put(run.task(), job.slots().get(run.row()).machine()));
        Map<String, List<Integer>> byClass = new LinkedHashMap<>();
        for (int i = 0; i < job.tasks().size(); i++) {
            if (job.tasks().get(i).hasFailed()) {
                byClass.computeIfAbsent(
                                classOf(job.tasks().get(i).outcome()), _ -> new ArrayList<>())
                        .add(i);
            }
        }
        return byClass.values().stream()
                .sorted(Comparator.comparingInt((List<Integer> tasks) -> -tasks.size()))
                .limit(MOST)
                .map(tasks -> fields(job, tasks, lastMachine))
                .toList();
    }

    private static String classOf(String outcome) {
        Matcher found = CLASS.matcher(outcome);
        return found.lookingAt() ? found.group() : outcome;
    }

    private static Map<String, Object> fields(
            RecordedJob job, List<Integer> tasks, Map<Integer, String> lastMachine) {
        TaskFacts example = job.tasks().get(tasks.getFirst());
        TreeSet<String> machines = new TreeSet<>(NodeOrder.BY_NAME);
        tasks.forEach(task -> machines.add(lastMachine.getOrDefault(task, "?")));
        return new JsonObject()
                .with("text", example.outcome())
                .with("count", tasks.size())
                .with("machines", List.copyOf(machines))
                .with("example", example.id());
    }
}
