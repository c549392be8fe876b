package org.evenkeel.kernel.policy.neighbour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.testing.NeighbourViews.node;
import static org.evenkeel.testing.NeighbourViews.with;

import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.NeighbourView.AnnouncedCounts;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.model.LoadState;
import org.evenkeel.testing.NeighbourViews;
import org.junit.jupiter.api.Test;

class PowerOfTwoTest {

    private static PowerOfTwo policy(int choices) {
        return new PowerOfTwo(new PowerOfTwo.Options(choices, 1), 1);
    }

    private static Decision place(Policy policy, NodeView view) {
        return policy.onTask(view, TaskArrival.NEW);
    }

    @Test
    void ofTwoCandidatesTheLessCrowdedGetsTheTask() {
        assertThat(place(policy(2), node(3, 1, with(2))).action())
                .isEqualTo(new Action.Transfer(0));
        assertThat(place(policy(2), node(2, 1, with(3))).action()).isEqualTo(Action.Wait.HERE);
    }

    @Test
    void crowdingIsTasksPerWorker() {
        assertThat(place(policy(2), node(3, 1, with(8, 4))).action())
                .isEqualTo(new Action.Transfer(0));
        assertThat(place(policy(2), node(3, 4, with(1, 1))).action()).isEqualTo(Action.Start.HERE);
    }

    @Test
    void amongEqualsTheTaskStaysHere() {
        for (int seed = 0; seed < 20; seed++) {
            Policy policy = new PowerOfTwo(new PowerOfTwo.Options(2, 1), seed);
            assertThat(place(policy, node(1, 1, with(1))).action()).isEqualTo(Action.Wait.HERE);
        }
    }

    /** With two choices among five the worst is never chosen, the best in 2 of 5 cases. */
    @Test
    void drawsDifferentCandidatesEquallyLikely() {
        NodeView view = node(5, 1, with(4), with(3), with(2), with(1));
        int[] got = new int[4];
        Policy policy = policy(2);
        for (int i = 0; i < 10_000; i++) {
            Action.Transfer to = (Action.Transfer) place(policy, view).action();
            got[to.neighbour()]++;
        }
        for (int i = 0; i < 4; i++) {
            assertThat(got[i]).isBetween(1000 * (i + 1) - 150, 1000 * (i + 1) + 150);
        }
    }

    @Test
    void asManyChoicesAsCandidatesAlwaysFindTheLeastCrowded() {
        Policy policy = policy(64);
        for (int i = 0; i < 50; i++) {
            assertThat(place(policy, node(5, 1, with(4), with(0), with(2))).action())
                    .isEqualTo(new Action.Transfer(1));
        }
    }

    @Test
    void oneChoiceIsRandomPlacement() {
        Policy policy = policy(1);
        int away = 0;
        for (int i = 0; i < 1000; i++) {
            Action action = place(policy, node(0, 1, with(9))).action();
            away += action instanceof Action.Transfer ? 1 : 0;
        }
        assertThat(away).isBetween(430, 570);
    }

    @Test
    void aTaskThatArrivedStays() {
        assertThat(policy(2).onTask(node(9, 1, with(0)), new TaskArrival(0, 1)).action())
                .isEqualTo(Action.Wait.HERE);
    }

    @Test
    void nodesWithoutWorkersAreNoCandidates() {
        assertThat(place(policy(2), node(3, 1, with(0, 0))).action()).isEqualTo(Action.Wait.HERE);
        assertThat(place(policy(2), node(0, 0, with(7))).action())
                .isEqualTo(new Action.Transfer(0));
        assertThat(policy(2).onTask(node(0, 0, with(7)), new TaskArrival(0, 3)).action())
                .isEqualTo(new Action.Transfer(0));
    }

    @Test
    void everyChangeOfTheCountIsToldToThoseWhoKnowAnother() {
        NodeView view =
                node(
                        3,
                        1,
                        NeighbourViews.told(with(0), LoadState.HIGH, new AnnouncedCounts(3, 1, 0)),
                        NeighbourViews.told(with(0), LoadState.HIGH, new AnnouncedCounts(2, 1, 0)),
                        NeighbourViews.DOWN);
        assertThat(policy(2).announce(view))
                .containsExactly(new Decision.Announcement(1, LoadState.HIGH));
        Policy rarely = new PowerOfTwo(new PowerOfTwo.Options(2, 2), 1);
        assertThat(rarely.announce(view)).isEmpty();
    }

    @Test
    void aChangedNumberOfWorkersIsToldAtOnce() {
        Policy rarely = new PowerOfTwo(new PowerOfTwo.Options(2, 100), 1);
        NodeView view =
                node(
                        3,
                        2,
                        NeighbourViews.told(with(0), LoadState.HIGH, new AnnouncedCounts(3, 1, 0)));
        assertThat(rarely.announce(view)).hasSize(1);
    }
}
