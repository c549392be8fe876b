package org.evenkeel.lab;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.OutputCommand;
import org.evenkeel.graphs.GraphScheduler;
import org.evenkeel.graphs.Machine;
import org.evenkeel.graphs.PriorityList;
import org.evenkeel.graphs.Schedule;
import org.evenkeel.graphs.ScheduleGraph;
import org.evenkeel.lab.plan.ChromeTrace;
import org.evenkeel.lab.plan.GraphFile;
import org.evenkeel.lab.plan.MatrixFlags;
import org.evenkeel.lab.plan.PlanFileException;
import org.evenkeel.lab.plan.PlanFiles;
import org.evenkeel.lab.plan.PlanGraphReport;
import org.evenkeel.lab.plan.Program;
import org.evenkeel.lab.plan.SchedulerComparison;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code evenkeel lab plan graph}: tasks that wait for each other, on processors that share a bus.
 */
@Command(
        name = "graph",
        description = {
            "Plan a graph of tasks on equal processors that share one bus.",
            "Shows where and when each task runs, and when each message is on the bus."
        },
        footer = {
            "  evenkeel lab plan graph steps.json --processors 3 --gantt steps.svg",
            "  evenkeel lab plan graph steps.dot --processors 3 --compare",
            "  evenkeel lab plan graph gauss-jordan --processors 16 --trace trace.json",
            "  evenkeel lab plan graph lu --n 2000 --block 100 --processors 4 "
                    + "--no-broadcast --json",
            "Input file: {\"speed\": 1, \"alpha\": 0, \"beta\": 1, \"tasks\": "
                    + "[{\"id\": 1, \"work\": 0.5}, ...],",
            "         \"edges\": [{\"from\": 1, \"to\": 2, \"data\": 0.5, \"broadcast\": \"b1\"}, ...]},",
            "or a digraph in the DOT language with work and data as attributes.",
            "docs/planning.md describes the model and the pictures."
        })
final class PlanGraphCommand extends OutputCommand {
    private static final int LINES = 40;

    @Mixin private final MatrixFlags matrix = new MatrixFlags();

    @Parameters(
            paramLabel = "FILE|gauss-jordan|lu",
            description = "The graph, in JSON or DOT, or one of the built-in matrix programs.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String source;

    @Option(
            names = "--processors",
            required = true,
            paramLabel = "P",
            description = "Number of processors, all equal.")
    private int processors;

    @Option(
            names = "--tie",
            split = ",",
            paramLabel = "P",
            description = "Order in which equally good processors are chosen, such as 1,3,2.")
    private int @Nullable [] tie;

    @Option(
            names = "--no-broadcast",
            description = "Send a message to each receiver instead of one broadcast.")
    private boolean noBroadcast;

    @Option(
            names = "--compare",
            description =
                    "Compare with other schedulers: HEFT, and ETF up to 5000 tasks; with and "
                            + "without broadcasts.")
    private boolean compare;

    @Option(
            names = "--gantt",
            paramLabel = "FILE",
            description = "Plot processors and bus over time to FILE.svg.")
    private @Nullable Path gantt;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Write the schedule as a trace for chrome://tracing or ui.perfetto.dev.")
    private @Nullable Path trace;

    @Override
    public Integer call() throws IOException, CommandFailure {
        if (gantt != null && !gantt.toString().endsWith(".svg")) {
            throw invalid("--gantt: " + gantt + " must end in .svg");
        }
        Machine machine;
        ScheduleGraph graph;
        try {
            machine = machine();
            graph = graph();
        } catch (PlanFileException | IllegalArgumentException e) {
            throw invalid(e);
        }
        ScheduleGraph planned = noBroadcast ? graph.withoutBroadcast() : graph;
        PriorityList list = PriorityList.of(planned);
        Schedule schedule = GraphScheduler.bus(planned, machine, list);
        PlanGraphReport report = new PlanGraphReport(schedule, list);
        print(report, schedule, compare ? new SchedulerComparison(graph, machine) : null);
        draw(report, schedule);
        return ExitCode.OK;
    }

    private Machine machine() {
        if (tie == null) {
            return Machine.of(processors);
        }
        if (tie.length != processors) {
            throw new IllegalArgumentException(
                    "--tie names %d of %d processors".formatted(tie.length, processors));
        }
        return new Machine(tie);
    }

    private ScheduleGraph graph() throws IOException {
        Optional<Program> program = Program.of(source);
        if (program.isPresent()) {
            return matrix.graph(program.get());
        }
        List<String> given = matrix.given();
        if (!given.isEmpty()) {
            throw new IllegalArgumentException(
                    given.getFirst()
                            + " applies to gauss-jordan and lu; a file has its own speeds");
        }
        return GraphFile.read(source, PlanFiles.read(Path.of(source)));
    }

    private void print(
            PlanGraphReport report, Schedule schedule, @Nullable SchedulerComparison others)
            throws IOException {
        Map<String, Object> json = report.json();
        if (others != null) {
            json.put("compare", others.json());
        }
        output.json(json);
        report.summary().forEach(output::line);
        output.line("");
        output.table(report.tasks(LINES));
        more(schedule.placed().size());
        output.line("");
        output.table(report.messages(LINES));
        more(schedule.messages().size());
        if (others != null) {
            output.line("");
            output.table(others.table());
        }
    }

    private void more(int all) {
        if (all > LINES) {
            output.line("... and %,d more (--json has all)".formatted(all - LINES));
        }
    }

    private void draw(PlanGraphReport report, Schedule schedule)
            throws IOException, CommandFailure {
        if (trace != null) {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(trace))) {
                ChromeTrace.write(schedule, out);
            }
        }
        if (gantt != null) {
            if (!report.canBeDrawn()) {
                throw new CommandFailure(
                        ExitCode.FAILED,
                        "--gantt: the plan is too large to draw; use --trace and a viewer");
            }
            Files.writeString(gantt, report.svg());
        }
    }
}
