package org.evenkeel.recorder.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.recorder.report.RecordedJob.Gap;
import org.evenkeel.recorder.report.RecordedJob.TaskFacts;

/** What is missing of a job, in words. */
final class JobWarnings {

    private static final double MICROS = 1e6;

    /** All of it, nothing if everything is there. */
    static List<String> of(RecordedJob job) {
        List<String> warnings = new ArrayList<>();
        addIfAny(
                warnings,
                job.silent().stream(),
                "did not answer: what happened there is not shown");
        addIfAny(
                warnings,
                job.closed().stream()
                        .filter(stretch -> stretch.begin() == job.facts().begin())
                        .map(stretch -> job.machines().get(stretch.row()).name()),
                "began after the job: if it was there before, no records of that time are kept");
        for (Gap gap : job.gaps()) {
            warnings.add(text(gap));
        }
        long open = job.tasks().stream().filter(TaskFacts::isOpen).count();
        if (open > 0) {
            warnings.add(
                    open == 1
                            ? "1 task had not ended when this was made"
                            : NumberFormatter.count(open)
                                    + " tasks had not ended when this was made");
        }
        return List.copyOf(warnings);
    }

    private static String text(Gap gap) {
        String time = NumberFormatter.seconds((gap.end() - gap.begin()) / MICROS);
        return gap.lost() < 0
                ? gap.why() + " (" + time + " of this job)"
                : "%s records of %s are lost: what happened there in these %s is not shown"
                        .formatted(NumberFormatter.count(gap.lost()), gap.machine(), time);
    }

    private static void addIfAny(List<String> warnings, Stream<String> machines, String words) {
        List<String> names = machines.toList();
        if (!names.isEmpty()) {
            warnings.add(String.join(", ", names) + " " + words);
        }
    }
}
