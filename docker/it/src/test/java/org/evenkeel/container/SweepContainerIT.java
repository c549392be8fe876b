package org.evenkeel.container;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.evenkeel.it.Alone;
import org.evenkeel.it.LongForm;
import org.evenkeel.testcontainers.engine.Engine;
import org.evenkeel.testcontainers.engine.RunLabel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a test that was killed leaves behind is removed by the next one. */
@Alone
@LongForm
@NeedsEngine
@Timeout(200)
class SweepContainerIT {

    @Test
    void machinesOfAKilledRunAreRemovedByTheNext() throws Exception {
        Process killed =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Devenkeel.image=" + TestImage.NAME,
                                "-cp",
                                System.getProperty("java.class.path"),
                                LeftBehind.class.getName())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String run;
        try (BufferedReader out = killed.inputReader()) {
            assertThat(out.readLine()).isEqualTo("started n1");
            run = RunLabel.RUN + "=" + killed.pid() + ":";
            assertThat(left(run)).as("of a run that lives").hasSize(3);
            Engine.find().sweep();
            assertThat(left(run)).as("swept while the run lives").hasSize(3);
        } finally {
            killed.destroyForcibly();
        }
        assertThat(killed.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(left(run)).as("left by a killed run").hasSize(3);
        Engine.find().sweep();
        assertThat(left(run)).as("left by the sweep").isEmpty();
    }

    @Test
    void whatCannotBeRemovedIsToldOfAndKeepsNothingElse() throws Exception {
        String name = "evenkeel-test-" + UUID.randomUUID();
        List<String> ended = labels(Map.of(RunLabel.RUN, "999999999:1"));
        String network = Shell.run(words("docker", "network", "create", ended, name)).strip();
        Shell.run(words("docker", "volume", "create", ended, name));
        String holds =
                Shell.run(
                                words(
                                        "docker",
                                        "run",
                                        "-d",
                                        "--init",
                                        labels(Map.of()),
                                        "--network",
                                        name,
                                        "--entrypoint",
                                        "sleep",
                                        TestImage.NAME,
                                        "300"))
                        .strip();
        try {
            Process sweep =
                    new ProcessBuilder("../../docker/sweep.sh").redirectErrorStream(true).start();
            String said = new String(sweep.getInputStream().readAllBytes(), UTF_8);
            assertThat(sweep.waitFor()).as(said).isEqualTo(1);
            assertThat(said).contains("still there: network " + network.substring(0, 12));
            assertThat(Shell.run("docker", "volume", "ls", "-q")).doesNotContain(name);
        } finally {
            Shell.run("docker", "rm", "-fv", holds);
            Shell.run("docker", "network", "rm", name);
        }
    }

    /** {@code --label} for each label of this process, some of them others. */
    private static List<String> labels(Map<String, String> others) {
        Map<String, String> all = new TreeMap<>(RunLabel.ours());
        all.putAll(others);
        return all.entrySet().stream()
                .flatMap(label -> Stream.of("--label", label.getKey() + "=" + label.getValue()))
                .toList();
    }

    private static List<String> words(Object... parts) {
        return Stream.of(parts)
                .flatMap(part ->
                        part instanceof List<?> list
                                ? list.stream().map(String::valueOf)
                                : Stream.of(part.toString()))
                .toList();
    }

    /** Container, network and volume whose label begins so. */
    private static List<String> left(String label) throws IOException, InterruptedException {
        String format = "{{.Labels}} {{.Name}}";
        return (Shell.run("docker", "ps", "-a", "--format", "{{.Labels}} {{.Names}}")
                        + Shell.run("docker", "network", "ls", "--format", format)
                        + Shell.run("docker", "volume", "ls", "--format", format))
                .lines()
                .filter(line -> line.contains(label))
                .toList();
    }
}
