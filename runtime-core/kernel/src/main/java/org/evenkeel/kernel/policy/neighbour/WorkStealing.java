package org.evenkeel.kernel.policy.neighbour;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;

/**
 * Randomised work stealing: an idle node asks a neighbour drawn at random, and another one when
 * that has nothing; the victim gives its oldest waiting tasks.
 *
 * <p>Source: Blumofe, Leiserson, "Scheduling multithreaded computations by work stealing" (Journal
 * of the ACM 46, 1999), section 4. There thieves try for ever; over a network they sleep after as
 * many fruitless tries as they have neighbours.
 */
public final class WorkStealing implements Policy {

    /** How much a thief takes. */
    public enum Take {
        /** The oldest waiting task: the source's rule. */
        ONE,
        /** Half of the waiting tasks, the oldest ones: fewer journeys from a long queue. */
        HALF;

        /** As written in a configuration. */
        public String spelling() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Most tasks of one theft. */
    private static final int MOST = 1_024;

    private final Take take;
    private final RequestPause lambda;
    private final RequestRound round;
    private final SplittableRandom random;

    public WorkStealing(Take take, RequestPause lambda, long seed) {
        this.take = take;
        this.lambda = lambda;
        this.round = new RequestRound(lambda);
        this.random = new SplittableRandom(seed);
    }

    @Override
    public String name() {
        return "work-stealing(take=" + take.spelling() + ",lambda=" + lambda.spelling() + ")";
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        round.arrived(taskArrival);
        return Decision.keep(view);
    }

    @Override
    public Decision onRequest(NodeView view, int from, int room) {
        int waiting = view.sample().waiting();
        int taken = take == Take.ONE ? Math.min(1, waiting) : (waiting + 1) / 2;
        return taken > 0
                ? Decision.of(Action.Give.to(from, Math.min(room, taken)), "an idle node asked")
                : Decision.of(new Action.Refuse(from), "no task waits here");
    }

    @Override
    public boolean givesOnlyWhenAsked() {
        return true;
    }

    @Override
    public Decision onNothingToGive(NodeView view, int from) {
        return round.nothing(view, from);
    }

    @Override
    public Decision onTimer(NodeView view) {
        round.woke();
        return Decision.NOTHING;
    }

    @Override
    public Decision onSettled(NodeView after) {
        int victims = RequestRound.linked(after.neighbours());
        return victims > 0 && round.mayAsk(after)
                ? round.ask(
                        linked(after.neighbours(), random.nextInt(victims)),
                        take == Take.ONE ? 1 : MOST)
                : Decision.NOTHING;
    }

    /** The index of one of the linked neighbours, which are numbered from 0. */
    private static int linked(List<NeighbourView> neighbours, int number) {
        int left = number;
        int index = 0;
        while (!neighbours.get(index).linked() || left-- > 0) {
            index++;
        }
        return index;
    }

    @Override
    public void onNeighboursChanged() {
        round.forgetIndices();
    }
}
