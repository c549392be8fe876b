package org.evenkeel.lab.measure;

import java.io.IOException;
import java.util.Map;

/** Machines of a cluster while a workload is measured on them. */
interface EmulatedMachines {

    /** Machines whose tasks slow themselves, and know what they had. */
    EmulatedMachines BY_TASKS = new EmulatedMachines() {};

    /**
     * Workers are warm: from now on machines are as slow as they are to be.
     *
     * @return what they are without, human-readable; empty if nothing
     */
    default String slow() throws IOException {
        return "";
    }

    /** A run begins. */
    default void begin() throws IOException {}

    /**
     * What nodes had in the run that has just ended.
     *
     * @param byTasks what their tasks say
     */
    default Map<String, NodeShare> received(Map<String, NodeShare> byTasks) throws IOException {
        return byTasks;
    }
}
