package org.evenkeel.recorder.whatif;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.JsonObject;
import org.evenkeel.simulator.forecast.Band;
import org.evenkeel.simulator.forecast.Change;
import org.evenkeel.simulator.forecast.Forecaster;

/** A forecast for programs. Times are milliseconds since 1970. */
final class WhatIfJson {

    private static final double NANOS_PER_MILLI = 1e6;

    /** Ends that are told of a job one by one, for pictures. */
    private static final int MAX_ENDS = 200;

    static Map<String, Object> fields(WhatIfAnswer answer) {
        return fields(answer, Integer.MAX_VALUE);
    }

    /**
     * The same.
     *
     * @param most jobs of which the forecast is told
     */
    static Map<String, Object> fields(WhatIfAnswer answer, int most) {
        ForecastLog.Judged earlier = answer.record();
        return new JsonObject()
                .with("at", answer.at().toEpochMilli())
                .with("runs", answer.runs())
                .with("share", Band.SHARE)
                .with("change", fields(answer.change()))
                .with(
                        "jobs",
                        answer.jobs().stream()
                                .limit(most)
                                .map(job -> fields(answer.at(), job))
                                .toList())
                .with("notes", answer.notes())
                .with("leftOut", Forecaster.LEFT_OUT)
                .with(
                        "earlierForecasts",
                        Map.of("judged", earlier.forecasts(), "held", earlier.held()));
    }

    private static Map<String, Object> fields(Change change) {
        Map<String, Object> fields = new LinkedHashMap<>();
        String policy = change.policy();
        if (policy != null) {
            fields.put("policy", policy);
        }
        fields.put("add", change.additions().stream().map(Change.Addition::toString).toList());
        fields.put("without", change.removals());
        fields.put("priorities", change.priorities());
        return fields;
    }

    private static Map<String, Object> fields(Instant at, JobEnd job) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("job", job.job());
        fields.put("name", job.name());
        fields.put("open", job.open());
        fields.put("end", end(at, job.band(), job.ends()));
        if (job.isChanged()) {
            fields.put("changedEnd", end(at, job.changedBand(), job.changedEnds()));
            Band earlier = job.earlier();
            fields.put(
                    "earlierMillis",
                    List.of(
                            earlier.low() / NANOS_PER_MILLI,
                            earlier.median() / NANOS_PER_MILLI,
                            earlier.high() / NANOS_PER_MILLI));
        }
        Instant ended = job.ended();
        if (ended != null) {
            fields.put("ended", ended.toEpochMilli());
        }
        return fields;
    }

    private static Map<String, Object> end(Instant at, Band band, long[] ends) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("low", millis(at, band.low()));
        fields.put("median", millis(at, band.median()));
        fields.put("high", millis(at, band.high()));
        long[] sorted = ends.clone();
        Arrays.sort(sorted);
        List<Long> some = new ArrayList<>();
        for (int i = 0; i < sorted.length; i += Math.ceilDiv(sorted.length, MAX_ENDS)) {
            some.add(millis(at, sorted[i]));
        }
        fields.put("runs", some);
        return fields;
    }

    private static long millis(Instant at, long nanos) {
        return at.toEpochMilli() + Math.round(nanos / NANOS_PER_MILLI);
    }
}
