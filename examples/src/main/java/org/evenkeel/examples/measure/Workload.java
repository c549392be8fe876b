package org.evenkeel.examples.measure;

/** What a cluster is to do. */
interface Workload {

    /** What a worker computes to get warm: a little of everything. */
    Piece<?> sample() throws Exception;

    /** Does it once, and says whether the answer is right. */
    boolean run(Crew crew) throws Exception;
}
