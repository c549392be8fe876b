package org.evenkeel.recorder.whatif;

import java.time.Instant;
import java.util.List;
import org.evenkeel.simulator.forecast.Change;
import org.evenkeel.simulator.forecast.Moment.Machine;

/**
 * A forecast.
 *
 * @param at the moment
 * @param change what is different
 * @param machines of the moment
 * @param policy of the moment
 * @param jobs those that were asked about
 * @param all jobs with open tasks
 * @param notes what is doubtful, human-readable
 * @param runs simulated runs
 * @param record how earlier forecasts held
 */
record WhatIfAnswer(
        Instant at,
        Change change,
        List<Machine> machines,
        String policy,
        List<JobEnd> jobs,
        List<JobName> all,
        List<String> notes,
        int runs,
        ForecastLog.Judged record) {

    /** A job and how people call it. */
    record JobName(String job, String name) {}

    WhatIfAnswer {
        machines = List.copyOf(machines);
        jobs = List.copyOf(jobs);
        all = List.copyOf(all);
        notes = List.copyOf(notes);
    }
}
