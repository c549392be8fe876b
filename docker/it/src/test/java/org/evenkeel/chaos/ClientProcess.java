package org.evenkeel.chaos;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.it.EarlierBuild;
import org.evenkeel.it.Home;

/** A {@link ChaosClient} as a process of its own. */
final class ClientProcess implements AutoCloseable {

    private static final int TAIL_BYTES = 4096;

    private final Path report;
    private final Process process;

    /**
     * What a client is like.
     *
     * @param daemon node directory or address; empty for what EVENKEEL_DAEMON says
     * @param index which, from 1
     * @param runs where tasks write down that they run, empty for nowhere
     * @param diskShare of a thousand tasks, how many are of level DISK
     * @param javaOptions of its JVM
     */
    record Setup(
            String daemon,
            int index,
            long seed,
            int window,
            String runs,
            int diskShare,
            List<String> javaOptions) {}

    /**
     * Where a client runs.
     *
     * @param inside words in front of its command
     * @param root takes what it writes
     * @param home the installation
     * @param state its state directory
     * @param environment variables that it sees besides
     */
    record Place(
            List<String> inside,
            Path root,
            Path home,
            Path state,
            Map<String, String> environment) {}

    ClientProcess(ChaosCluster cluster, Setup setup) throws IOException {
        this(cluster, cluster.home(), setup);
    }

    /**
     * @param home installation whose client library it uses
     */
    ClientProcess(ChaosCluster cluster, Path home, Setup setup) throws IOException {
        this(new Place(List.of(), cluster.root(), home, cluster.root(), Map.of()), setup);
    }

    ClientProcess(Place place, Setup setup) throws IOException {
        int index = setup.index();
        report = place.root().resolve("client-" + index + ".report");
        Path classes = EarlierBuild.programs(place.home());
        List<String> command = new ArrayList<>(place.inside());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(setup.javaOptions());
        command.addAll(
                List.of(
                        "-Devenkeel.state=" + place.state(),
                        "-cp",
                        classes + File.pathSeparator + EarlierBuild.client(place.home()),
                        ChaosClient.class.getName()));
        command.addAll(
                List.of(
                        new ChaosClient.Setup(
                                        setup.daemon(),
                                        index,
                                        report,
                                        setup.runs(),
                                        setup.seed(),
                                        setup.window(),
                                        Integer.getInteger(
                                                "evenkeel.chaos.disk", setup.diskShare()),
                                        classes)
                                .args()));
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(place.root().resolve("client-" + index + ".out").toFile());
        builder.environment().putAll(place.environment());
        process = builder.start();
    }

    /** The folder of compiled tests, which is all the code that travels. */
    static Path classes() {
        return Home.code();
    }

    Process process() {
        return process;
    }

    private String[] lastAttached() {
        try (RandomAccessFile file = new RandomAccessFile(report.toFile(), "r")) {
            long from = Math.max(0, file.length() - TAIL_BYTES);
            file.seek(from);
            byte[] tail = new byte[(int) (file.length() - from)];
            file.readFully(tail);
            String[] lines = new String(tail, StandardCharsets.UTF_8).split("\n", -1);
            for (int i = lines.length - 2; i > 0; i--) {
                if (!lines[i].isEmpty() && lines[i].charAt(0) == ClientReport.ATTACHED) {
                    return lines[i].split(" ", 5);
                }
            }
        } catch (IOException e) {
            // There is none yet.
        }
        return new String[0];
    }

    /** Tasks that have completed, as far as it has told. */
    long completed() {
        String[] words = lastAttached();
        return words.length < 5 ? 0 : Long.parseLong(words[2]) - Long.parseLong(words[3]);
    }

    /** The node it was attached to when it told last; "-" when to none. */
    String node() {
        String[] words = lastAttached();
        return words.length < 5 ? "-" : words[4];
    }

    /** Tells it to submit no more. */
    void stop() throws IOException {
        process.getOutputStream().close();
    }

    /** Its exit code: 0 when every task completed. */
    int await(Duration longest) throws InterruptedException {
        return process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)
                ? process.exitValue()
                : -1;
    }

    ClientReport report() throws IOException {
        return Files.exists(report) ? ClientReport.read(report) : new ClientReport();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
