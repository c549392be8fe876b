package org.evenkeel.lab.measure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.lab.facts.FactProgram;
import org.evenkeel.lab.facts.ProgramFact;

/** Leads the measuring program through its runs, and collects what it tells. */
final class MeasurementSession {
    private static final String ENOUGH = "enough";
    private static final Duration QUIET_LIMIT = Duration.ofSeconds(30);
    static final String PROGRAM = "org.evenkeel.examples.measure.Measure";

    /**
     * Listens to the program.
     *
     * @throws IOException if it fails
     */
    static MeasurementOutcome by(
            FactProgram program,
            EmulatedMachines machines,
            ClusterForm form,
            MeasuredWork measuredWork,
            Consumer<String> status)
            throws IOException, InterruptedException {
        int times = 0;
        String refused = "";
        String lacking = "";
        IdleTime before = IdleTime.now();
        List<MeasurementRun> measurementRuns = new ArrayList<>();
        for (ProgramFact programFact = program.next();
                programFact != null;
                programFact = program.next()) {
            switch (programFact.name()) {
                case "ready" -> {
                    times = (int) programFact.number("times");
                    IdleTime.awaitQuiet(QUIET_LIMIT);
                    lacking = machines.slow();
                    program.resume();
                }
                case "begin" -> {
                    if (measuredWork.isEnough(measurementRuns)) {
                        program.send(ENOUGH);
                    } else {
                        status.accept(next(measurementRuns, measuredWork));
                        machines.begin();
                        before = IdleTime.now();
                        program.resume();
                    }
                }
                case "run" -> {
                    double idle = IdleTime.now().shareSince(before);
                    Map<String, NodeShare> had =
                            machines.received(shares(programFact, form.machines()));
                    measurementRuns.add(run(programFact, had, idle));
                }
                case "refused" -> refused = String.valueOf(programFact.fields().get("why"));
                default -> throw new IOException("the measuring program reported " + programFact);
            }
        }
        int exitCode = program.exitCode();
        if (exitCode != 0) {
            throw new IOException("the measuring program failed with exit code " + exitCode);
        }
        return new MeasurementOutcome(
                times, measuredWork.repetitions(), measurementRuns, refused, "", lacking);
    }

    private static String next(List<MeasurementRun> measurementRuns, MeasuredWork measuredWork) {
        long good = measurementRuns.stream().filter(MeasurementRun::counts).count();
        long nothing = measurementRuns.size() - good;
        String last = measurementRuns.isEmpty() ? "" : measurementRuns.getLast().doubt();
        return "run %d of %d%s%s"
                .formatted(
                        good + 1,
                        measuredWork.repetitions(),
                        nothing == 0 ? "" : "; " + nothing + " before were invalid",
                        last.isEmpty() ? "" : ", the last: " + last);
    }

    private static Map<String, NodeShare> shares(
            ProgramFact programFact, Map<String, Double> machines) {
        Map<String, NodeShare> nodes = new LinkedHashMap<>();
        machines.forEach((node, processors) -> {
            ProgramFact had = programFact.inner("nodes").inner(node);
            nodes.put(node, new NodeShare(processors, had.real("due"), had.real("wall")));
        });
        return nodes;
    }

    private static MeasurementRun run(
            ProgramFact programFact, Map<String, NodeShare> nodes, double idle) {
        return new MeasurementRun(
                programFact.real("makespan"),
                programFact.real("processor"),
                Boolean.TRUE.equals(programFact.fields().get("correct")),
                nodes,
                idle);
    }
}
