package org.evenkeel.model.protocol;

import java.util.List;
import org.evenkeel.model.JobId;

/** What nodes say to the master of scheduling phases, and in a phase to each other. */
public sealed interface PhaseReply {

    /** The master's, as the speaker knows it. */
    long term();

    /** To a master whose term is over: there was one with this term. */
    record Outdated(long term) implements PhaseReply {}

    /** What the speaker has now; said when it has changed. */
    record Status(long term, Counts counts) implements PhaseReply {}

    /** Step 1: what the speaker has in this phase; it starts no task until it is done with it. */
    record Counted(long term, long phase, Counts counts) implements PhaseReply {}

    /**
     * To a receiver of tasks, before they are offered.
     *
     * @param tasks that are offered next
     * @param none promised ones that will not come
     */
    record Sending(long term, long phase, int tasks, int none) implements PhaseReply {}

    /**
     * Step 5 is done, or given up; the speaker continues.
     *
     * @param sent tasks offered to others
     * @param none tasks promised to others and not offered
     * @param asked of these, started ones that are asked to leave through their owners
     * @param received tasks that came
     * @param complete whether everything that was to come has come
     */
    record Done(
            long term,
            long phase,
            Counts counts,
            int sent,
            int none,
            int asked,
            int received,
            boolean complete)
            implements PhaseReply {}

    /**
     * A started task that was asked to leave in this phase was suspended, and resumes elsewhere.
     */
    record Left(long term, long phase) implements PhaseReply {}

    /** The jobs of the speaker's clients, or some of them; said again with every heartbeat. */
    record Jobs(long term, List<JobWish> jobs) implements PhaseReply {
        /** Most jobs of one word. */
        public static final int MAX_JOBS = 1_000;
    }

    /** A job of the speaker's clients has ended. */
    record JobOver(long term, JobId job) implements PhaseReply {}

    /**
     * One job, as its owner knows it.
     *
     * @param minWorkers workers it asks for at once, 0 for none in particular
     * @param begun whether its tasks are accepted; else the owner waits for the master's word
     * @param outlives whether it is kept when its client, or its owner's process, is gone
     * @param attachment counts the daemons its client was attached to: of two that say that they
     *     own a job, the one with the higher number does
     */
    record JobWish(JobId job, int minWorkers, boolean begun, boolean outlives, int attachment) {
        /** The widest job there may be. */
        public static final int MAX_WIDTH = 1_000_000;
    }

    /**
     * What a node has.
     *
     * @param schedulable tasks that were accepted and never scheduled
     * @param executing tasks allotted to it, started or not; those that wait for children are not
     *     counted
     * @param movable of the executing ones, those that could be moved elsewhere
     * @param workers that can run them
     * @param ready whether it lacks work
     * @param speed of one worker, calibrated; 1 is the reference
     * @param kind names the kind of task that ran most here lately, 0 for none
     * @param kindNanos how long one of that kind took
     * @param kindRuns how many of them ran
     */
    record Counts(
            int schedulable,
            int executing,
            int movable,
            int workers,
            boolean ready,
            double speed,
            long kind,
            long kindNanos,
            int kindRuns) {

        /** Both queues. */
        public int tasks() {
            return schedulable + executing;
        }
    }
}
