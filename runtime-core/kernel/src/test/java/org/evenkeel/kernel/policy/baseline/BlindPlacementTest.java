package org.evenkeel.kernel.policy.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.testing.NeighbourViews.DOWN;
import static org.evenkeel.testing.NeighbourViews.closed;
import static org.evenkeel.testing.NeighbourViews.node;
import static org.evenkeel.testing.NeighbourViews.told;
import static org.evenkeel.testing.NeighbourViews.with;

import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.Decision.Share;
import org.evenkeel.kernel.policy.NeighbourView.AnnouncedCounts;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.model.LoadState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random and cyclic placement. */
class BlindPlacementTest {

    private static final int DRAWS = 3_000;

    static Stream<LongFunction<Policy>> blind() {
        return Stream.of(RandomPlacement::new, RoundRobin::new);
    }

    /** How often each of "here" and three neighbours, of which one is not linked, gets a task. */
    private static int[] spread(Policy policy, NodeView view) {
        int[] got = new int[view.neighbours().size() + 1];
        for (int i = 0; i < DRAWS; i++) {
            Action action = policy.onTask(view, TaskArrival.NEW).action();
            got[action instanceof Action.Transfer to ? 1 + to.neighbour() : 0]++;
        }
        return got;
    }

    @ParameterizedTest
    @MethodSource("blind")
    void thisNodeAndEveryLinkedNeighbourGetEqualPartsWhateverTheirLoad(LongFunction<Policy> maker) {
        int[] got = spread(maker.apply(1), node(9, 2, with(50), DOWN, with(0)));
        assertThat(got[2]).isZero();
        for (int part : new int[] {got[0], got[1], got[3]}) {
            assertThat(part).isBetween(DRAWS / 3 - 120, DRAWS / 3 + 120);
        }
    }

    @ParameterizedTest
    @MethodSource("blind")
    void aTaskThatArrivedStays(LongFunction<Policy> maker) {
        Policy policy = maker.apply(1);
        for (int i = 0; i < 20; i++) {
            assertThat(policy.onTask(node(0, 1, with(0)), new TaskArrival(0, 1)).action())
                    .isEqualTo(Action.Start.HERE);
            assertThat(policy.onTask(node(4, 1, with(0)), new TaskArrival(0, 1)).action())
                    .isEqualTo(Action.Wait.HERE);
        }
    }

    @ParameterizedTest
    @MethodSource("blind")
    void aTaskThatWasRefusedStays(LongFunction<Policy> maker) {
        Policy policy = maker.apply(1);
        for (int i = 0; i < 20; i++) {
            assertThat(
                            policy.onTask(node(4, 1, with(0)), new TaskArrival(Policy.LOCAL, 1))
                                    .action())
                    .isEqualTo(Action.Wait.HERE);
        }
    }

    @ParameterizedTest
    @MethodSource("blind")
    void nodesWithoutWorkersAndClosedOnesAreNoCandidates(LongFunction<Policy> maker) {
        int[] got = spread(maker.apply(1), node(9, 0, with(5), with(0, 0), closed()));
        assertThat(got).containsExactly(0, DRAWS, 0, 0);
    }

    @ParameterizedTest
    @MethodSource("blind")
    void whereNobodyHasWorkersATaskIsPassedOnButNotForEver(LongFunction<Policy> maker) {
        Policy policy = maker.apply(1);
        NodeView view = node(0, 0, with(0, 0), with(0, 0));
        for (int i = 0; i < 20; i++) {
            assertThat(policy.onTask(view, new TaskArrival(0, i)).action())
                    .isInstanceOf(Action.Transfer.class);
        }
        TaskArrival far = new TaskArrival(0, Candidates.MOST_PASSES);
        assertThat(policy.onTask(view, far).action()).isEqualTo(Action.Wait.HERE);
        assertThat(policy.onSettled(node(3, 0, with(0, 0))).action())
                .isEqualTo(Action.Nothing.AT_ALL);
    }

    @ParameterizedTest
    @MethodSource("blind")
    void tasksStrandedOnANodeWithoutWorkersAreHandedOn(LongFunction<Policy> maker) {
        assertThat(maker.apply(1).onSettled(node(3, 0, with(9), DOWN, with(0))).action())
                .isEqualTo(new Action.Give(List.of(new Share(0, 2), new Share(2, 2))));
        assertThat(maker.apply(1).onSettled(node(3, 1, with(0))).action())
                .isEqualTo(Action.Nothing.AT_ALL);
    }

    @ParameterizedTest
    @MethodSource("blind")
    void aLonelyNodeKeepsItsTasks(LongFunction<Policy> maker) {
        assertThat(maker.apply(1).onTask(node(0, 1, DOWN), TaskArrival.NEW).action())
                .isEqualTo(Action.Start.HERE);
        assertThat(maker.apply(1).onTask(node(0, 0), TaskArrival.NEW).action())
                .isEqualTo(Action.Wait.HERE);
    }

    @ParameterizedTest
    @MethodSource("blind")
    void onlyTheNumberOfWorkersIsTold(LongFunction<Policy> maker) {
        NodeView view =
                node(9, 1, told(with(0), LoadState.LOW, new AnnouncedCounts(0, 1, 0)), with(0));
        assertThat(maker.apply(1).announce(view))
                .containsExactly(new Announcement(1, LoadState.HIGH));
    }

    @Test
    void equalSeedsDrawAlikeAndOthersDoNot() {
        NodeView view = node(0, 1, with(0), with(0), with(0));
        assertThat(drawn(new RandomPlacement(7), view))
                .isEqualTo(drawn(new RandomPlacement(7), view))
                .isNotEqualTo(drawn(new RandomPlacement(8), view));
    }

    private static List<Action> drawn(Policy policy, NodeView view) {
        return IntStream.range(0, 50)
                .mapToObj(i -> policy.onTask(view, TaskArrival.NEW).action())
                .toList();
    }

    @Test
    void turnsFollowTheOrderOfNeighbours() {
        NodeView view = node(0, 1, with(0), with(0));
        assertThat(drawn(new RoundRobin(0), view))
                .startsWith(
                        Action.Start.HERE,
                        new Action.Transfer(0),
                        new Action.Transfer(1),
                        Action.Start.HERE);
    }
}
