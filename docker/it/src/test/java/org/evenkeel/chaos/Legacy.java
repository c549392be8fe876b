package org.evenkeel.chaos;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.it.EarlierBuild;

/**
 * A client that is killed although its job goes on, or that detaches from it, and the one that
 * inherits the job.
 */
final class Legacy implements AutoCloseable {

    /** Above the numbers of the other clients' tasks. */
    private static final int FIRST_INDEX = 100;

    private static final long NUMBERS = 1_000_000_000;

    private final Setup setup;
    private final boolean detaches;
    private final Path first;
    private final Path second;
    private final Process testator;
    private Process heir;

    /**
     * What both clients are told.
     *
     * @param place where they run
     * @param daemon node directory or address; empty for what EVENKEEL_DAEMON says
     * @param runs where tasks write down that they run
     * @param index which, from 0
     */
    record Setup(ClientProcess.Place place, String daemon, Path runs, int index, long seed) {}

    /**
     * What is left of it.
     *
     * @param inherited results that the heir got
     * @param again those of them that the dead client had got as well
     * @param problems promises that were not kept
     */
    record Outcome(long inherited, long again, List<String> problems) {}

    /**
     * @param home installation whose client library the first client uses; the one that inherits
     *     uses this build's
     */
    Legacy(ChaosCluster cluster, Path home, int index, long seed) throws IOException {
        this(
                new Setup(
                        new ClientProcess.Place(
                                List.of(),
                                cluster.root(),
                                cluster.home(),
                                cluster.root(),
                                Map.of()),
                        cluster.node(index % ChaosCluster.NODES).directory().toString(),
                        cluster.runs(),
                        index,
                        seed),
                home,
                false);
    }

    private Legacy(Setup setup, Path home, boolean detaches) throws IOException {
        this.setup = setup;
        this.detaches = detaches;
        Path root = setup.place().root();
        this.first = root.resolve("testator-" + setup.index() + ".report");
        this.second = root.resolve("heir-" + setup.index() + ".report");
        this.testator =
                start("testator", home, first, detaches ? List.of(LegacyClient.DETACH) : List.of());
    }

    /** Starts a client that detaches from its job when it is told to. */
    static Legacy detaching(Setup setup) throws IOException {
        return new Legacy(setup, setup.place().home(), true);
    }

    private Process start(String what, Path from, Path file, List<String> more) throws IOException {
        Path classes = EarlierBuild.programs(from);
        ClientProcess.Place place = setup.place();
        List<String> command = new ArrayList<>(place.inside());
        command.addAll(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx128m",
                        "-Devenkeel.state=" + place.state(),
                        "-cp",
                        classes + File.pathSeparator + EarlierBuild.client(from),
                        LegacyClient.class.getName(),
                        setup.daemon(),
                        file.toString(),
                        String.valueOf((FIRST_INDEX + setup.index()) * NUMBERS),
                        String.valueOf(setup.seed()),
                        setup.runs().toString(),
                        classes.toString()));
        command.addAll(more);
        Path out = place.root().resolve(what + "-" + setup.index() + ".out");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().putAll(place.environment());
        return builder.start();
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

    /** The job has no client: by SIGKILL, or soon, when the client detaches. */
    void leave() throws IOException, InterruptedException {
        if (detaches) {
            testator.getOutputStream().close();
        } else {
            testator.destroyForcibly().waitFor();
        }
    }

    /** Waits until the client has detached. */
    boolean hasLeft(Duration longest) throws InterruptedException {
        return testator.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Another client comes for the job. */
    void inherit() throws IOException {
        heir = start("heir", setup.place().home(), second, List.of(LegacyFile.read(first).job));
    }

    /** Waits for the heir's end and compares what both have seen. */
    Outcome outcome(Duration longest) throws IOException, InterruptedException {
        List<String> problems = new ArrayList<>();
        if (heir == null) {
            return new Outcome(0, 0, List.of());
        }
        int index = setup.index();
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
        if (detaches) {
            accepted = before.detached; // all of them
            if (accepted == 0) {
                problems.add("client " + index + " did not detach");
            }
        }
        for (long number = 1; number <= accepted; number++) {
            boolean there =
                    before.completed.contains(number)
                            || before.refused.contains(number)
                            || after.completed.contains(number)
                            || failed(before, number)
                            || failed(after, number);
            if (!there) {
                problems.add("lost: task " + number + " of job " + before.job);
            }
        }
        long again = after.completed.stream().filter(before.completed::contains).count();
        return new Outcome(after.completed.size(), again, List.copyOf(problems));
    }

    /** Its failure is a problem of its own, or one that is excused. */
    private static boolean failed(LegacyFile file, long number) {
        return file.wrong.stream().anyMatch(line -> line.contains("-" + number + " "));
    }

    @Override
    public void close() {
        testator.destroyForcibly();
        if (heir != null) {
            heir.destroyForcibly();
        }
    }
}
