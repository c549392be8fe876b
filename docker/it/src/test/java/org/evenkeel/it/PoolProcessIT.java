package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that were written for a thread pool, with the agent of the client's jar. */
@Tag("extended")
class PoolProcessIT {

    private static final String POOL =
            """
            package outside;

            import java.util.concurrent.*;
            import org.evenkeel.Evenkeel;
            import org.evenkeel.api.Cluster;

            public final class Pool {
                private final int factor = 3;

                public static void main(String[] args) throws Exception {
                    try (Cluster cluster = Evenkeel.connect();
                            ExecutorService pool = cluster.executor()) {
                        new Pool().run(pool);
                    }
                }

                private void run(ExecutorService pool) throws Exception {
                    Callable<Integer> lambda = () -> factor * 7;
                    System.out.println("lambda " + pool.submit(lambda).get());
                    System.out.println("reference " + pool.submit(this::twice).get());
                    System.out.println("supplied "
                            + CompletableFuture.supplyAsync(() -> factor + 1, pool).get());
                    ExecutorCompletionService<Long> service = new ExecutorCompletionService<>(pool);
                    for (int i = 0; i < 50; i++) {
                        long n = i;
                        service.submit(() -> n * n);
                    }
                    long sum = 0;
                    for (int i = 0; i < 50; i++) {
                        sum += service.take().get();
                    }
                    System.out.println("completed " + sum);
                    try {
                        CompletableFuture.supplyAsync(() -> fail(), pool).get();
                    } catch (ExecutionException e) {
                        System.out.println("failed " + e.getCause());
                    }
                }

                private int twice() {
                    return 2 * factor;
                }

                private static int fail() {
                    throw new IllegalStateException("as meant");
                }
            }
            """;

    /** Ends when it has been in two processes. */
    private static final String MOVING =
            """
            package outside;

            import java.io.*;
            import java.nio.file.*;
            import java.util.*;
            import java.util.concurrent.locks.LockSupport;
            import java.util.function.Function;
            import org.evenkeel.Evenkeel;
            import org.evenkeel.api.*;

            public final class Moving {
                public static void main(String[] args) {
                    Function<String, String> moves = Moving::moves;
                    Function<String, String> lambda = file -> moves.apply(file) + " here";
                    MapOptions there =
                            MapOptions.ORDERED.withTasks(TaskOptions.DEFAULT.withNode("n2"));
                    try (Cluster cluster = Evenkeel.connect()) {
                        cluster.map(List.of(args), lambda, there).forEach(System.out::println);
                    }
                }

                private static String moves(String file) {
                    Set<Long> processes = new TreeSet<>();
                    while (processes.size() < 2) {
                        processes.add(ProcessHandle.current().pid());
                        note(file);
                        LockSupport.parkNanos(5_000_000);
                        Evenkeel.checkpoint();
                    }
                    return "processes " + processes.size();
                }

                private static void note(String file) {
                    try {
                        Files.writeString(Path.of(file), "begun");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
            """;

    @TempDir Path folder;
    private StartedNodes nodes;

    @AfterEach
    void stop() {
        StartedNodes started = nodes;
        if (started != null) {
            started.close();
        }
    }

    private Process start(Path out, String source, String... main) throws Exception {
        OutsideProgram program = new OutsideProgram(folder);
        String name = main[0].substring("outside.".length());
        program.compile(name, source);
        Path client = Home.unpack().resolve("lib/client/evenkeel-client.jar");
        return program.start(
                out,
                List.of(
                        "-javaagent:" + client,
                        "-Devenkeel.daemon=" + nodes.directory.resolve("nodes/n1")),
                main);
    }

    private String end(Process process, Path out) throws Exception {
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        String said = Files.readString(out);
        assertThat(process.waitFor()).as(() -> said + nodes.logs()).isZero();
        return said;
    }

    @Test
    void programForAThreadPoolRunsUnchanged() throws Exception {
        nodes = StartedNodes.start(Setup.of(2, 2));
        Path out = folder.resolve("out.txt");
        assertThat(end(start(out, POOL, "outside.Pool"), out).lines())
                .filteredOn(line -> !line.startsWith("(")) // logs of tasks
                .containsExactly(
                        "lambda 21",
                        "reference 6",
                        "supplied 4",
                        "completed 40425",
                        "failed java.lang.IllegalStateException: as meant");
    }

    @Test
    void lambdaWithoutAContextMovesWhenItsNodeLeaves() throws Exception {
        nodes = StartedNodes.start(Setup.of(2, 2).leaving("30s"));
        try (Cluster cluster = nodes.connect("n1")) {
            StartedNodes.at(cluster, "n2");
        }
        Path out = folder.resolve("out.txt");
        Path begun = folder.resolve("begun");
        Process program = start(out, MOVING, "outside.Moving", begun.toString());
        Awaitility.await("the task runs")
                .atMost(StartedNodes.LIMIT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> Files.exists(begun));
        Command.Ended drained =
                new Command(folder.resolve("state"))
                        .run("drain", "n2", "--cluster-dir", nodes.directory.toString());
        assertThat(drained.exitCode()).as(() -> drained + nodes.logs()).isZero();
        assertThat(end(program, out).lines()).contains("processes 2 here");
    }
}
