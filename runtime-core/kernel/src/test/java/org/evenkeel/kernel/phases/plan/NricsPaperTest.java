package org.evenkeel.kernel.phases.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.testing.Seeds;
import org.junit.jupiter.api.Test;

/** One test for each claim of the paper on runtime incremental concentrated scheduling. */
class NricsPaperTest {
    private static final int CASES = 300;

    @Test
    void theExampleOfFourNodes() {
        int[] quotas = PhaseQuotas.equal(new int[] {10, 0, 3, 1});
        assertThat(quotas).containsExactly(4, 4, 3, 3);
        assertThat(Pairing.transfers(new int[] {10, 0, 3, 1}, quotas))
                .containsExactly(new Transfer(0, 1, 4), new Transfer(0, 3, 2));
    }

    @Test
    void theLastNodeHasEverything() {
        int[] quotas = PhaseQuotas.equal(new int[] {0, 0, 0, 9});
        assertThat(quotas).containsExactly(3, 2, 2, 2);
        assertThat(Pairing.transfers(new int[] {0, 0, 0, 9}, quotas))
                .containsExactly(
                        new Transfer(3, 0, 3), new Transfer(3, 1, 2), new Transfer(3, 2, 2));
    }

    @Test
    void oneNodeHasMoreThanTheOthers() {
        int[] tasks = {7, 1, 1, 1, 1, 1};
        int[] quotas = PhaseQuotas.equal(tasks);
        assertThat(quotas).containsOnly(2);
        assertThat(Pairing.transfers(tasks, quotas))
                .containsExactly(
                        new Transfer(0, 1, 1),
                        new Transfer(0, 2, 1),
                        new Transfer(0, 3, 1),
                        new Transfer(0, 4, 1),
                        new Transfer(0, 5, 1));
    }

    @Test
    void nothingMovesWhereAllHaveTheSame() {
        assertThat(PhasePlan.of(new int[] {5, 5, 5}, new int[3], PhaseQuotas::equal).isEmpty())
                .isTrue();
    }

    @Test
    void schedulableTasksGoBeforeExecutingOnes() {
        Phases.Nodes before = new Phases.Nodes(new int[] {6, 0, 0, 0}, new int[] {4, 0, 3, 1});
        PhasePlan plan = PhasePlan.of(before.st(), before.et(), PhaseQuotas::equal);
        Phases.Nodes after = Phases.after(before, plan);
        assertThat(after.et()).containsExactly(4, 4, 3, 3);
        assertThat(after.st()).containsOnly(0);
        List<LocalPlan> locals = plan.locals(before.st(), before.et());
        assertThat(locals.getFirst().fromSt()).isEqualTo(6);
        assertThat(locals).extracting(LocalPlan::fromEt).containsOnly(0);
    }

    @Seeds
    void noNodeIsLeftAboveOrBelowItsQuota(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < CASES; i++) {
            Phases.Nodes nodes = Phases.random(random);
            PhasePlan plan = PhasePlan.of(nodes.st(), nodes.et(), PhaseQuotas::equal);
            int[] rest = nodes.tasks();
            for (Transfer transfer : plan.transfers()) {
                rest[transfer.from()] -= transfer.tasks();
                rest[transfer.to()] += transfer.tasks();
            }
            assertThat(rest).as("%s", nodes).containsExactly(plan.quotas());
        }
    }

    @Seeds
    void theFewestTasksMoveInFewerTransfersThanNodes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < CASES; i++) {
            Phases.Nodes nodes = Phases.random(random);
            PhasePlan plan = PhasePlan.of(nodes.st(), nodes.et(), PhaseQuotas::equal);
            assertThat(plan.moved()).as("%s", nodes).isEqualTo(above(nodes.tasks(), plan));
            assertThat(plan.transfers()).hasSizeLessThan(nodes.size());
        }
    }

    @Seeds
    void twoPointersFindTheMatrixOfTheDoubleLoop(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < CASES; i++) {
            int[] tasks = Phases.random(random).tasks();
            double[] speeds = Phases.speeds(random, tasks.length);
            int[] quotas =
                    random.nextBoolean()
                            ? PhaseQuotas.equal(tasks)
                            : PhaseQuotas.bySpeed(tasks, speeds);
            assertThat(Pairing.transfers(tasks, quotas))
                    .isEqualTo(Phases.doubleLoop(tasks, quotas));
        }
    }

    @Seeds
    void everyNodeExecutesItsQuotaAndTheFewestExecutingTasksAreDisturbed(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < CASES; i++) {
            Phases.Nodes before = Phases.random(random);
            PhasePlan plan = PhasePlan.of(before.st(), before.et(), PhaseQuotas::equal);
            Phases.Nodes after = Phases.after(before, plan);
            assertThat(after.et()).as("%s", before).containsExactly(plan.quotas());
            assertThat(after.st()).containsOnly(0);
            int disturbed =
                    plan.locals(before.st(), before.et()).stream()
                            .mapToInt(LocalPlan::fromEt)
                            .sum();
            assertThat(disturbed).as("%s", before).isEqualTo(above(before.et(), plan));
        }
    }

    @Seeds
    void noNodeBothSendsAndReceives(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < CASES; i++) {
            Phases.Nodes nodes = Phases.random(random);
            PhasePlan plan = PhasePlan.of(nodes.st(), nodes.et(), PhaseQuotas::equal);
            List<Integer> receivers = plan.transfers().stream().map(Transfer::to).toList();
            assertThat(plan.transfers())
                    .as("%s", nodes)
                    .noneMatch(transfer -> receivers.contains(transfer.from()));
        }
    }

    /** The counter-example: why step 5 is not carried out as printed. */
    @Seeds
    void asPrintedStepFiveMissesTheQuotasOfMostCases(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int missed = 0;
        for (int i = 0; i < CASES; i++) {
            Phases.Nodes before = Phases.random(random);
            PhasePlan plan = PhasePlan.of(before.st(), before.et(), PhaseQuotas::equal);
            Phases.Nodes after = Phases.literally(before, plan);
            missed += Arrays.equals(after.et(), plan.quotas()) ? 0 : 1;
        }
        assertThat(missed).isGreaterThan(CASES / 2);
    }

    @Test
    void asPrintedStepFiveMovesExecutingTasksWhileSchedulableOnesLieThere() {
        Phases.Nodes before = new Phases.Nodes(new int[] {6, 0, 0, 0}, new int[] {4, 0, 3, 1});
        PhasePlan plan = PhasePlan.of(before.st(), before.et(), PhaseQuotas::equal);
        Phases.Nodes after = Phases.literally(before, plan);
        assertThat(after.st()).containsExactly(6, 0, 0, 0);
        assertThat(after.et()[0]).isZero();
    }

    /** Sum of max(0, some - q). */
    private static int above(int[] some, PhasePlan plan) {
        int above = 0;
        for (int i = 0; i < some.length; i++) {
            above += Math.max(0, some[i] - plan.quotas()[i]);
        }
        return above;
    }
}
