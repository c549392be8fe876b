package org.evenkeel.kernel.phases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PhaseReply.Counts;
import org.junit.jupiter.api.Test;

/** Who is which number, and how fast. */
class PhaseRoundTest {
    private static final NodeId MASTER = new NodeId("n0");
    private static final NodeId SLOW = new NodeId("n1");
    private static final NodeId FAST = new NodeId("n2");

    private static Counts counts(int st, int workers, double speed, long kindNanos, int runs) {
        return new Counts(st, 0, 0, workers, false, speed, runs == 0 ? 0 : 7, kindNanos, runs);
    }

    private static Map<NodeId, Counts> nodes(Counts master, Counts slow, Counts fast) {
        Map<NodeId, Counts> nodes = new LinkedHashMap<>();
        nodes.put(MASTER, master);
        nodes.put(SLOW, slow);
        nodes.put(FAST, fast);
        return nodes;
    }

    @Test
    void whatAMasterHasGoesToTheOthersInProportionToTheirSpeeds() {
        PhaseRound phaseRound =
                new PhaseRound(
                        nodes(counts(9, 0, 5, 0, 0), counts(0, 1, 1, 0, 0), counts(0, 2, 1, 0, 0)),
                        false,
                        0);
        assertThat(phaseRound.order()).containsExactly(FAST, SLOW, MASTER);
        MasterCommand.Plan plan = phaseRound.words(3, 4).get(MASTER);
        assertThat(plan)
                .isEqualTo(
                        new MasterCommand.Plan(
                                3,
                                4,
                                0,
                                List.of(
                                        new MasterCommand.Part(FAST, 6, 2, 0.2),
                                        new MasterCommand.Part(SLOW, 3, 1, 0.2)),
                                List.of()));
    }

    @Test
    void equalQuotasAreThoseOfNodesWithWorkers() {
        Map<NodeId, Counts> nodes =
                nodes(counts(5, 0, 1, 0, 0), counts(0, 1, 1, 0, 0), counts(0, 1, 2, 0, 0));
        Map<NodeId, MasterCommand.Plan> words = new PhaseRound(nodes, true, 0).words(1, 1);
        assertThat(words.values()).extracting(MasterCommand.Plan::quota).containsExactly(3, 2, 0);
        assertThat(words.keySet()).first().isEqualTo(FAST);
        assertThat(new PhaseRound(nodes, true, 1).order())
                .as("another turn")
                .first()
                .isEqualTo(SLOW);
    }

    @Test
    void tasksOfOneKindTellMoreThanTheCalibration() {
        Counts slow = counts(0, 1, 1, 300, 10);
        Counts fast = counts(0, 1, 1, 100, 10);
        assertThat(Speeds.of(List.of(slow, fast))).containsExactly(0.5, 1.5);
        assertThat(Speeds.of(List.of(slow, counts(0, 1, 1, 100, 3))))
                .as("too few of them")
                .containsExactly(1, 1);
    }

    private static Counts running(int tasks, int movable, int workers, double speed) {
        return new Counts(0, tasks, movable, workers, tasks == 0, speed, 0, 0, 0);
    }

    private static PhaseRound of(Counts slow, Counts fast) {
        Map<NodeId, Counts> nodes = new LinkedHashMap<>();
        nodes.put(SLOW, slow);
        nodes.put(FAST, fast);
        return new PhaseRound(nodes, false, 0);
    }

    @Test
    void aStartedTaskIsWorthAPhaseWhenAnIdleWorkerIsFaster() {
        PhaseRound phaseRound = of(running(1, 1, 1, 1), running(0, 0, 1, 3));
        assertThat(phaseRound.isWorthwhile(false)).isTrue();
        assertThat(phaseRound.words(1, 1).get(SLOW))
                .isEqualTo(
                        new MasterCommand.Plan(
                                1,
                                1,
                                0,
                                List.of(new MasterCommand.Part(FAST, 1, 1, 3)),
                                List.of()));
        assertThat(of(running(1, 0, 1, 1), running(0, 0, 1, 3)).isWorthwhile(false))
                .as("it cannot be put away")
                .isFalse();
        assertThat(of(running(1, 1, 1, 1), running(0, 0, 1, 1.1)).isWorthwhile(false))
                .as("that may be chance")
                .isFalse();
        assertThat(of(running(1, 1, 1, 1), running(1, 1, 1, 9)).isWorthwhile(false))
                .as("it would wait there")
                .isFalse();
        assertThat(of(running(3, 2, 2, 1), running(0, 0, 2, 1)).isWorthwhile(false))
                .as("one waits that cannot go")
                .isTrue();
    }
}
