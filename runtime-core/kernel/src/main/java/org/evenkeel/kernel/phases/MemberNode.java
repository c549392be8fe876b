package org.evenkeel.kernel.phases;

import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PhaseReply;

/** What a {@link PhaseMember} sees of its node and does on it. */
public interface MemberNode {

    /** What the node has now. */
    PhaseReply.Counts counts();

    /** Whether it leaves: then it takes part in nothing. */
    boolean isLeaving();

    boolean isLinked(NodeId peer);

    /** Whether every task offered to a peer is taken or refused; down links do not count. */
    boolean isSettled();

    /** The same of one peer; true when its link is down. */
    boolean isSettledWith(NodeId peer);

    /** From now on no task starts, none is offered but by {@link #give}, new ones wait apart. */
    void freeze();

    /** The end of {@link #freeze}. */
    void thaw();

    /** Turns so many schedulable tasks into executing ones, or fewer when there are fewer. */
    void allot(int tasks);

    /**
     * Offers the tasks of a plan to a peer, schedulable ones first, then executing ones that have
     * not started; how many there were.
     */
    int give(MasterCommand.Part part);

    /**
     * Chooses tasks that have started, to be asked to leave for the same peer at the next {@link
     * #thaw}.
     *
     * @param given tasks of the plan that were offered
     * @param phase that wants it
     * @return how many, at most the rest of the plan
     */
    int askStarted(MasterCommand.Part part, int given, long phase);

    /** Says something, to this node itself too. */
    void send(NodeId to, PhaseReply word);

    /** The master says whether a job begins. */
    void judged(MasterCommand.Job verdict);

    /** There is a master now, or none any more. */
    void masterIsThere(boolean there);
}
