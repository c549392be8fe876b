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
import org.evenkeel.cli.start.Children;
import org.evenkeel.cli.start.Installation;
import org.evenkeel.lab.facts.Fact;
import org.evenkeel.lab.facts.FactProgram;
import org.evenkeel.lab.relay.LinkShape;

/**
 * Machines in containers of the engine on this machine, made by evenkeel-testcontainers in a JVM of
 * its own; the kernel throttles their workers, and relays beside the machines slow their links.
 *
 * @param links what links between nodes are like
 */
public record ContainerEngine(LinkShape links) implements Engine {
    private static final String PROGRAM = "org.evenkeel.testcontainers.program.MachinesMain";

    /** Where evenkeel-testcontainers is built, unless this names another folder. */
    private static final String MODULE_PROPERTY = "evenkeel.testcontainers";

    private static final String NOT_APART =
            "daemons share their workers' quotas, for it takes root and control groups of version 1"
                    + " to keep them apart";

    private static final String IMAGE_PROPERTY = "evenkeel.image";

    @Override
    public String name() {
        return "containers";
    }

    @Override
    public String emulation() {
        return "nodes are containers on this machine whose workers have their part of a processor by quota"
                + " of the kernel, and each daemon a reserve beside"
                + Engines.words(links);
    }

    @Override
    public Outcome measure(ClusterForm form, Work work, int times, Consumer<String> status)
            throws IOException, InterruptedException {
        try (Children children = new Children()) {
            status.accept(form.daemons() + " containers start");
            FactProgram machines = FactProgram.start(children, command(form));
            try {
                Path entry = Path.of(String.valueOf(answer(machines, "up").fields().get("daemon")));
                status.accept("workers get warm");
                FactProgram program =
                        FactProgram.start(
                                children,
                                Told.PROGRAM,
                                entry,
                                Stream.concat(
                                                work.words(form, times).stream(),
                                                Stream.of("--as-they-are"))
                                        .toList());
                return Told.by(program, throttled(machines, form), form, work, status);
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
                    "the engine containers needs a checkout that is built (./mvnw package -DskipTests):"
                            + " there is no "
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

    private static Fact answer(FactProgram machines, String expected) throws IOException {
        Fact fact = machines.next();
        if (fact == null || !fact.name().equals(expected)) {
            throw new IOException("the containers did not come up; see above");
        }
        return fact;
    }

    private static Emulated throttled(FactProgram machines, ClusterForm form) {
        return new Emulated() {
            @Override
            public String slow() throws IOException {
                return Boolean.TRUE.equals(ask("slow").fields().get("apart")) ? "" : NOT_APART;
            }

            @Override
            public void begin() throws IOException {
                ask("forget");
            }

            @Override
            public Map<String, Share> received(Map<String, Share> byTasks) throws IOException {
                Fact received = ask("received");
                Map<String, Share> shares = new LinkedHashMap<>();
                form.machines()
                        .forEach((node, processors) -> {
                            Fact had = received.inner("nodes").inner(node);
                            shares.put(node, new Share(processors, had.real("share"), 1));
                        });
                return shares;
            }

            private Fact ask(String what) throws IOException {
                machines.say(what);
                return answer(machines, what);
            }
        };
    }
}
