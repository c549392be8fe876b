package org.evenkeel.examples.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskOptions;
import org.junit.jupiter.api.Test;

class ExampleMainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void serialRunPrintsTheReport() {
        assertThat(execute("--serial", "--n", "6")).isZero();
        assertThat(text(out)).isEqualTo("twice 6 is 12\n");
        assertThat(text(err)).isEmpty();
    }

    @Test
    void jsonHasTheFieldsAndHowItWent() {
        assertThat(execute("--serial", "--json")).isZero();
        assertThat(text(out))
                .matches(
                        "\\{\"twice\":42,\"correct\":true,\"seconds\":[0-9.E-]+,\"serial\":true}\n");
    }

    @Test
    void wrongResultIsAFailure() {
        assertThat(execute("--serial", "--n", "13")).isEqualTo(1);
        assertThat(text(out)).isEqualTo("twice 13 is 26\n");
    }

    @Test
    void taskThatThrowsIsAFailure() {
        assertThat(execute("--serial", "--n", "0")).isEqualTo(1);
        assertThat(text(err)).contains("nothing to double");
    }

    @Test
    void wrongArgumentsAreExplained() {
        assertThat(execute("--m")).isEqualTo(2);
        assertThat(text(err))
                .isEqualTo(
                        "\"--m\" is not an option; did you mean --n?\n--help tells the options\n");
    }

    @Test
    void helpNamesEveryOption() {
        assertThat(execute("--help")).isZero();
        assertThat(text(out))
                .startsWith("Doubles a number.\n")
                .contains("--n NUMBER           the number (default 21)")
                .contains("--serial", "--json", "Exit codes: 0 ok");
    }

    private int execute(String... arguments) {
        return ExampleMain.execute(new Twice(), print(out), print(err), arguments);
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    private static final class Twice implements Example {
        @Override
        public String description() {
            return "Doubles a number.";
        }

        @Override
        public Options options() {
            return new Options().number("n", 21, 0, 99, "the number");
        }

        @Override
        public Report run(Options.Values values, Runner runner) throws Exception {
            int n = values.whole("n");
            Task<Integer> task =
                    context -> {
                        if (n == 0) {
                            throw new IllegalStateException("nothing to double");
                        }
                        return 2 * n;
                    };
            int twice = runner.run("twice", task, TaskOptions.DEFAULT);
            return Report.of(n != 13).line("twice %d is %d", n, twice).field("twice", twice);
        }
    }
}
