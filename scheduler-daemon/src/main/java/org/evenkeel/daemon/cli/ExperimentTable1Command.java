package org.evenkeel.daemon.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.evenkeel.daemon.cli.show.Numbers;
import org.evenkeel.daemon.cli.show.StatusLine;
import org.evenkeel.daemon.cli.simulate.FlagException;
import org.evenkeel.daemon.cli.simulate.RunFailure;
import org.evenkeel.daemon.cli.table1.Site;
import org.evenkeel.daemon.cli.table1.Table1;
import org.evenkeel.daemon.cli.table1.Table1Flags;
import org.evenkeel.daemon.cli.table1.Table1Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel experiment table1}: the table of the paper on phases. */
@Command(
        name = "table1",
        description = {
            "Simulate 14 queens on the three clusters of the paper on NRICS-SPM, under its policies and",
            "ours, and set the speed-ups beside the published ones and what the nodes' speeds allow."
        },
        footer = {
            "",
            "Examples:",
            "  evenkeel experiment table1",
            "  evenkeel experiment table1 --depth 1           cut as coarsely as the paper's, 14 tasks",
            "  evenkeel experiment table1 --policy 'rid,hybrid(relay=on)' --seeds 3 --json",
            "docs/experiments/table1.md tells what comes out."
        })
final class ExperimentTable1Command implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin private final Output output = new Output();
    @Mixin private final Table1Flags flags = new Table1Flags();

    @Override
    public Integer call() throws IOException, InterruptedException, CommandFailure {
        Table1 table;
        int threads;
        try {
            table = flags.table();
            threads = flags.threads();
        } catch (FlagException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        Table1Report report = new Table1Report(table, run(table, threads));
        output.jsonWithNulls(report.json());
        for (Site site : Site.values()) {
            output.line(report.title(site));
            output.line("");
            output.table(report.rows(site));
            output.line("");
        }
        return ExitCode.OK;
    }

    private List<Table1.Cell> run(Table1 table, int threads)
            throws InterruptedException, CommandFailure {
        try (StatusLine status = output.status()) {
            return table.run(threads, part -> status.show("   simulating: " + Numbers.share(part)));
        } catch (RunFailure e) {
            e.story().forEach(output::aside);
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }
}
