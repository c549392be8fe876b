package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.testcontainers.engine.Engine;
import org.evenkeel.testcontainers.engine.RunLabel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a test that was killed leaves behind is removed by the next one. */
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
        assertThat(killed.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(left(run)).as("left by a killed run").hasSize(3);
        Engine.find().sweep();
        assertThat(left(run)).as("left by the sweep").isEmpty();
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
