package org.evenkeel.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.OutputCommand;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.kernel.calendar.CalendarPlan;
import org.evenkeel.kernel.calendar.CalendarPlanner;
import org.evenkeel.kernel.calendar.DoesNotFit;
import org.evenkeel.lab.plan.CalendarFile;
import org.evenkeel.lab.plan.CalendarInput;
import org.evenkeel.lab.plan.CalendarReport;
import org.evenkeel.lab.plan.PlanFileException;
import org.evenkeel.lab.plan.PlanFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code evenkeel lab plan calendar}: equal tasks on clusters that are there part of the time. */
@Command(
        name = "calendar",
        description = {
            "Plan equal tasks on clusters that are available part of the time.",
            "Shows how many tasks each cluster gets, and when all are done. Exits "
                    + "with 1 when not all of them fit, and prints how many do."
        },
        footer = {
            "  evenkeel lab plan calendar lab.json --tasks 5000",
            "  evenkeel lab plan calendar lab.json --tasks 5000 --plot week.svg",
            "  evenkeel lab plan calendar lab.json --tasks 5000 --days 90 --json",
            "Input file: {\"clusters\": [{\"id\": \"A\", \"processors\": 5, \"computing\": 4,",
            "                              \"from\": 0, \"to\": 40, \"taskTime\": 10}]}",
            "docs/planning.md has an example with a calendar, and explains each figure."
        })
final class PlanCalendarCommand extends OutputCommand {
    private static final int ROWS = 40;
    private static final int LINES = 20;
    private static final int JSON_PACKETS = 10_000;
    private static final int MAX_PACKETS = 1_000_000;
    private static final int MAX_DAYS = 3_660;

    @Parameters(paramLabel = "FILE", description = "JSON file that describes the clusters.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Option(
            names = "--tasks",
            required = true,
            paramLabel = "W",
            description = "Number of tasks; all take equally long.")
    private long tasks;

    @Option(
            names = "--days",
            paramLabel = "N",
            description = "Days of calendars to plan with, 1 to 3660 (default 28).")
    private int days = 28;

    @Option(
            names = "--packets",
            paramLabel = "N",
            description = "Number of packets to print (default 20; with --json 10000).")
    private @Nullable Integer packets;

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "Plot the packets of each cluster over time to FILE.svg.")
    private @Nullable Path plot;

    @Override
    public Integer call() throws IOException {
        check();
        CalendarInput input;
        try {
            input = CalendarFile.read(file.toString(), PlanFiles.read(file), days);
        } catch (PlanFileException e) {
            throw invalid(e);
        }
        return switch (CalendarPlanner.plan(input.intervals(), tasks)) {
            case DoesNotFit less -> refuse(less);
            case CalendarPlan plan -> print(plan, new CalendarReport(plan, input.clock()));
        };
    }

    private void check() {
        if (tasks < 0) {
            throw invalid("--tasks: " + tasks + " is out of range; use 0 or more");
        }
        requireRange("--days", days, 1, MAX_DAYS);
        requireRange("--packets", packets == null ? 0 : packets, 0, MAX_PACKETS);
        if (plot != null && !plot.toString().endsWith(".svg")) {
            throw invalid("--plot: " + plot + " must end in .svg");
        }
    }

    private int refuse(DoesNotFit less) throws IOException {
        output.json(CalendarReport.json(less, tasks));
        output.line(
                "%s tasks do not fit; %s do. Use a longer calendar (--days) or add a cluster."
                        .formatted(
                                NumberFormatter.count(tasks), NumberFormatter.count(less.fits())));
        return ExitCode.FAILED;
    }

    private int print(CalendarPlan plan, CalendarReport report) throws IOException {
        output.jsonWithNulls(report.json(packets == null ? JSON_PACKETS : packets));
        report.summary().forEach(output::line);
        output.line("");
        output.table(report.shares(ROWS));
        if (report.used() > ROWS) {
            output.line(
                    "... and %s more intervals (--json has all)"
                            .formatted(NumberFormatter.count(report.used() - ROWS)));
        }
        output.line("");
        int lines = packets == null ? LINES : packets;
        output.table(report.timetable(lines));
        if (plan.packets() > lines) {
            output.line(
                    "... and %s more packets (--packets N)"
                            .formatted(NumberFormatter.count(plan.packets() - lines)));
        }
        if (plot != null) {
            Files.writeString(plot, report.svg());
        }
        return ExitCode.OK;
    }
}
