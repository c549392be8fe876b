package org.evenkeel.lab.measure;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.evenkeel.cli.start.ChildProcesses;
import org.evenkeel.cli.start.Installation;
import org.evenkeel.lab.facts.FactProgram;
import org.evenkeel.lab.facts.ProgramFact;
import org.evenkeel.lab.relay.RelayLinkShape;

/**
 * Machines in containers of the engine on this machine, made by evenkeel-testcontainers in a JVM of
 * its own; the kernel throttles their workers, and relays beside the machines slow their links.
 *
 * @param links what links between nodes are like
 */
public record ContainerEmulator(RelayLinkShape links) implements MachineEmulator {
    private static final String PROGRAM = "org.evenkeel.testcontainers.program.MachinesMain";

    /** Where evenkeel-testcontainers is built, unless this names another folder. */
    private static final String MODULE_PROPERTY = "evenkeel.testcontainers";

    private static final String NOT_APART =
            "daemons share their workers' quotas: separating them needs root and "
                    + "control groups of version 1";

    private static final String IMAGE_PROPERTY = "evenkeel.image";

    @Override
    public String name() {
        return "containers";
    }

    @Override
    public String emulation() {
        return "nodes are containers on this machine; kernel quotas give each node's "
                + "workers their share of a processor, and each daemon a reserve"
                + MachineEmulators.words(links);
    }

    @Override
    public MeasurementOutcome measure(
            ClusterForm form, MeasuredWork measuredWork, int times, Consumer<String> status)
            throws IOException, InterruptedException {
        try (ChildProcesses childProcesses = new ChildProcesses()) {
            status.accept(form.daemons() + " containers start");
            FactProgram machines = FactProgram.start(childProcesses, command(form));
            try {
                Path entry = Path.of(String.valueOf(answer(machines, "up").fields().get("daemon")));
                status.accept("workers are warming up");
                FactProgram program =
                        FactProgram.start(
                                childProcesses,
                                MeasurementSession.PROGRAM,
                                entry,
                                Stream.concat(
                                                measuredWork.words(form, times).stream(),
                                                Stream.of("--as-they-are"))
                                        .toList());
                return MeasurementSession.by(
                        program, throttled(machines, form), form, measuredWork, status);
            } finally {
                machines.end();
            }
        }
    }

    private List<String> command(ClusterForm form) throws IOException {
        Installation installation = Installation.find();
        Path built =
                Path.of(
                        System.getProperty(
                                MODULE_PROPERTY,
                                installation
                                        .home()
                                        .resolve("../../../testcontainers/target")
                                        .normalize()
                                        .toString()));
        if (!Files.isDirectory(built.resolve("libs"))) {
            throw new IOException(
                    "the engine containers needs a built checkout (./mvnw package "
                            + "-DskipTests): missing "
                            + built.resolve("libs"));
        }
        List<Path> jars = new ArrayList<>(jars(built));
        jars.addAll(jars(built.resolve("libs")));
        jars.addAll(installation.jars("client"));
        return List.of(
                Installation.java().toString(),
                "-XX:+UseSerialGC",
                "-Dslf4j.internal.verbosity=ERROR",
                "-D" + IMAGE_PROPERTY + "=" + System.getProperty(IMAGE_PROPERTY, "evenkeel"),
                "-cp",
                jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                PROGRAM,
                form.policy(),
                form.load(),
                form.topology(),
                form.master() ? "master" : "no-master",
                form.machinesText(),
                links.word());
    }

    private static List<Path> jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        }
    }

    private static ProgramFact answer(FactProgram machines, String expected) throws IOException {
        ProgramFact programFact = machines.next();
        if (programFact == null || !programFact.name().equals(expected)) {
            throw new IOException("the containers did not start; see above");
        }
        return programFact;
    }

    private static EmulatedMachines throttled(FactProgram machines, ClusterForm form) {
        return new EmulatedMachines() {
            @Override
            public String slow() throws IOException {
                return Boolean.TRUE.equals(ask("slow").fields().get("apart")) ? "" : NOT_APART;
            }

            @Override
            public void begin() throws IOException {
                ask("forget");
            }

            @Override
            public Map<String, NodeShare> received(Map<String, NodeShare> byTasks)
                    throws IOException {
                ProgramFact received = ask("received");
                Map<String, NodeShare> nodeShares = new LinkedHashMap<>();
                form.machines()
                        .forEach((node, processors) -> {
                            ProgramFact had = received.inner("nodes").inner(node);
                            nodeShares.put(node, new NodeShare(processors, had.real("share"), 1));
                        });
                return nodeShares;
            }

            private ProgramFact ask(String what) throws IOException {
                machines.send(what);
                return answer(machines, what);
            }
        };
    }
}
