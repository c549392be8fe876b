package org.evenkeel.kernel.phases.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The plan of a phase for all its nodes: steps 2 to 4, and what each node makes of it in step 5.
 *
 * @param tasks w of each node: its schedulable and executing tasks
 * @param quotas q of each node
 * @param transfers who sends how many to whom
 */
public record PhasePlan(int[] tasks, int[] quotas, List<Transfer> transfers) {

    /** How quotas are found; see {@link PhaseQuotas}. */
    @FunctionalInterface
    public interface Rule {
        /** The quotas for nodes with so many tasks. */
        int[] quotas(int[] tasks);
    }

    /** The plan for nodes with so many schedulable and executing tasks. */
    public static PhasePlan of(int[] st, int[] et, Rule rule) {
        if (st.length != et.length) {
            throw new IllegalArgumentException(
                    "schedulable tasks of %d nodes, executing ones of %d"
                            .formatted(st.length, et.length));
        }
        int[] tasks = new int[st.length];
        for (int i = 0; i < tasks.length; i++) {
            long sum = (long) st[i] + et[i];
            if (st[i] < 0 || et[i] < 0 || sum > PhaseQuotas.MAX_TASKS) {
                throw new IllegalArgumentException(
                        "a node cannot have %d schedulable and %d executing tasks"
                                .formatted(st[i], et[i]));
            }
            tasks[i] = (int) sum;
        }
        int[] quotas = rule.quotas(tasks);
        return new PhasePlan(tasks, quotas, Pairing.transfers(tasks, quotas));
    }

    /** What each node does. */
    public List<LocalPlan> locals(int[] st, int[] et) {
        List<List<Transfer>> sends = new ArrayList<>();
        int[] expected = new int[tasks.length];
        for (int i = 0; i < tasks.length; i++) {
            sends.add(new ArrayList<>());
        }
        for (Transfer transfer : transfers) {
            sends.get(transfer.from()).add(transfer);
            expected[transfer.to()] += transfer.tasks();
        }
        return IntStream.range(0, tasks.length)
                .mapToObj(i -> LocalPlan.of(st[i], et[i], quotas[i], sends.get(i), expected[i]))
                .toList();
    }

    /** Whether every node has its quota already. */
    public boolean isEmpty() {
        return transfers.isEmpty();
    }

    /** Tasks that move. */
    public int moved() {
        return transfers.stream().mapToInt(Transfer::tasks).sum();
    }
}
