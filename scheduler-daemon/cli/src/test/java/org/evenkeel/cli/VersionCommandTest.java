package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class VersionCommandTest {
    @Test
    void saysVersionCommitAndJava() {
        assertThat(print("version"))
                .matches(
                        "evenkeel \\d\\S+ \\((unknown|[0-9a-f]{10})( with changes)?\\) on Java .+");
    }

    @Test
    void optionSaysTheSameAsTheCommand() {
        assertThat(print("--version")).isEqualTo(print("version"));
    }

    @Test
    void jsonHasOneFieldForEachThingSaid() throws IOException {
        Map<String, Object> fields = JSON.std.mapFrom(print("version", "--json"));
        assertThat(fields).containsOnlyKeys("version", "commit", "dirty", "java");
        assertThat(fields.get("version")).asString().doesNotContain("$");
    }

    private static String print(String... args) {
        StringWriter out = new StringWriter();
        CommandLine commandLine = Main.commandLine().setOut(new PrintWriter(out));
        assertThat(commandLine.execute(args)).isZero();
        return out.toString().strip();
    }
}
