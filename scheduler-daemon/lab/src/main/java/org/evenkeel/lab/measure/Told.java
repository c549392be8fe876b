package org.evenkeel.lab.measure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.lab.facts.Fact;
import org.evenkeel.lab.facts.FactProgram;

/** Leads the measuring program through its runs, and collects what it tells. */
final class Told {
    private static final String ENOUGH = "enough";
    private static final Duration QUIET_LIMIT = Duration.ofSeconds(30);
    static final String PROGRAM = "org.evenkeel.examples.measure.Measure";

    private Told() {}

    /**
     * Listens to the program.
     *
     * @throws IOException if it fails
     */
    static Outcome by(
            FactProgram program,
            Emulated machines,
            ClusterForm form,
            Work work,
            Consumer<String> status)
            throws IOException, InterruptedException {
        int times = 0;
        String refused = "";
        String lacking = "";
        IdleTime before = IdleTime.now();
        List<Run> runs = new ArrayList<>();
        for (Fact fact = program.next(); fact != null; fact = program.next()) {
            switch (fact.name()) {
                case "ready" -> {
                    times = (int) fact.number("times");
                    IdleTime.awaitQuiet(QUIET_LIMIT);
                    lacking = machines.slow();
                    program.goOn();
                }
                case "begin" -> {
                    if (work.isEnough(runs)) {
                        program.say(ENOUGH);
                    } else {
                        status.accept(next(runs, work));
                        machines.begin();
                        before = IdleTime.now();
                        program.goOn();
                    }
                }
                case "run" -> {
                    double idle = IdleTime.now().shareSince(before);
                    Map<String, Share> had = machines.received(shares(fact, form.machines()));
                    runs.add(run(fact, had, idle));
                }
                case "refused" -> refused = String.valueOf(fact.fields().get("why"));
                default -> throw new IOException("the measuring program told " + fact);
            }
        }
        int exitCode = program.exitCode();
        if (exitCode != 0) {
            throw new IOException("the measuring program ended with exit code " + exitCode);
        }
        return new Outcome(times, work.repetitions(), runs, refused, "", lacking);
    }

    private static String next(List<Run> runs, Work work) {
        long good = runs.stream().filter(Run::counts).count();
        long nothing = runs.size() - good;
        String last = runs.isEmpty() ? "" : runs.getLast().doubt();
        return String.format(
                Locale.ROOT,
                "run %d of %d%s%s",
                good + 1,
                work.repetitions(),
                nothing == 0 ? "" : "; " + nothing + " before meant nothing",
                last.isEmpty() ? "" : ", the last: " + last);
    }

    private static Map<String, Share> shares(Fact fact, Map<String, Double> machines) {
        Map<String, Share> nodes = new LinkedHashMap<>();
        machines.forEach((node, processors) -> {
            Fact had = fact.inner("nodes").inner(node);
            nodes.put(node, new Share(processors, had.real("due"), had.real("wall")));
        });
        return nodes;
    }

    private static Run run(Fact fact, Map<String, Share> nodes, double idle) {
        return new Run(
                fact.real("makespan"),
                fact.real("processor"),
                Boolean.TRUE.equals(fact.fields().get("correct")),
                nodes,
                idle);
    }
}
