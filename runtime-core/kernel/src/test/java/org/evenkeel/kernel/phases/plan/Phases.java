package org.evenkeel.kernel.phases.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Random nodes with tasks, and what becomes of them when every node carries out its plan. */
final class Phases {
    private Phases() {}

    /** What the nodes have: schedulable and executing tasks. */
    record Nodes(int[] st, int[] et) {
        int size() {
            return st.length;
        }

        int[] tasks() {
            int[] tasks = new int[st.length];
            Arrays.setAll(tasks, i -> st[i] + et[i]);
            return tasks;
        }

        @Override
        public String toString() {
            return "S=%s E=%s".formatted(Arrays.toString(st), Arrays.toString(et));
        }
    }

    static Nodes random(SplittableRandom random) {
        int nodes = random.nextInt(1, 25);
        int most = random.nextInt(1, 30);
        int[] st = new int[nodes];
        int[] et = new int[nodes];
        for (int i = 0; i < nodes; i++) {
            st[i] = random.nextInt(3) == 0 ? 0 : random.nextInt(most);
            et[i] = random.nextInt(3) == 0 ? 0 : random.nextInt(most);
        }
        return new Nodes(st, et);
    }

    static double[] speeds(SplittableRandom random, int nodes) {
        double[] speeds = new double[nodes];
        Arrays.setAll(speeds, i -> random.nextInt(6) == 0 ? 0 : 0.1 + random.nextDouble() * 4);
        speeds[random.nextInt(nodes)] = 1;
        return speeds;
    }

    /** Steps 2 to 5, corrected. */
    static Nodes after(Nodes before, PhasePlan plan) {
        int[] st = before.st().clone();
        int[] et = before.et().clone();
        List<LocalPlan> locals = plan.locals(before.st(), before.et());
        for (int i = 0; i < st.length; i++) {
            LocalPlan local = locals.get(i);
            st[i] -= local.kept();
            et[i] += local.kept();
            for (LocalPlan.Sending sending : local.sendings()) {
                st[i] -= sending.fromSt();
                et[i] -= sending.fromEt();
                et[sending.to()] += sending.tasks();
            }
        }
        return new Nodes(st, et);
    }

    /** Step 3 as the paper prints it: every pair of nodes. */
    static List<Transfer> doubleLoop(int[] tasks, int[] quotas) {
        int[] rest = new int[tasks.length];
        Arrays.setAll(rest, i -> tasks[i] - quotas[i]);
        int[][] matrix = new int[tasks.length][tasks.length];
        for (int i = 0; i < rest.length; i++) {
            for (int j = i + 1; j < rest.length; j++) {
                int some =
                        rest[i] > 0 && rest[j] < 0
                                ? Math.min(rest[i], -rest[j])
                                : rest[i] < 0 && rest[j] > 0 ? -Math.min(-rest[i], rest[j]) : 0;
                matrix[i][j] = some;
                matrix[j][i] = -some;
                rest[i] -= some;
                rest[j] += some;
            }
        }
        List<Transfer> transfers = new ArrayList<>();
        for (int i = 0; i < rest.length; i++) {
            for (int j = 0; j < rest.length; j++) {
                if (matrix[i][j] > 0) {
                    transfers.add(new Transfer(i, j, matrix[i][j]));
                }
            }
        }
        return transfers;
    }

    /**
     * Step 5 as the paper prints it: theta = q - E tasks become executing ones whether there are as
     * many or not, and what goes to a node comes from the schedulable tasks only when it is more
     * than all of them.
     */
    static Nodes literally(Nodes before, PhasePlan plan) {
        int[] st = before.st().clone();
        int[] et = before.et().clone();
        for (int i = 0; i < st.length; i++) {
            int theta = Math.min(Math.max(0, plan.quotas()[i] - et[i]), st[i]);
            st[i] -= theta;
            et[i] += theta;
        }
        for (Transfer transfer : plan.transfers()) {
            int from = transfer.from();
            int fromSt = transfer.tasks() > before.st()[from] ? st[from] : 0;
            int fromEt = Math.min(transfer.tasks() - fromSt, et[from]);
            st[from] -= fromSt;
            et[from] -= fromEt;
            et[transfer.to()] += fromSt + fromEt;
        }
        return new Nodes(st, et);
    }
}
