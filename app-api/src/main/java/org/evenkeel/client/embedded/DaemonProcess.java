package org.evenkeel.client.embedded;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.evenkeel.api.EmbeddedOptions;

/**
 * One daemon as a child process; it leaves when its standard input ends, so it cannot outlive us.
 */
final class DaemonProcess {

    private static final String MAIN = "org.evenkeel.daemon.DaemonMain";
    private static final String READY = " is ready ";
    private static final int LAST_LINES = 20;

    /** Java's options of a daemon, in a file that Java reads by itself. */
    private static final String OPTIONS = "lib/daemon/jvm.options";

    private final String node;
    private final Process process;
    private final CountDownLatch readyOrGone = new CountDownLatch(1);
    private volatile boolean ready;
    private final List<String> said = new ArrayList<>();

    private DaemonProcess(String node, Process process) {
        this.node = node;
        this.process = process;
    }

    /** The command line of a daemon that serves this program alone. */
    private static List<String> command(
            EmbeddedInstallation embeddedInstallation,
            Path clusterDirectory,
            EmbeddedOptions options,
            int number)
            throws IOException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.add("@" + embeddedInstallation.home().resolve(OPTIONS));
        words.add("-Devenkeel.home=" + embeddedInstallation.home());
        words.add("-cp");
        words.add(
                String.join(
                        File.pathSeparator,
                        embeddedInstallation.jars("daemon").stream().map(Path::toString).toList()));
        words.add(MAIN);
        add(words, "cluster-dir", clusterDirectory.toString());
        add(words, "node", "n" + number);
        add(words, "workers", String.valueOf(workers(options)));
        add(words, "policy", options.policy());
        if (options.nodes() > 1) {
            List<String> members =
                    IntStream.rangeClosed(1, options.nodes()).mapToObj(i -> "n" + i).toList();
            add(words, "topology", options.topology());
            add(words, "members", String.join(",", members));
        }
        if (!options.workerHeap().isEmpty()) {
            add(words, "worker-heap", options.workerHeap());
        }
        add(words, "worker-user", "same"); // it serves the program that started it
        words.add("--exit-on-stdin-eof");
        return words;
    }

    private static void add(List<String> words, String key, String value) {
        words.add("--" + key);
        words.add(value);
    }

    private static int workers(EmbeddedOptions options) {
        return options.workers() > 0
                ? options.workers()
                : Math.max(1, Runtime.getRuntime().availableProcessors() / options.nodes());
    }

    static DaemonProcess start(
            EmbeddedInstallation embeddedInstallation,
            Path clusterDirectory,
            EmbeddedOptions options,
            int number)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(
                        command(embeddedInstallation, clusterDirectory, options, number));
        builder.redirectErrorStream(true);
        builder.directory(Files.createDirectories(clusterDirectory).toFile());
        DaemonProcess daemon = new DaemonProcess("n" + number, builder.start());
        Thread.ofPlatform().daemon().name("evenkeel-embedded-" + daemon.node).start(daemon::listen);
        return daemon;
    }

    private void listen() {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                synchronized (said) {
                    said.add(line);
                    if (said.size() > LAST_LINES) {
                        said.removeFirst();
                    }
                }
                if (line.contains(READY)) {
                    ready = true;
                    readyOrGone.countDown();
                }
            }
        } catch (IOException e) {
            // It is gone.
        } finally {
            readyOrGone.countDown();
        }
    }

    /**
     * Waits until it is ready.
     *
     * @throws IOException with what it said, if it ends or takes too long
     */
    void awaitReady(long millis) throws IOException, InterruptedException {
        if (!readyOrGone.await(millis, TimeUnit.MILLISECONDS) || !ready) {
            synchronized (said) {
                throw new IOException(
                        "daemon "
                                + node
                                + " did not start: "
                                + (said.isEmpty()
                                        ? "it printed nothing"
                                        : String.join("\n", said)));
            }
        }
    }

    /** Tells it to leave. */
    void leave() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has left.
        }
    }

    /** Waits for its end, and ends it when it takes too long. */
    void awaitEnd(long millis) throws InterruptedException {
        if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            process.waitFor();
        }
    }

    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
