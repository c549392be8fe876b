package org.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Random clusters with everything going wrong: all rules hold after every event. 120 seeds, in the
 * long form 1,000; {@code -Devenkeel.seed=N} runs one, {@code -Devenkeel.seeds=N} another number.
 */
class SwarmSimulationTest {
    private static final int SHOWN = 3;

    @Test
    void everyRuleHoldsWhateverGoesWrong() {
        run("swarm", Boolean.getBoolean("evenkeel.long") ? 1_000 : 120, SwarmForm.PLAIN);
    }

    /** The same clusters, in which a client may use one, two or three processors of a node. */
    @Test
    void everyRuleHoldsWhereProcessorsAreRationed() {
        run(
                "swarm with quotas",
                Boolean.getBoolean("evenkeel.long") ? 1_500 : 20,
                SwarmForm.QUOTAS);
    }

    /** The same clusters, in which most nodes open and close, and some policies plan for it. */
    @Test
    void everyRuleHoldsWhereNodesOpenAndClose() {
        run("swarm with hours", Boolean.getBoolean("evenkeel.long") ? 500 : 30, SwarmForm.HOURS);
    }

    /** The same clusters, in which jobs ask a master for more than half of the workers each. */
    @Test
    void everyRuleHoldsWhereJobsAreAdmitted() {
        run(
                "swarm with widths",
                Boolean.getBoolean("evenkeel.long") ? 1_500 : 20,
                SwarmForm.WIDTHS);
    }

    /** The same faults, where phases have reason to move started tasks. */
    @Test
    void everyRuleHoldsWherePhasesMoveStartedTasks() {
        run("swarm with moves", Boolean.getBoolean("evenkeel.long") ? 500 : 25, SwarmForm.MOVES);
    }

    /** The same faults, where tasks wait for others of their job, and their slots run others. */
    @Test
    void everyRuleHoldsWhereTasksWaitForOthersOfTheirJob() {
        run("swarm with talks", Boolean.getBoolean("evenkeel.long") ? 1_500 : 25, SwarmForm.TALKS);
    }

    /** The same faults, where checkpoints are made of tasks that run. */
    @Test
    void everyRuleHoldsWhereCheckpointsAreMadeAtIntervals() {
        run(
                "swarm with checkpoints",
                Boolean.getBoolean("evenkeel.long") ? 1_000 : 40,
                SwarmForm.CHECKPOINTS);
    }

    private static void run(String title, int usual, SwarmForm form) {
        Long one = Long.getLong("evenkeel.seed");
        int count = one != null ? 1 : Integer.getInteger("evenkeel.seeds", usual);
        long first = one != null ? one : 1;
        long startNanos = System.nanoTime();
        List<Swarm.Run> runs =
                LongStream.range(first, first + count).parallel().mapToObj(form::run).toList();
        List<Finding> findings = new ArrayList<>();
        long events = 0;
        for (Swarm.Run run : runs) {
            if (run.finding() != null) {
                findings.add(run.finding());
            }
            events += run.report() == null ? 0 : run.report().events();
        }
        System.out.printf(
                "%s: seeds %d to %d, %d events, %.1f s, %d findings%n",
                title,
                first,
                first + count - 1,
                events,
                (System.nanoTime() - startNanos) / 1e9,
                findings.size());
        String commit = commit();
        findings.stream()
                .limit(SHOWN)
                .map(Swarm::shrink)
                .forEach(finding -> finding.lines(commit).forEach(System.err::println));
        assertThat(findings).extracting(f -> f.seed() + " " + f.rule()).isEmpty();
    }

    private static String commit() {
        try {
            Process git = new ProcessBuilder("git", "rev-parse", "--short", "HEAD").start();
            String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean ended = git.waitFor(10, TimeUnit.SECONDS);
            return ended && git.exitValue() == 0 ? said.strip() : "unknown";
        } catch (IOException e) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }
}
