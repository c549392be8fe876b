package org.evenkeel.lab.measure;

import java.io.IOException;
import java.util.Map;

/** Machines of a cluster while a workload is measured on them. */
interface Emulated {

    /**
     * Workers are warm: from now on machines are as slow as they are to be.
     *
     * @return what they are without, for people; empty if nothing
     */
    String slow() throws IOException;

    /** A run begins. */
    void begin() throws IOException;

    /**
     * What nodes had in the run that has just ended.
     *
     * @param byTasks what their tasks say
     */
    Map<String, Share> received(Map<String, Share> byTasks) throws IOException;

    /** Machines whose tasks slow themselves, and know what they had. */
    Emulated BY_TASKS =
            new Emulated() {
                @Override
                public String slow() {
                    return ""; // tasks slow themselves
                }

                @Override
                public void begin() {
                    // They count by themselves.
                }

                @Override
                public Map<String, Share> received(Map<String, Share> byTasks) {
                    return byTasks;
                }
            };
}
