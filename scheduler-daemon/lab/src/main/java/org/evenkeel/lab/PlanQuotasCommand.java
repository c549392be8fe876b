package org.evenkeel.lab;

import java.io.IOException;
import java.util.List;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.OutputCommand;
import org.evenkeel.kernel.phases.plan.PhasePlan;
import org.evenkeel.kernel.phases.plan.PhaseQuotas;
import org.evenkeel.lab.plan.QuotasReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code evenkeel lab plan quotas}: what a scheduling phase would do. */
@Command(
        name = "quotas",
        description = {
            "Show what a scheduling phase would do.",
            "Shows how many tasks each node gets, how many move between which nodes, and how many "
                    + "of them had been scheduled before. Nodes are numbered from 1."
        },
        footer = {
            "  evenkeel lab plan quotas --st 6,0,0,0 --et 4,0,3,1",
            "  evenkeel lab plan quotas --st 90,0,0 --et 4,2,1 --speeds 4,2,1 --json",
            "docs/policies/nrics.md explains phases."
        })
final class PlanQuotasCommand extends OutputCommand {
    private static final int MAX_NODES = 100_000;

    @Option(
            names = "--st",
            required = true,
            split = ",",
            paramLabel = "N",
            description = "Schedulable tasks of each node: accepted, never scheduled.")
    private List<Integer> st = List.of();

    @Option(
            names = "--et",
            split = ",",
            paramLabel = "N",
            description =
                    "Executing tasks of each node: allotted to it, started or not (default none).")
    private @Nullable List<Integer> et;

    @Option(
            names = "--speeds",
            split = ",",
            paramLabel = "V",
            description =
                    "Speed of each node, in any unit; quotas are proportional to it (default: "
                            + "equal).")
    private @Nullable List<Double> speeds;

    @Option(
            names = "--surplus-first",
            description =
                    "Give the remainder of the division to nodes above their share, so that "
                            + "fewer tasks move, and not to the first nodes. Implied by --speeds.")
    private boolean surplusFirst;

    @Override
    public Integer call() throws IOException {
        int[] schedulable = counts("--st", st);
        int[] executing = et == null ? new int[schedulable.length] : counts("--et", et);
        if (executing.length != schedulable.length) {
            throw invalid(
                    "--et has %d nodes, --st has %d; give as many"
                            .formatted(executing.length, schedulable.length));
        }
        PhasePlan plan;
        try {
            plan = PhasePlan.of(schedulable, executing, this::quotas);
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
        QuotasReport report = new QuotasReport(plan, schedulable, executing, speeds());
        output.json(report.json());
        output.table(report.nodes());
        output.line("");
        report.transfers().forEach(output::line);
        return ExitCode.OK;
    }

    private int[] quotas(int[] tasks) {
        double[] given = speeds();
        if (given != null) {
            return PhaseQuotas.bySpeed(tasks, given);
        }
        return surplusFirst ? PhaseQuotas.equalSurplusFirst(tasks) : PhaseQuotas.equal(tasks);
    }

    private double @Nullable [] speeds() {
        return speeds == null ? null : speeds.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private int[] counts(String option, List<Integer> given) {
        if (given.isEmpty() || given.size() > MAX_NODES) {
            throw invalid(
                    "%s: %d nodes are out of range; use 1 to %d"
                            .formatted(option, given.size(), MAX_NODES));
        }
        return given.stream().mapToInt(Integer::intValue).toArray();
    }
}
