package org.evenkeel.lab.measure;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * What stands beside figures that were measured.
 *
 * @param processors of this machine that all nodes together have, at most
 * @param build version and commit
 * @param date of the measurement
 */
public record RunMetadata(
        MachineEmulator machineEmulator,
        MeasuredWork measuredWork,
        double processors,
        Host host,
        String build,
        String date) {

    /** Fewer repetitions are a trial. */
    static final int FULL_REPETITIONS = 3;

    /**
     * Why what came out is nothing to go by; empty when it is.
     *
     * @param fullSeconds that the job takes on one node in the full form
     */
    public List<String> trial(double fullSeconds, List<MeasurementOutcome> measurementOutcomes) {
        List<String> why = new ArrayList<>();
        if (measuredWork.seconds() < fullSeconds) {
            why.add(
                    Numbers.format(
                            "the job takes %.3g s on the fastest node, not %.3g",
                            measuredWork.seconds(), fullSeconds));
        }
        if (measuredWork.repetitions() < FULL_REPETITIONS) {
            why.add(
                    "the median is of %s, not of at least %s"
                            .formatted(measuredWork.repetitions(), FULL_REPETITIONS));
        }
        if (host.isBusy()) {
            why.add("other work was running here before");
        }
        if (measurementOutcomes.stream()
                .anyMatch(measurementOutcome -> !measurementOutcome.doubt().isEmpty())) {
            why.add("too many runs are invalid, as marked beside them");
        }
        measurementOutcomes.stream()
                .map(MeasurementOutcome::lacking)
                .filter(lacking -> !lacking.isEmpty())
                .distinct()
                .forEach(why::add);
        return why;
    }

    /**
     * What stands above all figures.
     *
     * @param trial why they are nothing to go by
     */
    public List<String> head(String title, List<String> trial) {
        return List.of(
                trial.isEmpty()
                        ? title + ", measured"
                        : "This is a trial, not " + title + ": " + String.join("; ", trial),
                "%s, engine %s: %s"
                        .formatted(
                                measuredWork.title(),
                                machineEmulator.name(),
                                machineEmulator.emulation()),
                Numbers.format("all nodes together have %.2f of %s", processors, host.words()),
                Numbers.format(
                        "every worker computed for %.3g s at full speed first, then the whole job "
                                + "was repeated until it got no faster",
                        measuredWork.warmSeconds()),
                "the speed-up is the time that one node would have taken for the processor "
                        + "time of all tasks of the same run, divided by the makespan",
                build + ", " + date);
    }

    /** For {@link #date}. */
    public static String today() {
        return LocalDate.now(ZoneId.systemDefault()).toString();
    }

    /** The same for programs. */
    public Map<String, @Nullable Object> json(List<String> trial) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("engine", machineEmulator.name());
        json.put("emulation", machineEmulator.emulation());
        json.put("trial", trial);
        json.put("workload", measuredWork.workload().title());
        json.put("depth", measuredWork.depth());
        json.put("seconds", measuredWork.seconds());
        json.put("repetitions", measuredWork.repetitions());
        json.put("processors", processors);
        json.put("machine", host.json());
        json.put("build", build);
        json.put("date", date);
        return json;
    }

    /** The beginning of a page in Markdown. */
    public static List<String> page(List<String> head, String picture, String says) {
        List<String> lines = new ArrayList<>();
        lines.add("# " + head.getFirst());
        lines.add("");
        head.stream().skip(1).forEach(line -> lines.add("- " + line));
        lines.add("");
        lines.add("![" + says + "](" + picture + ")");
        return lines;
    }
}
