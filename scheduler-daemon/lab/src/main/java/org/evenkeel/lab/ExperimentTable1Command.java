package org.evenkeel.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.cli.BuildInfo;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.OutputCommand;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.StatusLine;
import org.evenkeel.lab.measure.Host;
import org.evenkeel.lab.measure.MachineEmulator;
import org.evenkeel.lab.measure.RunMetadata;
import org.evenkeel.lab.simulate.FlagException;
import org.evenkeel.lab.simulate.RunFailure;
import org.evenkeel.lab.table1.MeasuredFlags;
import org.evenkeel.lab.table1.MeasuredPicture;
import org.evenkeel.lab.table1.MeasuredReport;
import org.evenkeel.lab.table1.MeasuredTable;
import org.evenkeel.lab.table1.Site;
import org.evenkeel.lab.table1.Table1;
import org.evenkeel.lab.table1.Table1Flags;
import org.evenkeel.lab.table1.Table1Report;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code evenkeel lab experiment table1}: the table of the paper on phases. */
@Command(
        name = "table1",
        description = {
            "Run 14 queens on the three clusters of the paper on NRICS-SPM.",
            "Uses its policies and ours, simulated or on real daemons. Compares the speed-ups with "
                    + "the published ones and with the bound that the nodes' speeds set."
        },
        footer = {
            "  evenkeel lab experiment table1",
            "  evenkeel lab experiment table1 --depth 1         # 14 coarse tasks, as in the paper",
            "  evenkeel lab experiment table1 --policy 'rid,hybrid(relay=on)' --seeds 3 --json",
            "  evenkeel lab experiment table1 --engine processes --write "
                    + "docs/experiments   # real daemons: one hour",
            "  evenkeel lab experiment table1 --engine processes --cluster two "
                    + "--policy 'nrics,rid' --eta 0.5 \\",
            "      --seconds 10 --repetitions 1             # a trial of a minute or two",
            "docs/experiments/table1.md explains the results."
        })
final class ExperimentTable1Command extends OutputCommand {
    @Mixin private final Table1Flags flags = new Table1Flags();
    @Mixin private final MeasuredFlags measured = new MeasuredFlags();

    @Override
    public Integer call() throws IOException, InterruptedException, CommandFailure {
        try {
            MachineEmulator machineEmulator = measured.machineEmulator();
            if (machineEmulator == null) {
                simulate(flags.table(), flags.threads());
            } else {
                measure(flags.table(machineEmulator, measured), measured.directory());
            }
            return ExitCode.OK;
        } catch (FlagException e) {
            throw invalid(e);
        }
    }

    private void simulate(Table1 table, int threads)
            throws IOException, InterruptedException, CommandFailure {
        Table1Report report = new Table1Report(table, run(table, threads));
        output.jsonWithNulls(report.json());
        for (Site site : Site.values()) {
            output.line(report.title(site));
            output.line("");
            output.table(report.rows(site));
            output.line("");
        }
    }

    private List<Table1.Cell> run(Table1 table, int threads)
            throws InterruptedException, CommandFailure {
        try (StatusLine status = output.status()) {
            return table.run(
                    threads, part -> status.show("   simulating: " + NumberFormatter.share(part)));
        } catch (RunFailure e) {
            e.story().forEach(output::aside);
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    private void measure(MeasuredTable table, @Nullable Path directory)
            throws IOException, InterruptedException {
        Host host = Host.now();
        List<MeasuredTable.Cell> cells;
        try (StatusLine status = output.status()) {
            cells = table.run(status::show);
        }
        RunMetadata runMetadata =
                new RunMetadata(
                        table.machineEmulator(),
                        table.measuredWork(),
                        table.processors(),
                        host,
                        BuildInfo.read().words(),
                        RunMetadata.today());
        MeasuredReport report = new MeasuredReport(table, cells, runMetadata);
        output.jsonWithNulls(report.json());
        report.head().forEach(output::line);
        for (Site site : table.sites()) {
            output.line("");
            output.line(report.title(site));
            output.line("");
            output.table(report.rows(site));
        }
        if (directory != null) {
            String name =
                    "table1-"
                            + table.machineEmulator().name()
                            + measured.part()
                            + (measured.links().isNone() ? "" : "-far");
            Files.write(directory.resolve(name + ".md"), report.page(name + ".svg"));
            MeasuredPicture.write(directory.resolve(name + ".svg"), report);
        }
    }
}
