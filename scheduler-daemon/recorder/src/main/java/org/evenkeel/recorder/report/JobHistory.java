package org.evenkeel.recorder.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.evenkeel.cli.query.NodeOrder;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.kernel.trace.TraceRecord;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.recorder.history.Run;
import org.evenkeel.recorder.history.RunHistory;
import org.evenkeel.recorder.history.TraceEntry;
import org.evenkeel.recorder.report.RecordedJob.Facts;
import org.evenkeel.recorder.report.RecordedJob.Gap;
import org.evenkeel.recorder.report.RecordedJob.Machine;
import org.evenkeel.recorder.report.RecordedJob.Slot;
import org.evenkeel.recorder.report.RecordedJob.Stretch;
import org.evenkeel.recorder.report.RecordedJob.TaskFacts;
import org.evenkeel.recorder.report.RunColumns.Bar;
import org.jspecify.annotations.Nullable;

/** Puts together what the records of all nodes say of one job. For one thread. */
final class JobHistory {

    private final JobId job;
    private final RunHistory history = new RunHistory();
    private final Map<TaskId, Sight> sights = new LinkedHashMap<>();
    private final List<Run> runs = new ArrayList<>();
    private final List<Run> others = new ArrayList<>();
    private long newest;

    /** What is known of a task. */
    private static final class Sight {
        String kind = "";
        long submitted = Long.MAX_VALUE;
        long started = Long.MAX_VALUE;
        long ran;
        String outcome = "";
    }

    /**
     * @param job the job
     */
    JobHistory(JobId job) {
        this.job = job;
    }

    /** Adds the next record of a node, of any job. */
    void add(TraceEntry entry) {
        history.add(entry);
        TraceRecord.Begin begin = entry.begin();
        if (begin != null && begin.job().equals(job)) {
            sights.computeIfAbsent(entry.task(), _ -> new Sight()).kind = begin.kind();
        }
        Sight sight = sights.get(entry.task());
        if (sight != null) {
            newest = Math.max(newest, entry.at());
            saw(sight, entry);
        }
    }

    private static void saw(Sight sight, TraceEntry entry) {
        TraceKind what = entry.what();
        if (what == TraceKind.ACCEPTED) {
            sight.submitted = Math.min(sight.submitted, entry.at());
        } else if (what == TraceKind.STARTED) {
            sight.started = Math.min(sight.started, entry.at());
        } else if (what == TraceKind.CANCELLED) {
            sight.outcome = "CANCELLED: " + entry.reason();
        } else if (what == TraceKind.COMMITTED && sight.outcome.isEmpty()) {
            sight.outcome =
                    entry.reason().isEmpty() ? "SUCCEEDED" : "FAILED: " + entry.reason();
        }
    }

    private void took(Run run) {
        Sight sight = sights.get(run.task());
        if (sight != null) {
            runs.add(run);
            sight.ran += run.end() - run.begin();
        } else {
            others.add(run);
        }
    }

    /** Whether any record of the job was there. */
    boolean isEmpty() {
        return sights.isEmpty();
    }

    /**
     * The job as far as the records tell.
     *
     * @param name the program's, or null
     * @param submitter whose it is, empty for the machine's user
     * @param workers slots of each node that is known to have been there
     * @param closed when nodes started nothing
     */
    RecordedJob build(
            @Nullable String name,
            String submitter,
            Map<String, Integer> workers,
            Map<String, TimeSpans> closed,
            List<Gap> gaps) {
        history.takeEnded().forEach(this::took);
        history.open().forEach(this::took);
        String id = job.toString();
        long begin = sights.values().stream().mapToLong(JobHistory::first).min().orElse(newest);
        long end = Math.max(newest, begin + 1);
        List<Slot> slots = slots(workers);
        Map<Slot, Integer> rows = new HashMap<>();
        slots.forEach(slot -> rows.put(slot, rows.size()));
        List<Machine> machines = machines(slots);
        List<String> kinds = kinds();
        Map<TaskId, Integer> numbers = new HashMap<>();
        List<TaskFacts> tasks = new ArrayList<>();
        sights.forEach((task, sight) -> {
            numbers.put(task, tasks.size());
            tasks.add(
                    new TaskFacts(
                            task.toString(),
                            kinds.indexOf(sight.kind),
                            Math.min(sight.submitted, first(sight)),
                            sight.started,
                            sight.ran,
                            sight.outcome));
        });
        List<Bar> bars = new ArrayList<>();
        for (Run run : runs) {
            int task = numbers.getOrDefault(run.task(), 0);
            bars.add(
                    new Bar(
                            rows.getOrDefault(slot(run), 0),
                            tasks.get(task).kind(),
                            run.begin(),
                            run.end() - run.begin(),
                            task,
                            run.ended()));
        }
        return new RecordedJob(
                new Facts(id, name == null || name.isEmpty() ? id : name, submitter, begin, end),
                machines,
                slots,
                kinds,
                tasks,
                bars,
                others(rows),
                closed(machines, closed),
                gaps.stream().filter(gap -> gap.begin() < end && gap.end() > begin).toList());
    }

    private static long first(Sight sight) {
        return Math.min(sight.submitted, sight.started);
    }

    private static Slot slot(Run run) {
        return new Slot(run.node(), run.slot());
    }

    /** Those that ran something, and those that had nothing to run, in order of their machines. */
    private List<Slot> slots(Map<String, Integer> workers) {
        Map<String, Set<Integer>> numbers = new TreeMap<>(NodeOrder.BY_NAME);
        for (Run run : runs) {
            numbers.computeIfAbsent(run.node(), _ -> new TreeSet<>()).add(run.slot());
        }
        for (Run run : others) {
            numbers.computeIfAbsent(run.node(), _ -> new TreeSet<>()).add(run.slot());
        }
        workers.forEach((node, count) -> {
            Set<Integer> known = numbers.computeIfAbsent(node, _ -> new TreeSet<>());
            for (int free = 0; known.size() < count; free++) {
                known.add(free);
            }
        });
        List<Slot> slots = new ArrayList<>();
        numbers.forEach((node, all) -> all.forEach(number -> slots.add(new Slot(node, number))));
        return slots;
    }

    private static List<Machine> machines(List<Slot> slots) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        slots.forEach(slot -> counts.merge(slot.machine(), 1, Integer::sum));
        return counts.entrySet().stream()
                .map(entry -> new Machine(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Those with the most running time first: they have colours of their own. */
    private List<String> kinds() {
        Map<String, Long> times = new LinkedHashMap<>();
        sights.values().forEach(sight -> times.merge(sight.kind, sight.ran, Long::sum));
        Set<String> kinds = new LinkedHashSet<>();
        times.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .forEach(entry -> kinds.add(entry.getKey()));
        return List.copyOf(kinds);
    }

    private List<Stretch> others(Map<Slot, Integer> rows) {
        List<Stretch> stretches = new ArrayList<>();
        for (Run run : others) {
            stretches.add(new Stretch(rows.getOrDefault(slot(run), 0), run.begin(), run.end()));
        }
        return stretches;
    }

    private static List<Stretch> closed(
            List<Machine> machines, Map<String, TimeSpans> closed) {
        List<Stretch> stretches = new ArrayList<>();
        for (int place = 0; place < machines.size(); place++) {
            TimeSpans times = closed.getOrDefault(machines.get(place).name(), TimeSpans.NONE);
            for (int i = 0; i < times.count(); i++) {
                stretches.add(new Stretch(place, times.get(i).begin(), times.get(i).end()));
            }
        }
        return stretches;
    }
}
