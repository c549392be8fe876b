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

    private static final String SUCCEEDED = "SUCCEEDED";
    private static final String FAILED = "FAILED: ";

    private final JobId job;
    private final RunHistory history = new RunHistory();
    private final Map<TaskId, Sight> sights = new LinkedHashMap<>();
    private final List<Run> runs = new ArrayList<>();
    private final List<Run> others = new ArrayList<>();
    private long newest;

    /** What is known of a task. */
    private static final class Sight {
        String kind = "";
        long first = Long.MAX_VALUE;
        long last;
        long submitted = Long.MAX_VALUE;
        long started = Long.MAX_VALUE;
        long ran;
        String outcome = "";

        /** When it was submitted; if that is not recorded, the first that is. */
        long begin() {
            long known = Math.min(submitted, started);
            return known == Long.MAX_VALUE ? first : known;
        }

        /** How a run ended whose end is not recorded, if the task has ended. */
        Run.Ended ended() {
            if (outcome.equals(SUCCEEDED)) {
                return Run.Ended.FINISHED;
            }
            return outcome.startsWith(FAILED) ? Run.Ended.FAILED : Run.Ended.LOST;
        }

        /** One that ended without a run waited until its last record. */
        long waitedUntil() {
            return started == Long.MAX_VALUE && !outcome.isEmpty() ? last : started;
        }
    }

    /**
     * What is known of a node. Times are microseconds since 1970, by its clock.
     *
     * @param slots how many it has
     * @param started when its process began, which knows nothing of the time before
     * @param now when it was asked
     */
    record NodeFacts(int slots, long started, long now) {}

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
        // Its client may fetch a result long after the end.
        if (sight != null && entry.what() != TraceKind.DELIVERED) {
            newest = Math.max(newest, entry.at());
            sight.first = Math.min(sight.first, entry.at());
            sight.last = Math.max(sight.last, entry.at());
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
            sight.outcome = entry.reason().isEmpty() ? SUCCEEDED : FAILED + entry.reason();
        }
    }

    private void took(Run run) {
        Sight sight = sights.get(run.task());
        if (sight != null) {
            runs.add(run);
            sight.ran += run.end() - run.begin();
            newest = Math.max(newest, run.end());
        } else {
            others.add(run);
        }
    }

    /** A run without an end lasts until now, or until the end that another node knows. */
    private Run untilNow(Run run, @Nullable NodeFacts node) {
        Sight sight = sights.get(run.task());
        if (sight != null && !sight.outcome.isEmpty()) {
            return ended(run, sight.last, sight.ended());
        }
        long now = node == null ? run.end() : Math.max(run.end(), node.now());
        return ended(run, now, run.ended());
    }

    private static Run ended(Run run, long end, Run.Ended how) {
        return new Run(
                run.node(),
                run.slot(),
                run.task(),
                run.begin(),
                Math.max(run.begin(), end),
                how,
                run.reason());
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
     * @param nodes those that have answered
     * @param silent names of those that have not
     */
    RecordedJob build(
            @Nullable String name,
            String submitter,
            Map<String, NodeFacts> nodes,
            List<Gap> gaps,
            List<String> silent) {
        history.takeEnded().forEach(this::took);
        history.open().forEach(run -> took(untilNow(run, nodes.get(run.node()))));
        String id = job.toString();
        long begin = sights.values().stream().mapToLong(Sight::begin).min().orElse(newest);
        long end = Math.max(newest, begin + 1);
        List<Slot> slots = slots(nodes);
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
                            sight.begin(),
                            sight.waitedUntil(),
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
                closed(machines, nodes, begin, end),
                gaps.stream()
                        .filter(gap -> gap.begin() < end && gap.end() > begin)
                        .map(gap -> within(gap, begin, end))
                        .toList(),
                silent);
    }

    private static Gap within(Gap gap, long begin, long end) {
        return new Gap(
                gap.machine(),
                Math.max(gap.begin(), begin),
                Math.min(gap.end(), end),
                gap.lost(),
                gap.why());
    }

    private static Slot slot(Run run) {
        return new Slot(run.node(), run.slot());
    }

    /** Those that ran something, and those that had nothing to run, in order of their machines. */
    private List<Slot> slots(Map<String, NodeFacts> nodes) {
        Map<String, Set<Integer>> numbers = new TreeMap<>(NodeOrder.BY_NAME);
        for (Run run : runs) {
            numbers.computeIfAbsent(run.node(), _ -> new TreeSet<>()).add(run.slot());
        }
        for (Run run : others) {
            numbers.computeIfAbsent(run.node(), _ -> new TreeSet<>()).add(run.slot());
        }
        nodes.forEach((node, facts) -> {
            Set<Integer> known = numbers.computeIfAbsent(node, _ -> new TreeSet<>());
            for (int free = 0; known.size() < facts.slots(); free++) {
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

    /** Until its process began, a machine was not there. */
    private static List<Stretch> closed(
            List<Machine> machines, Map<String, NodeFacts> nodes, long begin, long end) {
        List<Stretch> stretches = new ArrayList<>();
        for (int place = 0; place < machines.size(); place++) {
            NodeFacts node = nodes.get(machines.get(place).name());
            if (node != null && node.started() > begin) {
                stretches.add(new Stretch(place, begin, Math.min(node.started(), end)));
            }
        }
        return stretches;
    }
}
