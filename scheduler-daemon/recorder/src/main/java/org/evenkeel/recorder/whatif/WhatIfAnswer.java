package org.evenkeel.recorder.whatif;

import java.time.Instant;
import java.util.List;
import org.evenkeel.simulator.forecast.Change;

/**
 * A forecast.
 *
 * @param at the moment
 * @param change what is different
 * @param jobs those that were asked about
 * @param notes what is doubtful, human-readable
 * @param runs simulated runs
 * @param record how earlier forecasts held
 */
record WhatIfAnswer(
        Instant at,
        Change change,
        List<JobEnd> jobs,
        List<String> notes,
        int runs,
        ForecastLog.Judged record) {

    WhatIfAnswer {
        jobs = List.copyOf(jobs);
        notes = List.copyOf(notes);
    }
}
