package org.evenkeel.lab.measure;

import java.io.IOException;
import java.util.Map;

/** Machines of a cluster while a workload is measured on them. */
interface EmulatedMachines {

    /**
     * Workers are warm: from now on machines are as slow as they are to be.
     *
     * @return what they are without, human-readable; empty if nothing
     */
    String slow() throws IOException;

    /** A run begins. */
    void begin() throws IOException;

    /**
     * What nodes had in the run that has just ended.
     *
     * @param byTasks what their tasks say
     */
    Map<String, NodeShare> received(Map<String, NodeShare> byTasks) throws IOException;

    /** Machines whose tasks slow themselves, and know what they had. */
    EmulatedMachines BY_TASKS =
            new EmulatedMachines() {
                @Override
                public String slow() {
                    return ""; // tasks slow themselves
                }

                @Override
                public void begin() {
                    // They count by themselves.
                }

                @Override
                public Map<String, NodeShare> received(Map<String, NodeShare> byTasks) {
                    return byTasks;
                }
            };
}
