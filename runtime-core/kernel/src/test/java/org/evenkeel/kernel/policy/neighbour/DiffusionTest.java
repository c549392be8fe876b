package org.evenkeel.kernel.policy.neighbour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.testing.NeighbourViews.DOWN;
import static org.evenkeel.testing.NeighbourViews.node;
import static org.evenkeel.testing.NeighbourViews.with;

import java.util.List;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Share;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NeighbourView.AnnouncedCounts;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.model.LoadState;
import org.evenkeel.testing.NeighbourViews;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The claims of "Strategies for dynamic load balancing on highly parallel computers" (1993). */
class DiffusionTest {

    private static Action gives(Share... shares) {
        return new Action.Give(List.of(shares));
    }

    private static Action asks(Share... shares) {
        return new Action.Request(List.of(shares));
    }

    @Nested
    class Sender {

        private final Policy sid = new SenderDiffusion(SenderDiffusion.Options.DEFAULT);

        private Action settled(NodeView view) {
            return sid.onSettled(view).action();
        }

        /** Average (10 + 0 + 2 + 4) / 4 = 4: lacking are 4, 2 and 0. */
        @Test
        void everyDeficientNeighbourGetsItsPartOfTheSurplus() {
            assertThat(settled(node(10, 1, with(0), with(2), with(4))))
                    .isEqualTo(gives(new Share(0, 4), new Share(1, 2)));
        }

        @Test
        void belowTheThresholdNothingIsGiven() {
            assertThat(settled(node(1, 1, with(0)))).isEqualTo(Action.Nothing.AT_ALL);
            Policy high = new SenderDiffusion(new SenderDiffusion.Options(4, 0.5));
            assertThat(high.onSettled(node(4, 1, with(0))).action())
                    .isEqualTo(Action.Nothing.AT_ALL);
            assertThat(high.onSettled(node(5, 1, with(0))).action())
                    .isEqualTo(gives(new Share(0, 2)));
        }

        @Test
        void aNodeBelowTheAverageGivesNothing() {
            assertThat(settled(node(2, 1, with(9), with(1)))).isEqualTo(Action.Nothing.AT_ALL);
        }

        /** A whole task is more than what lacks, but its worker is idle. */
        @Test
        void anIdleNeighbourIsNotLeftIdle() {
            assertThat(settled(node(2, 1, with(0), with(1), with(1), with(1))))
                    .isEqualTo(gives(new Share(0, 1)));
            assertThat(settled(node(2, 1, with(0), with(0), with(0), with(0))))
                    .isEqualTo(gives(new Share(0, 1)));
        }

        /** Else a task goes to and fro between two nodes for ever. */
        @Test
        void neverMoreMovesThanMakesBothEqual() {
            assertThat(settled(node(2, 1, with(1), with(1)))).isEqualTo(Action.Nothing.AT_ALL);
            assertThat(settled(node(4, 1, with(1)))).isEqualTo(gives(new Share(0, 1)));
        }

        @Test
        void partsArePerWorker() {
            assertThat(settled(node(10, 1, with(0, 4)))).isEqualTo(gives(new Share(0, 8)));
        }

        @Test
        void aNodeWithoutWorkersGivesEverything() {
            assertThat(settled(node(3, 0, with(0), with(0, 2))))
                    .isEqualTo(gives(new Share(0, 1), new Share(1, 2)));
        }

        @Test
        void newTasksWaitUntilTheirEventEnds() {
            assertThat(sid.onTask(node(1, 1, with(0)), TaskArrival.NEW).action())
                    .isEqualTo(Action.Wait.HERE);
        }
    }

    @Nested
    class Receiver {

        private final Policy rid = new ReceiverDiffusion(new ReceiverDiffusion.Options(2, 0.5));

        private Action settled(NodeView view) {
            return rid.onSettled(view).action();
        }

        /** Average (0 + 8 + 6 + 2) / 4 = 4: above it are 4 and 2, and 4 lack here. */
        @Test
        void everyNeighbourAboveTheAverageIsAskedForItsPart() {
            assertThat(settled(node(0, 1, with(8), with(6), with(2))))
                    .isEqualTo(asks(new Share(0, 3), new Share(1, 1)));
        }

        @Test
        void aboveTheThresholdNobodyIsAsked() {
            assertThat(settled(node(2, 1, with(9)))).isEqualTo(Action.Nothing.AT_ALL);
            assertThat(settled(node(1, 1, with(9)))).isEqualTo(asks(new Share(0, 4)));
        }

        @Test
        void onlyWaitingTasksAreAskedFor() {
            assertThat(settled(node(0, 1, with(1), with(1)))).isEqualTo(Action.Nothing.AT_ALL);
            assertThat(settled(node(0, 1, with(2), with(0), with(0))))
                    .isEqualTo(asks(new Share(0, 1)));
        }

        @Test
        void nobodyIsAskedBeforeTheLastHaveAnswered() {
            NodeView view = node(0, 1, with(8), with(6));
            rid.onSettled(view);
            assertThat(settled(view)).isEqualTo(Action.Nothing.AT_ALL);
            rid.onTask(view, new TaskArrival(0, 1));
            assertThat(settled(view)).isEqualTo(Action.Nothing.AT_ALL);
            rid.onNothingToGive(view, 1);
            assertThat(settled(view)).isInstanceOf(Action.Request.class);
        }

        @Test
        void afterAFruitlessRoundItSleepsUntilALoadIsTold() {
            NodeView view = node(0, 1, with(8));
            rid.onSettled(view);
            Decision slept = rid.onNothingToGive(view, 0);
            assertThat(slept.wakeAfterNanos()).isPositive();
            assertThat(settled(view)).isEqualTo(Action.Nothing.AT_ALL);
            rid.onLoad(view, 0, LoadState.HIGH, 0);
            assertThat(settled(view)).isInstanceOf(Action.Request.class);
            assertThat(rid.onNothingToGive(view, 0).wakeAfterNanos())
                    .isEqualTo(2 * slept.wakeAfterNanos());
            rid.onTimer(view);
            assertThat(settled(view)).isInstanceOf(Action.Request.class);
        }

        @Test
        void theAskedGivesAtMostHalfOfWhatWaits() {
            assertThat(rid.onRequest(node(9, 1, with(0)), 0, 100).action())
                    .isEqualTo(gives(new Share(0, 4)));
            assertThat(rid.onRequest(node(9, 1, with(0)), 0, 3).action())
                    .isEqualTo(gives(new Share(0, 3)));
            assertThat(rid.onRequest(node(1, 1, with(0)), 0, 3).action())
                    .isEqualTo(new Action.Refuse(0));
        }
    }

    @Nested
    class Telling {

        private final Policy policy = new SenderDiffusion(new SenderDiffusion.Options(1, 0.5));

        private boolean isTold(int before, int now, int workers) {
            NeighbourView knows =
                    NeighbourViews.told(
                            with(0), LoadState.HIGH, new AnnouncedCounts(before, workers, 0));
            return !policy.announce(node(now, workers, knows)).isEmpty();
        }

        @Test
        void farFromIdleOnlyLargeChangesAreTold() {
            assertThat(isTold(21, 30, 1)).isFalse();
            assertThat(isTold(21, 31, 1)).isTrue();
            assertThat(isTold(21, 11, 1)).isTrue();
        }

        @Test
        void nearIdleEveryChangeIsTold() {
            assertThat(isTold(4, 5, 4)).isTrue();
            assertThat(isTold(5, 4, 4)).isTrue();
            assertThat(isTold(1, 0, 4)).isTrue();
            assertThat(isTold(4, 4, 4)).isFalse();
        }

        @Test
        void nothingIsToldOverALinkThatIsDown() {
            assertThat(policy.announce(node(9, 1, DOWN))).isEmpty();
        }
    }
}
