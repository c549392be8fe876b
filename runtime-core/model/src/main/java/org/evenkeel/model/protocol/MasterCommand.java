package org.evenkeel.model.protocol;

import java.util.List;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;

/**
 * What the master of scheduling phases says. Every word carries the master's term; of two masters
 * the one with the higher term counts, of two of the same term the one whose name comes first.
 */
public sealed interface MasterCommand {

    /** Most nodes that one node exchanges tasks with in a phase. */
    int MAX_PARTS = 4096;

    /** Raised by each master that takes over, from 1. */
    long term();

    /** The speaker is the master; said again while it is. */
    record Here(long term) implements MasterCommand {}

    /**
     * Step 1: stop starting tasks, and say what there is.
     *
     * @param phase counts the phases of this term, from 1
     */
    record Ask(long term, long phase) implements MasterCommand {}

    /**
     * Step 4: what to do in this phase.
     *
     * @param quota tasks to have afterwards
     * @param sends tasks to hand on, by receiver
     * @param receives tasks to wait for, by sender
     */
    record Plan(long term, long phase, int quota, List<Part> sends, List<Part> receives)
            implements MasterCommand {}

    /**
     * So many tasks that go to or come from a node.
     *
     * @param tasks at least one
     * @param idle workers of a receiver that these tasks find idle; 0 of a sender
     * @param speed how many times as fast a worker of a receiver is as one of the sender's
     */
    record Part(NodeId node, int tasks, int idle, double speed) {
        /** Those that come from a node. */
        public Part(NodeId node, int tasks) {
            this(node, tasks, 0, 1);
        }

        /** The same with so many tasks at most, at least 1. */
        public Part atMost(int most) {
            return most < tasks ? new Part(node, most, idle, speed) : this;
        }
    }

    /** The phase is over, whatever of it is undone: continue. */
    record Over(long term, long phase) implements MasterCommand {}

    /**
     * Whether a job that asks for workers at once begins.
     *
     * @param why in words, unless it begins
     */
    record Job(long term, JobId job, Verdict verdict, String why) implements MasterCommand {}

    /** What the master says of a job that asks for workers at once. */
    enum Verdict {
        /** There are as many: its tasks may be accepted. */
        BEGINS,
        /** There will be when other such jobs have ended. */
        WAITS,
        /** There are not as many in the cluster. */
        REFUSED
    }
}
