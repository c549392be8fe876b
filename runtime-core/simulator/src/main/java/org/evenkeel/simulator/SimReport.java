package org.evenkeel.simulator;

import org.evenkeel.simulator.measure.Meter;

/**
 * What one simulation came to. Times are virtual seconds.
 *
 * @param policy with its options
 * @param seed of all chance
 * @param submitted tasks that clients submitted; response times and hops are theirs
 * @param tasks the same and those that tasks spawned
 * @param executions begun, repeated ones included
 * @param interruptions runs that were suspended or stopped
 * @param resubmitted tasks that clients submitted again
 * @param responses from submission to outcome
 * @param makespan from the first moment to the last outcome
 * @param work all run time, at speed 1
 * @param messages said between nodes, see {@link Meter#sent}
 * @param meanHops hand-overs of a submitted task
 * @param maxHops of one
 * @param idleBesideBacklog task seconds waited beside a neighbour with an idle worker
 * @param idleBesideBacklogShare the same as part of all waiting
 * @param fairness Jain's index of the nodes' busy times per capacity, 1 is equal
 * @param events handled by all nodes
 * @param traceHash of everything that happened
 */
public record SimReport(
        String policy,
        long seed,
        long submitted,
        long tasks,
        long executions,
        Meter.Interruptions interruptions,
        long resubmitted,
        Meter.Responses responses,
        double makespan,
        double work,
        Meter.Messages messages,
        double meanHops,
        int maxHops,
        double idleBesideBacklog,
        double idleBesideBacklogShare,
        double fairness,
        long events,
        long traceHash) {

    /** Run time at speed 1 over the time it took. */
    public double speedUp() {
        return makespan == 0 ? 0 : work / makespan;
    }

    /** Messages of the paper's kinds for each task. */
    public double messagesPerTask() {
        return tasks == 0 ? 0 : (double) messages.counted() / tasks;
    }
}
