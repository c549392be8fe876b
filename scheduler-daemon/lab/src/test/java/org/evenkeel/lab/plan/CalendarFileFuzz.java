package org.evenkeel.lab.plan;

import java.util.List;
import org.evenkeel.kernel.calendar.CalendarPlan;
import org.evenkeel.kernel.calendar.CalendarPlanner;
import org.evenkeel.testing.fuzz.FuzzTarget;

/** Any bytes as a file of clusters; what is read is planned with. */
public final class CalendarFileFuzz implements FuzzTarget {
    private static final int DAYS = 2;

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(PlanFileException.class);
    }

    @Override
    public void feed(byte[] input) {
        CalendarInput read = CalendarFile.read("clusters", input, DAYS);
        if (CalendarPlanner.plan(read.intervals(), 7) instanceof CalendarPlan plan) {
            new CalendarReport(plan, read.clock()).json(3);
        }
    }

    /** The rules of a time zone are read from the JDK's file when it is first named. */
    @Override
    public long freeBytes() {
        return 4 << 20;
    }

    /** A cluster's intervals are more than what names them. */
    @Override
    public int bytesPerByte() {
        return 2_048;
    }
}
