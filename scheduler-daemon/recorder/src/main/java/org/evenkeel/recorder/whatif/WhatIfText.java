package org.evenkeel.recorder.whatif;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.simulator.forecast.Band;
import org.evenkeel.simulator.forecast.Forecaster;

/** A forecast in words. */
record WhatIfText(WhatIfAnswer answer, ZoneId zone) {
    private static final DateTimeFormatter ZONE =
            DateTimeFormatter.ofPattern("zzz", Locale.ENGLISH);

    /** The lines of the answer. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (JobEnd job : answer.jobs()) {
            lines.addAll(of(job));
        }
        lines.add("");
        answer.notes().forEach(note -> lines.add("doubtful: " + note));
        lines.add("not considered: " + String.join("; ", Forecaster.LEFT_OUT));
        lines.add(record());
        return lines;
    }

    private List<String> of(JobEnd job) {
        List<String> lines = new ArrayList<>();
        String name = job.name().equals(job.job()) ? "" : " (" + job.job() + ")";
        lines.add(
                "Job %s%s: %s at %s %s"
                        .formatted(
                                job.name(),
                                name,
                                job.open() == 1
                                        ? "1 task was open"
                                        : NumberFormatter.count(job.open()) + " tasks were open",
                                MomentTime.text(answer.at(), answer.at(), Duration.ZERO, zone),
                                ZONE.format(answer.at().atZone(zone))));
        String runs = "; from " + NumberFormatter.count(answer.runs()) + " simulated runs";
        if (job.isChanged()) {
            lines.add(
                    "  it would end at %s instead of %s%s"
                            .formatted(times(job.changedBand()), times(job.band()), runs));
            lines.add("  " + difference(job.earlier()));
        } else {
            lines.add("  it ends at %s%s".formatted(times(job.band()), runs));
        }
        Instant ended = job.ended();
        if (ended != null) {
            boolean held = job.band().holds(Duration.between(answer.at(), ended).toNanos());
            lines.add(
                    "  without a change it actually ended at %s, %s the interval"
                            .formatted(
                                    MomentTime.text(ended, answer.at(), width(job.band()), zone),
                                    held ? "within" : "outside"));
        }
        return lines;
    }

    /** {@code 14:20 (14:12 to 14:31)}. */
    private String times(Band band) {
        Duration width = width(band);
        return "%s (%s to %s)"
                .formatted(
                        time(band.median(), width),
                        time(band.low(), width),
                        time(band.high(), width));
    }

    private static Duration width(Band band) {
        return Duration.ofNanos(band.high() - band.low());
    }

    private String time(long nanos, Duration width) {
        return MomentTime.text(answer.at().plusNanos(nanos), answer.at(), width, zone);
    }

    /** {@code 21 min earlier (16 min to 25 min)}. */
    private static String difference(Band earlier) {
        Duration low = Duration.ofNanos(earlier.low());
        Duration high = Duration.ofNanos(earlier.high());
        if (earlier.low() <= 0 && earlier.high() >= 0) {
            return "no clear difference: from %s later to %s earlier"
                    .formatted(MomentTime.length(low), MomentTime.length(high));
        }
        boolean sooner = earlier.median() > 0;
        return "%s %s (%s to %s)"
                .formatted(
                        MomentTime.length(Duration.ofNanos(earlier.median())),
                        sooner ? "earlier" : "later",
                        MomentTime.length(sooner ? low : high),
                        MomentTime.length(sooner ? high : low));
    }

    private String record() {
        int forecasts = answer.record().forecasts();
        return forecasts == 0
                ? "the interval should hold 8 of 10 times; no earlier forecast of this cluster can"
                        + " be judged yet"
                : ("the interval should hold 8 of 10 times; of %d earlier forecasts of this cluster"
                                + " %d held")
                        .formatted(forecasts, answer.record().held());
    }
}
