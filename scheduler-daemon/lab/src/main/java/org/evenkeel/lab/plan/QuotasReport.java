package org.evenkeel.lab.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.kernel.phases.plan.Imbalance;
import org.evenkeel.kernel.phases.plan.LocalPlan;
import org.evenkeel.kernel.phases.plan.PhasePlan;
import org.evenkeel.kernel.phases.plan.Transfer;
import org.evenkeel.model.JsonObject;
import org.evenkeel.model.Numbers;
import org.jspecify.annotations.Nullable;

/** The plan of a phase, as text and JSON; nodes are numbered from 1. */
public final class QuotasReport {
    private static final int LINES = 40;

    private final PhasePlan plan;
    private final int[] st;
    private final int[] et;
    private final double @Nullable [] speeds;
    private final List<LocalPlan> locals;

    /**
     * What a plan says of nodes with these schedulable and executing tasks.
     *
     * @param speeds null for equal nodes
     */
    public QuotasReport(PhasePlan plan, int[] st, int[] et, double @Nullable [] speeds) {
        this.plan = plan;
        this.st = st.clone();
        this.et = et.clone();
        this.speeds = speeds;
        this.locals = plan.locals(st, et);
    }

    /** The plan for JSON; {@code nodes} has those that send something. */
    public Map<String, Object> json() {
        List<Map<String, Object>> transfers = new ArrayList<>();
        for (Transfer transfer : plan.transfers()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("from", transfer.from() + 1);
            one.put("to", transfer.to() + 1);
            one.put("tasks", transfer.tasks());
            transfers.add(one);
        }
        List<Map<String, Object>> nodes = new ArrayList<>();
        for (int i = 0; i < locals.size(); i++) {
            LocalPlan local = locals.get(i);
            if (!local.sendings().isEmpty()) {
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("node", i + 1);
                one.put("fromSt", local.fromSt());
                one.put("fromEt", local.fromEt());
                nodes.add(one);
            }
        }
        return new JsonObject()
                .with("q", plan.quotas())
                .with("transfers", transfers)
                .with("nodes", nodes);
    }

    /** A line for each node, as many as a screen holds. */
    public TextTable nodes() {
        TextTable table =
                new TextTable("", "node", "ST", "ET", "w", "q", "keeps of ST", "sends", "gets");
        for (int i = 0; i < Math.min(LINES, locals.size()); i++) {
            LocalPlan local = locals.get(i);
            table.row(
                    String.valueOf(i + 1),
                    NumberFormatter.count(st[i]),
                    NumberFormatter.count(et[i]),
                    NumberFormatter.count(plan.tasks()[i]),
                    NumberFormatter.count(plan.quotas()[i]),
                    NumberFormatter.count(local.kept()),
                    NumberFormatter.count(local.fromSt() + local.fromEt()),
                    NumberFormatter.count(local.expected()));
        }
        return table;
    }

    /** What moves, and how even it is before and after. */
    public List<String> transfers() {
        List<String> lines = new ArrayList<>();
        if (locals.size() > LINES) {
            lines.add("... and %d more nodes (--json has all)".formatted(locals.size() - LINES));
        }
        for (Transfer transfer : plan.transfers()) {
            if (lines.size() > LINES) {
                lines.add(
                        "... of %s transfers in all (--json has them)"
                                .formatted(NumberFormatter.count(plan.transfers().size())));
                break;
            }
            lines.add(
                    "%d sends %d %s"
                            .formatted(transfer.from() + 1, transfer.to() + 1, tasks(transfer)));
        }
        if (plan.isEmpty()) {
            lines.add("Nothing moves.");
        }
        lines.add(
                Numbers.format(
                        "The last node works %.2f times as long as in a perfect balance; after the "
                                + "phase %.2f times.",
                        imbalance(plan.tasks()), imbalance(plan.quotas())));
        return lines;
    }

    private static String tasks(Transfer transfer) {
        return transfer.tasks() == 1
                ? "1 task"
                : NumberFormatter.count(transfer.tasks()) + " tasks";
    }

    private double imbalance(int[] tasks) {
        return speeds == null ? Imbalance.of(tasks) : Imbalance.of(tasks, speeds);
    }
}
