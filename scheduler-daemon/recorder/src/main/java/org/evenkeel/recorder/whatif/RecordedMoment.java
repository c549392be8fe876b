package org.evenkeel.recorder.whatif;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.evenkeel.simulator.forecast.Moment;

/**
 * A moment as a recorder has kept it.
 *
 * @param names of jobs, by their ids
 * @param notes what is doubtful about it, human-readable
 */
record RecordedMoment(Moment moment, Instant at, Map<String, String> names, List<String> notes) {

    RecordedMoment {
        names = Map.copyOf(names);
        notes = List.copyOf(notes);
    }

    /** The name of a job; its id if it has none. */
    String name(String job) {
        String name = names.getOrDefault(job, "");
        return name.isEmpty() ? job : name;
    }
}
