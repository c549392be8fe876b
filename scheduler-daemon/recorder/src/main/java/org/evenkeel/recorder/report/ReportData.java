package org.evenkeel.recorder.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.evenkeel.model.JsonObject;
import org.evenkeel.recorder.history.Run.Ended;
import org.evenkeel.recorder.report.RecordedJob.Gap;
import org.evenkeel.recorder.report.RecordedJob.Machine;
import org.evenkeel.recorder.report.RecordedJob.Slot;
import org.evenkeel.recorder.report.RecordedJob.Stretch;
import org.evenkeel.recorder.report.RecordedJob.TaskFacts;
import org.evenkeel.recorder.report.RunColumns.Bar;
import org.evenkeel.recorder.report.SlotTime.Cause;
import org.evenkeel.recorder.report.TimeSpans.Span;

/** What the page of a job shows, as maps and arrays for JSON. Times in it are milliseconds. */
final class ReportData {

    /** Bars in the picture; with more, a page of 100,000 tasks would exceed 5 MB. */
    static final int MOST_BARS = 150_000;

    /** Times with waiting tasks in the picture, for the same reason. */
    private static final int MOST_BACKLOGS = 10_000;

    /** A millisecond. */
    private static final double MICROS = 1_000;

    private final RecordedJob job;
    private final TimeSpans whole;
    private final TimeSpans backlog;
    private final Map<Integer, List<Bar>> runsByRow;
    private final Map<Integer, List<Stretch>> othersByRow;

    ReportData(RecordedJob job) {
        this.job = job;
        this.whole = TimeSpans.of(job.facts().begin(), job.facts().end());
        this.backlog = backlog(job.tasks(), job.facts().end());
        this.runsByRow = job.runs().stream().collect(Collectors.groupingBy(Bar::row));
        this.othersByRow = job.others().stream().collect(Collectors.groupingBy(Stretch::row));
    }

    /** When at least one task waited for its first run. */
    private static TimeSpans backlog(List<TaskFacts> tasks, long end) {
        return TimeSpans.of(
                tasks.stream()
                        .map(task -> new Span(task.submitted(), Math.min(task.waitedUntil(), end)))
                        .toList());
    }

    /**
     * The page.
     *
     * @param version of the software that makes it
     * @param madeMillis when, milliseconds since 1970
     */
    Map<String, Object> fields(String version, long madeMillis) {
        return fields(version, madeMillis, MOST_BARS);
    }

    /**
     * The same.
     *
     * @param bars of the picture at most, about
     */
    Map<String, Object> fields(String version, long madeMillis, int bars) {
        RunColumns columns = RunColumns.of(job.runs(), bars);
        TaskNames names = TaskNames.of(job, columns.bars());
        return new JsonObject()
                .with("version", version)
                .with("made", madeMillis)
                .with("job", facts())
                .with("warnings", JobWarnings.of(job))
                .with("rows", job.slots().stream().map(ReportData::row).toList())
                .with("kinds", kinds())
                .with("tasks", names.fields())
                .with("runs", columns.fields(job.facts().begin(), names::place))
                .with("moves", moves(columns.bars()))
                .with("backlog", spans(backlog.atMost(MOST_BACKLOGS)))
                .with("machines", machines())
                .with("failures", Failures.of(job))
                .with("gaps", gaps());
    }

    private Map<String, Object> facts() {
        return new JsonObject()
                .with("id", job.facts().id())
                .with("name", job.facts().name())
                .with("submitter", job.facts().submitter())
                .with("begin", job.facts().begin() / MICROS)
                .with("end", job.facts().end() / MICROS)
                .with("tasks", job.tasks().size())
                .with("failed", job.tasks().stream().filter(TaskFacts::hasFailed).count())
                .with("open", job.tasks().stream().filter(TaskFacts::isOpen).count())
                .with("runMs", job.runs().stream().mapToLong(Bar::length).sum() / MICROS)
                .with("moves", Move.among(job.runs()).size());
    }

    private static Map<String, Object> row(Slot slot) {
        return Map.of("node", slot.machine(), "slot", slot.number());
    }

    private List<Map<String, Object>> kinds() {
        Map<Integer, List<TaskFacts>> byKind =
                job.tasks().stream().collect(Collectors.groupingBy(TaskFacts::kind));
        List<Map<String, Object>> kinds = new ArrayList<>();
        for (int kind = 0; kind < job.kinds().size(); kind++) {
            List<TaskFacts> tasks = byKind.getOrDefault(kind, List.of());
            long[] times = tasks.stream().mapToLong(TaskFacts::runMicros).sorted().toArray();
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("name", job.kinds().get(kind));
            fields.put("tasks", tasks.size());
            fields.put("failed", tasks.stream().filter(TaskFacts::hasFailed).count());
            fields.put("p50", within(times, 0.5));
            fields.put("p90", within(times, 0.9));
            fields.put("p99", within(times, 0.99));
            fields.put("max", within(times, 1));
            fields.put("runMs", Arrays.stream(times).sum() / MICROS);
            kinds.add(fields);
        }
        return kinds;
    }

    /** Milliseconds within which a share of the times lies. */
    private static double within(long[] sorted, double share) {
        return sorted.length == 0
                ? 0
                : sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)] / MICROS;
    }

    /** By the places of the bars, of runs that have bars of their own. */
    private static List<Map<String, Object>> moves(List<Bar> bars) {
        Map<Bar, Integer> places = new LinkedHashMap<>();
        for (int i = 0; i < bars.size(); i++) {
            places.put(bars.get(i), i);
        }
        List<Map<String, Object>> moves = new ArrayList<>();
        List<Bar> single = bars.stream().filter(bar -> bar.count() == 1).toList();
        for (Move move : Move.among(single)) {
            Integer from = places.get(move.from());
            Integer to = places.get(move.to());
            if (from != null && to != null) {
                moves.add(Map.of("from", from, "to", to));
            }
        }
        return moves;
    }

    private static List<double[]> spans(TimeSpans spans) {
        List<double[]> list = new ArrayList<>();
        for (int i = 0; i < spans.count(); i++) {
            Span span = spans.get(i);
            list.add(new double[] {span.begin() / MICROS, span.end() / MICROS});
        }
        return list;
    }

    private List<Map<String, Object>> machines() {
        List<Map<String, Object>> machines = new ArrayList<>();
        for (int place = 0; place < job.machines().size(); place++) {
            Machine machine = job.machines().get(place);
            long[] times =
                    IntStream.range(0, job.slots().size())
                            .filter(row -> isOf(machine, row))
                            .boxed()
                            .flatMap(row -> runsByRow.getOrDefault(row, List.of()).stream())
                            .mapToLong(Bar::length)
                            .sorted()
                            .toArray();
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("name", machine.name());
            fields.put("slots", machine.slots());
            fields.put("runs", times.length);
            fields.put("runMs", Arrays.stream(times).sum() / MICROS);
            fields.put("p50", within(times, 0.5));
            fields.put("p99", within(times, 0.99));
            fields.put("causes", causes(machine, place));
            machines.add(fields);
        }
        return machines;
    }

    private boolean isOf(Machine machine, int row) {
        return job.slots().get(row).machine().equals(machine.name());
    }

    /** Of all its slots together, in the order of {@link Cause}. */
    private double[] causes(Machine machine, int place) {
        Map<Cause, Long> sum = new EnumMap<>(Cause.class);
        for (int row = 0; row < job.slots().size(); row++) {
            if (isOf(machine, row)) {
                slot(row, place)
                        .of(whole)
                        .forEach((cause, time) -> sum.merge(cause, time, Long::sum));
            }
        }
        return Arrays.stream(Cause.values())
                .mapToDouble(cause -> sum.getOrDefault(cause, 0L) / MICROS)
                .toArray();
    }

    private SlotTime slot(int row, int place) {
        SlotTime slot = new SlotTime().add(Cause.IDLE_BESIDE_WAITING, backlog);
        for (Bar run : runsByRow.getOrDefault(row, List.of())) {
            boolean lost = run.ended() == Ended.LOST || run.ended() == Ended.RETURNED;
            slot.add(lost ? Cause.LOST : Cause.COMPUTING, run.begin(), run.end());
        }
        for (Stretch other : othersByRow.getOrDefault(row, List.of())) {
            slot.add(Cause.OTHER_JOBS, other.begin(), other.end());
        }
        for (Stretch shut : job.closed()) {
            if (shut.row() == place) {
                slot.add(Cause.CLOSED, shut.begin(), shut.end());
            }
        }
        return slot;
    }

    /** Those of all machines have no {@code machine}. */
    private List<Map<String, Object>> gaps() {
        List<Map<String, Object>> gaps = new ArrayList<>();
        for (Gap gap : job.gaps()) {
            gaps.add(
                    new JsonObject()
                            .withIf(!gap.machine().isEmpty(), "machine", gap.machine())
                            .with("begin", gap.begin() / MICROS)
                            .with("end", gap.end() / MICROS)
                            .with("lost", gap.lost()));
        }
        return gaps;
    }
}
