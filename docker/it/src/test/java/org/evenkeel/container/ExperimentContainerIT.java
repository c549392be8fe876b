package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.it.Alone;
import org.evenkeel.it.Home;
import org.evenkeel.it.LongForm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Table 1 on machines in containers, in a tiny form. */
@Alone
@LongForm
@NeedsEngine
@Timeout(400)
@SuppressWarnings("unchecked") // JSON
class ExperimentContainerIT {
    @TempDir Path folder;

    @Test
    void table1IsMeasuredOrItIsSaidWhyNot() throws Exception {
        List<String> command =
                new ArrayList<>(
                        Home.commandJvm(
                                Home.unpack(),
                                List.of(
                                        "-Devenkeel.image=" + System.getProperty("evenkeel.image"),
                                        "-Devenkeel.testcontainers="
                                                + Path.of("..", "testcontainers", "target")
                                                        .toAbsolutePath())));
        command.addAll(
                List.of(
                        "lab",
                        "experiment",
                        "table1",
                        "--engine=containers",
                        "--cluster=two",
                        "--policy=hybrid(relay=on)",
                        "--depth=2",
                        "--seconds=10",
                        "--warm=0.3",
                        "--repetitions=1",
                        "--json"));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        boolean ended = process.waitFor(6, TimeUnit.MINUTES);
        process.destroy();
        assertThat(ended).as("ends; said " + Files.readString(err)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(err)).isZero();
        Map<String, Object> json = JSON.std.mapFrom(Files.readString(out));
        assertThat(json).containsEntry("engine", "containers");
        Map<String, Object> cluster = ((List<Map<String, Object>>) json.get("clusters")).getFirst();
        Map<String, Object> cell = ((List<Map<String, Object>>) cluster.get("cells")).getFirst();
        if ("".equals(cell.get("doubt"))) {
            assertThat((Double) cell.get("ofBound")).isBetween(0.1, 1.1);
        } else {
            assertThat((String) cell.get("doubt")).startsWith("host overloaded: ");
        }
    }
}
