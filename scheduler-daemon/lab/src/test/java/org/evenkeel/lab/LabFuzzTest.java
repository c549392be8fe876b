package org.evenkeel.lab;

import java.util.List;
import org.evenkeel.lab.plan.CalendarFileFuzz;
import org.evenkeel.lab.plan.GraphFileFuzz;
import org.evenkeel.testing.fuzz.FuzzTarget;
import org.evenkeel.testing.fuzz.FuzzTests;

/** Hostile bytes for the readers of this module. */
class LabFuzzTest extends FuzzTests {

    @Override
    protected List<FuzzTarget> targets() {
        return List.of(new CalendarFileFuzz(), new GraphFileFuzz());
    }
}
