package org.evenkeel.kernel.phases;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.phases.plan.Imbalance;
import org.evenkeel.kernel.phases.plan.PhasePlan;
import org.evenkeel.kernel.phases.plan.PhaseQuotas;
import org.evenkeel.kernel.phases.plan.Transfer;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.MasterCommand.Part;
import org.evenkeel.model.protocol.PhaseReply.Counts;

/**
 * The plan for nodes with these counts: who is which number, what each is to do. A node without
 * workers gets no quota, and is numbered last; what it has goes to others.
 */
final class PhaseRound {
    /** Started tasks move to workers that are so many times as fast: less may be chance. */
    private static final double FASTER = 1.25;

    private static final double LEAST_SPEED = 1e-6;
    private static final double MOST_SPEED = 1e6;

    private final List<NodeId> order = new ArrayList<>();
    private final List<Counts> counts = new ArrayList<>();
    private final int[] st;
    private final int[] et;
    private final double[] speeds;
    private final double[] each;
    private final PhasePlan plan;
    private final List<Hope> hopes;

    private record Ranked(NodeId node, Counts counts, double speed, double each) {}

    /**
     * Of one transfer.
     *
     * @param idle workers of the receiver that its tasks find idle
     * @param started tasks that are to be taken from those that have started
     */
    private record Hope(int idle, int started) {}

    /**
     * The plan; there is at least one node with workers, see {@link #isPossible}.
     *
     * @param turn 0, or another number for another order of the nodes with workers: those who
     *     cannot reach each other get other partners
     */
    PhaseRound(Map<NodeId, Counts> nodes, boolean published, int turn) {
        List<Ranked> ranked = ranked(nodes, turn);
        int size = ranked.size();
        st = new int[size];
        et = new int[size];
        speeds = new double[size];
        each = new double[size];
        int able = 0;
        for (int i = 0; i < size; i++) {
            Ranked one = ranked.get(i);
            order.add(one.node());
            counts.add(one.counts());
            st[i] = one.counts().schedulable();
            et[i] = one.counts().executing();
            speeds[i] = one.speed();
            each[i] = one.each();
            able += one.speed() > 0 ? 1 : 0;
        }
        int working = able;
        plan =
                PhasePlan.of(
                        st,
                        et,
                        tasks ->
                                published
                                        ? PhaseQuotas.equalOfFirst(tasks, working)
                                        : PhaseQuotas.bySpeed(tasks, speeds));
        hopes = hopes(published);
    }

    /**
     * What transfers can come to with tasks that have started. Where not all is as published, one
     * is moved only to an idle worker, and only if that is faster, or if something else waits that
     * then can run.
     */
    private List<Hope> hopes(boolean published) {
        int[] left = st.clone();
        int[] movable = new int[st.length];
        int[] idle = new int[st.length];
        for (int i = 0; i < st.length; i++) {
            movable[i] = counts.get(i).movable();
            idle[i] = Math.max(0, counts.get(i).workers() - st[i] - et[i]);
        }
        List<Hope> found = new ArrayList<>();
        for (Transfer transfer : plan.transfers()) {
            int from = transfer.from();
            int to = transfer.to();
            int fromSt = Math.min(transfer.tasks(), left[from]);
            left[from] -= fromSt;
            int rest = Math.min(transfer.tasks() - fromSt, movable[from]);
            if (!published) {
                boolean better =
                        speedOf(transfer) >= FASTER || et[from] > counts.get(from).workers();
                rest = better ? Math.clamp(idle[to] - (long) fromSt, 0, rest) : 0;
            }
            movable[from] -= rest;
            found.add(new Hope(idle[to], rest));
            idle[to] = Math.max(0, idle[to] - transfer.tasks());
        }
        return found;
    }

    /** How many times as fast the receiver's workers are as the sender's. */
    private double speedOf(Transfer transfer) {
        return Math.clamp(each[transfer.to()] / each[transfer.from()], LEAST_SPEED, MOST_SPEED);
    }

    static boolean isPossible(Map<NodeId, Counts> nodes) {
        return nodes.values().stream().anyMatch(one -> one.workers() > 0);
    }

    private static List<Ranked> ranked(Map<NodeId, Counts> nodes, int turn) {
        List<NodeId> names = List.copyOf(nodes.keySet());
        double[] speeds = Speeds.of(List.copyOf(nodes.values()));
        List<Ranked> ranked = new ArrayList<>();
        for (int i = 0; i < speeds.length; i++) {
            Counts of = nodes.get(names.get(i));
            if (of != null) {
                ranked.add(new Ranked(names.get(i), of, speeds[i] * of.workers(), speeds[i]));
            }
        }
        ranked.sort(
                Comparator.comparingDouble((Ranked one) -> -one.speed())
                        .thenComparing(Ranked::node));
        int able = 0;
        while (able < ranked.size() && ranked.get(able).speed() > 0) {
            able++;
        }
        Collections.rotate(ranked.subList(0, able), turn);
        return ranked;
    }

    /** Whether a phase would change anything. */
    boolean isWorthwhile(boolean published) {
        if (published) {
            return started() > 0 || counts.stream().anyMatch(one -> one.schedulable() > 0);
        }
        return started() > 0
                || plan.transfers().stream().anyMatch(transfer -> st[transfer.from()] > 0);
    }

    /** Tasks that transfers hope to take from those that have started. */
    int started() {
        return hopes.stream().mapToInt(Hope::started).sum();
    }

    List<NodeId> order() {
        return order;
    }

    /** What every node is told, in its order; what is too long for a message is left for later. */
    Map<NodeId, MasterCommand.Plan> words(long term, long phase) {
        List<List<Part>> sends = new ArrayList<>();
        List<List<Part>> receives = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            sends.add(new ArrayList<>());
            receives.add(new ArrayList<>());
        }
        for (int i = 0; i < hopes.size(); i++) {
            Transfer transfer = plan.transfers().get(i);
            List<Part> out = sends.get(transfer.from());
            List<Part> in = receives.get(transfer.to());
            if (out.size() < MasterCommand.MAX_PARTS && in.size() < MasterCommand.MAX_PARTS) {
                NodeId to = order.get(transfer.to());
                int idle = hopes.get(i).idle();
                out.add(new Part(to, transfer.tasks(), idle, speedOf(transfer)));
                in.add(new Part(order.get(transfer.from()), transfer.tasks()));
            }
        }
        Map<NodeId, MasterCommand.Plan> words = new LinkedHashMap<>();
        for (int i = 0; i < order.size(); i++) {
            words.put(
                    order.get(i),
                    new MasterCommand.Plan(
                            term, phase, plan.quotas()[i], sends.get(i), receives.get(i)));
        }
        return words;
    }

    List<PhaseReport.Move> moves() {
        return plan.transfers().stream()
                .map(one ->
                        new PhaseReport.Move(
                                order.get(one.from()), order.get(one.to()), one.tasks()))
                .toList();
    }

    /** The nodes, and what those that have told have afterwards. */
    List<PhaseReport.Member> members(Map<NodeId, Counts> after) {
        List<PhaseReport.Member> members = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            Counts now = after.get(order.get(i));
            members.add(
                    new PhaseReport.Member(
                            order.get(i),
                            st[i],
                            et[i],
                            speeds[i],
                            plan.quotas()[i],
                            now == null ? -1 : now.tasks()));
        }
        return members;
    }

    /** Sums; who has not told has what it had. */
    PhaseReport.Totals totals(Map<NodeId, Counts> after, int moved, int none) {
        int[] tasks = plan.tasks();
        int[] now = tasks.clone();
        int sum = 0;
        for (int i = 0; i < now.length; i++) {
            Counts told = after.get(order.get(i));
            now[i] = told == null ? now[i] : told.tasks();
            sum += tasks[i];
        }
        return new PhaseReport.Totals(
                order.size(),
                sum,
                plan.moved(),
                moved,
                none,
                0,
                Imbalance.of(tasks, speeds),
                Imbalance.of(now, speeds));
    }
}
