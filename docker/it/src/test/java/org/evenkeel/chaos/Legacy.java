package org.evenkeel.chaos;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.it.EarlierBuild;

/** A client that is killed although its job goes on, and the one that inherits the job. */
final class Legacy implements AutoCloseable {

    /** Above the numbers of the other clients' tasks. */
    private static final int FIRST_INDEX = 100;

    private static final long NUMBERS = 1_000_000_000;

    private final ChaosCluster cluster;
    private final int index;
    private final long seed;
    private final Path first;
    private final Path second;
    private final Process testator;
    private final Path home;
    private Process heir;

    /**
     * What is left of it.
     *
     * @param inherited results that the heir got
     * @param again those of them that the dead client had got as well
     * @param problems promises that were not kept
     */
    record Outcome(long inherited, long again, List<String> problems) {}

    /** Starts a client whose job will outlive it. */
    Legacy(ChaosCluster cluster, int index, long seed) throws IOException {
        this(cluster, cluster.home(), index, seed);
    }

    /**
     * @param home installation whose client library the first client uses; the one that inherits
     *     uses this build's
     */
    Legacy(ChaosCluster cluster, Path home, int index, long seed) throws IOException {
        this.cluster = cluster;
        this.home = home;
        this.index = index;
        this.seed = seed;
        this.first = cluster.root().resolve("testator-" + index + ".report");
        this.second = cluster.root().resolve("heir-" + index + ".report");
        this.testator = start("testator", home, first, List.of());
    }

    private Process start(String what, Path from, Path file, List<String> more) throws IOException {
        Path classes = EarlierBuild.programs(from);
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx128m",
                                "-Devenkeel.state=" + cluster.root(),
                                "-cp",
                                classes
                                        + File.pathSeparator
                                        + from.resolve("lib/client/app-api-standalone.jar"),
                                LegacyClient.class.getName(),
                                cluster.node(index % ChaosCluster.NODES).directory().toString(),
                                file.toString(),
                                String.valueOf((FIRST_INDEX + index) * NUMBERS),
                                String.valueOf(seed),
                                cluster.runs().toString(),
                                classes.toString()));
        command.addAll(more);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(cluster.root().resolve(what + "-" + index + ".out").toFile())
                .start();
    }

    /** SIGKILL, and somebody else comes for the job; a client that had no result yet goes on. */
    boolean pass() throws IOException, InterruptedException {
        if (!hasResults() && testator.isAlive()) {
            return false;
        }
        leave();
        inherit();
        return true;
    }

    /** Whether the first client has got a result. */
    boolean hasResults() throws IOException {
        return !LegacyFile.read(first).completed.isEmpty();
    }

    /** SIGKILL: the job has no client. */
    void leave() throws InterruptedException {
        testator.destroyForcibly().waitFor();
    }

    /** Another client comes for the job. */
    void inherit() throws IOException {
        heir = start("heir", cluster.home(), second, List.of(LegacyFile.read(first).job));
    }

    /** Waits for the heir's end and compares what both have seen. */
    Outcome outcome(Duration longest) throws IOException, InterruptedException {
        List<String> problems = new ArrayList<>();
        if (heir == null) {
            return new Outcome(0, 0, List.of());
        }
        if (!heir.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
            problems.add("heir " + index + " did not end");
        } else if (heir.exitValue() != 0) {
            problems.add("heir " + index + " ended with " + heir.exitValue());
        }
        LegacyFile before = LegacyFile.read(first);
        LegacyFile after = LegacyFile.read(second);
        for (LegacyFile file : List.of(before, after)) {
            file.wrong.forEach(line -> problems.add("wrong or failed: " + line));
            file.twice.forEach(line -> problems.add("twice at one client: " + line));
        }
        // Tasks are accepted in their order: what precedes a result was accepted.
        long accepted = before.completed.stream().mapToLong(Long::longValue).max().orElse(0);
        for (long number = 1; number <= accepted; number++) {
            boolean there =
                    before.completed.contains(number)
                            || before.refused.contains(number)
                            || after.completed.contains(number);
            if (!there) {
                problems.add("lost: task " + number + " of job " + before.job);
            }
        }
        long again = after.completed.stream().filter(before.completed::contains).count();
        return new Outcome(after.completed.size(), again, List.copyOf(problems));
    }

    @Override
    public void close() {
        testator.destroyForcibly();
        if (heir != null) {
            heir.destroyForcibly();
        }
    }
}
