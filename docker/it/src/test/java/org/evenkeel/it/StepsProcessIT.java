package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The steps in docs/architecture.md are taken in the order that it says: every JVM of a cluster
 * records when it enters the methods that the page names.
 */
@LongForm
class StepsProcessIT {
    private static final Path PAGE = Path.of("..", "..", "docs", "architecture.md");
    private static final Pattern STEP =
            Pattern.compile("\\[`(\\w+)\\.(\\w+)`]\\(\\S*/java/(\\S+)\\.java\\)");

    @TempDir Path folder;

    /** A method of a step: {@code org.evenkeel.kernel.Balancer::place}. */
    private static List<String> steps(String heading) throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf("## " + heading + "\n");
        assertThat(begin).as(heading).isPositive();
        String section = page.substring(begin, (page + "\n## ").indexOf("\n## ", begin + 1));
        List<String> methods = new ArrayList<>();
        Matcher step = STEP.matcher(section);
        while (step.find()) {
            assertThat(step.group(3)).endsWith("/" + step.group(1));
            methods.add(step.group(3).replace('/', '.') + "::" + step.group(2));
        }
        assertThat(methods).as(heading).hasSizeGreaterThan(7);
        return methods;
    }

    private String options(List<String> methods) {
        return "-XX:StartFlightRecording:method-trace="
                + String.join(";", Set.copyOf(methods))
                + ",filename="
                + folder.resolve("at-exit-%p.jfr");
    }

    private Recording recordHere(List<String> methods) {
        Recording recording = new Recording();
        recording
                .enable("jdk.MethodTrace")
                .with("filter", String.join(";", Set.copyOf(methods)))
                .withStackTrace();
        recording.start();
        return recording;
    }

    private void dump(ProcessHandle jvm) throws Exception {
        Process jcmd =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                                Long.toString(jvm.pid()),
                                "JFR.dump",
                                "filename=" + folder.resolve("of-" + jvm.pid() + ".jfr"))
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("jcmd-" + jvm.pid() + ".txt").toFile())
                        .start();
        assertThat(jcmd.waitFor()).as(() -> "JFR.dump of " + jvm.info()).isZero();
    }

    /** A JVM that was killed leaves an empty file. */
    private static boolean isRecording(Path file) {
        return file.toString().endsWith(".jfr") && file.toFile().length() > 0;
    }

    /** Entering a method, somewhere. */
    private record Entry(Instant at, String method, String file) {}

    private List<Entry> entries() throws IOException {
        List<Entry> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(StepsProcessIT::isRecording).toList()) {
                for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                    if (event.getEventType().getName().equals("jdk.MethodTrace")) {
                        RecordedMethod method = event.getValue("method");
                        String name = method.getType().getName() + "::" + method.getName();
                        all.add(
                                new Entry(
                                        event.getStartTime(), name, file.getFileName().toString()));
                    }
                }
            }
        }
        all.sort(Comparator.comparing(Entry::at));
        return all;
    }

    private void areTakenInOrder(List<String> steps) throws IOException {
        List<Entry> entries = entries();
        String trace = entries.stream().map(Entry::toString).collect(Collectors.joining("\n"));
        int next = 0;
        for (String step : steps) {
            while (next < entries.size() && !entries.get(next).method().equals(step)) {
                next++;
            }
            assertThat(next).as(() -> step + " in\n" + trace).isLessThan(entries.size());
        }
    }

    private void dumpAll(StartedNodes nodes) throws Exception {
        for (String node : nodes.names) {
            dump(nodes.daemon(node).toHandle());
            for (ProcessHandle worker : nodes.workers(node)) {
                dump(worker);
            }
        }
    }

    @Test
    void taskTakesTheStepsOfItsPage() throws Exception {
        List<String> steps = steps("The way of a task");
        try (Recording recording = recordHere(steps);
                StartedNodes nodes =
                        StartedNodes.start(Setup.of(2, 1).masters(1).javaOptions(options(steps)));
                Cluster cluster = nodes.connect("n1")) {
            TaskHandle<Long> task = cluster.submit(new Work.Square(12, 1));
            assertThat(task.get()).isEqualTo(144);
            recording.dump(folder.resolve("program.jfr"));
            dumpAll(nodes);
        }
        areTakenInOrder(steps);
    }

    @Test
    void drainTakesTheStepsOfItsPage() throws Exception {
        List<String> steps = steps("The way of a drain with a running task");
        Path file = folder.resolve("steps");
        Path gate = folder.resolve("gate");
        try (StartedNodes nodes =
                StartedNodes.start(Setup.of(3, 2).masters(1).javaOptions(options(steps)))) {
            assertThat(nodes.stop("n3")).isZero();
            try (Cluster cluster = nodes.connect("n1")) {
                // One that moves, and one that cannot: while it runs, the daemon of n2 stays.
                TaskHandle<String> moving =
                        cluster.submit(new MovingWork.Steps(file.toString(), 2, 50, 1, 1));
                TaskHandle<Long> staying =
                        cluster.submit(new Work.GatedSquare(12, gate.toString()));
                Awaitility.await().atMost(StartedNodes.LIMIT).until(() -> Files.exists(file));
                nodes.awaitNoted("n2", staying, "STARTED");
                nodes.restart("n3");
                Command.Started drain =
                        new Command(folder.resolve("state"))
                                .withJava(options(steps))
                                .start("drain", "n2", "--cluster-dir=" + nodes.directory);
                assertThat(moving.get()).contains("n2, n3");
                dumpAll(nodes);
                Files.createFile(gate);
                assertThat(staying.get()).isEqualTo(144);
                assertThat(drain.await().exitCode()).as(drain.output()).isZero();
            }
        }
        areTakenInOrder(steps);
    }
}
