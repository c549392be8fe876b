package org.evenkeel.lab.plan;

import java.util.List;
import org.evenkeel.graphs.GraphScheduler;
import org.evenkeel.graphs.Machine;
import org.evenkeel.graphs.ScheduleGraph;
import org.evenkeel.testing.fuzz.FuzzTarget;

/** Any bytes as a graph of tasks; what is read is scheduled. */
public final class GraphFileFuzz implements FuzzTarget {
    private static final Machine MACHINE = Machine.of(3);

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(PlanFileException.class);
    }

    @Override
    public void feed(byte[] input) {
        ScheduleGraph graph = GraphFile.read("graph", input);
        GraphScheduler.bus(graph, MACHINE).length();
    }

    /** A task of a chain in DOT is three bytes of its file. */
    @Override
    public int bytesPerByte() {
        return 2_048;
    }
}
