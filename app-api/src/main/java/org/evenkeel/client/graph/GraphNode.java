package org.evenkeel.client.graph;

import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.client.value.ProducedValue;
import org.evenkeel.client.value.ValueRef;
import org.jspecify.annotations.Nullable;

/** One task of a graph that runs: how far it is, and where its value is. */
final class GraphNode {

    /**
     * {@code WAITING -> SENT -> DONE}; back to WAITING when its inputs were lost, or its value is.
     */
    enum State {
        WAITING,
        SENT,
        DONE
    }

    /** A value at a node: how often it came there, and from where. */
    record HeldValue(int transfers, String from) {}

    final int index;
    State state = State.WAITING;
    @Nullable TaskHandle<ProducedValue> handle;

    /** Where it was sent. */
    String sentTo = "";

    // The plan it is in, seconds since the graph was submitted.
    String plannedNode = "";
    double plannedStart = -1;
    double plannedEnd = -1;

    // The last run.
    String node = "";
    double end = -1;
    double runSeconds = -1;
    double waitSeconds;
    int runs;
    long bytes;

    /** How often its value was lost. */
    int losses;

    /** Its value; null while there is none, or no task needs one. */
    @Nullable ValueRef value;

    /** Nodes that have the value, the one that made it first. */
    final Map<String, HeldValue> holders = new LinkedHashMap<>();

    /** The same with those that are gone, for the report. */
    final Map<String, HeldValue> carried = new LinkedHashMap<>();

    GraphNode(int index) {
        this.index = index;
    }

    /** Whether a task that needs its value can be sent. */
    boolean isThere() {
        ValueRef made = value;
        return state == State.DONE && made != null && (made.isHere() || !holders.isEmpty());
    }
}
