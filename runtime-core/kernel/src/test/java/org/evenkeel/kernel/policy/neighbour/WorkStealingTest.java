package org.evenkeel.kernel.policy.neighbour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.testing.NeighbourViews.DOWN;
import static org.evenkeel.testing.NeighbourViews.node;
import static org.evenkeel.testing.NeighbourViews.with;

import java.util.concurrent.TimeUnit;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.kernel.policy.neighbour.WorkStealing.Take;
import org.junit.jupiter.api.Test;

class WorkStealingTest {

    private static final NodeView IDLE = node(0, 1, with(9), DOWN, with(9), with(9));

    private final WorkStealing thief = new WorkStealing(Take.ONE, RequestPause.ADAPTIVE, 1);

    private static int victim(Decision decision) {
        return ((Action.Request) decision.action()).shares().getFirst().neighbour();
    }

    @Test
    void anIdleNodeAsksOneNeighbourForOneTask() {
        Decision asked = thief.onSettled(IDLE);
        assertThat(asked.action()).isEqualTo(Action.Request.of(victim(asked), 1));
        assertThat(thief.onSettled(IDLE)).as("one question at a time").isSameAs(Decision.NOTHING);
    }

    @Test
    void aBusyNodeDoesNotSteal() {
        assertThat(thief.onSettled(node(1, 1, with(9)))).isSameAs(Decision.NOTHING);
        assertThat(thief.onSettled(node(0, 0, with(9)))).isSameAs(Decision.NOTHING);
    }

    @Test
    void everyLinkedVictimIsEquallyLikely() {
        int[] asked = new int[4];
        for (int i = 0; i < 3000; i++) {
            int victim = victim(thief.onSettled(IDLE));
            asked[victim]++;
            thief.onTask(IDLE, new TaskArrival(victim, 1));
        }
        assertThat(asked[1]).isZero();
        for (int index : new int[] {0, 2, 3}) {
            assertThat(asked[index]).isBetween(880, 1120);
        }
    }

    @Test
    void aFruitlessTryIsFollowedByAnotherUntilThereWereAsManyAsVictims() {
        long[] sleeps = new long[3];
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 2; i++) {
                Decision after = thief.onNothingToGive(IDLE, victim(thief.onSettled(IDLE)));
                assertThat(after.wakeAfterNanos()).isZero();
            }
            Decision last = thief.onNothingToGive(IDLE, victim(thief.onSettled(IDLE)));
            sleeps[round] = last.wakeAfterNanos();
            assertThat(thief.onSettled(IDLE)).isSameAs(Decision.NOTHING);
            thief.onTimer(IDLE);
        }
        long milli = TimeUnit.MILLISECONDS.toNanos(1);
        assertThat(sleeps).containsExactly(milli, 2 * milli, 4 * milli);
    }

    @Test
    void theVictimGivesItsOldestTaskOrHalfOfThem() {
        NodeView victim = node(6, 1, with(0));
        assertThat(thief.onRequest(victim, 0, 9).action()).isEqualTo(Action.Give.to(0, 1));
        WorkStealing greedy = new WorkStealing(Take.HALF, RequestPause.ADAPTIVE, 1);
        assertThat(greedy.onRequest(victim, 0, 9).action()).isEqualTo(Action.Give.to(0, 3));
        assertThat(greedy.onRequest(victim, 0, 2).action()).isEqualTo(Action.Give.to(0, 2));
        Action.Request all = (Action.Request) greedy.onSettled(IDLE).action();
        assertThat(all.shares().getFirst().atMost()).isGreaterThan(100);
    }

    @Test
    void aRunningTaskIsNotStolen() {
        assertThat(thief.onRequest(node(1, 1, with(0)), 0, 1).action())
                .isEqualTo(new Action.Refuse(0));
    }

    @Test
    void tasksStartOrWaitWhereTheyArrive() {
        assertThat(thief.onTask(node(0, 1, with(0)), TaskArrival.NEW).action())
                .isEqualTo(Action.Start.HERE);
        assertThat(thief.onTask(node(1, 1, with(0)), TaskArrival.NEW).action())
                .isEqualTo(Action.Wait.HERE);
    }
}
