package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands and examples on a cluster of four daemons that {@code up} started. */
@Tag("extended")
class CommandsProcessIT {
    private static final String EXAMPLES = "org.evenkeel.examples.";

    @TempDir static Path state;
    private static Command evenkeel;

    @BeforeAll
    static void up() throws Exception {
        evenkeel = new Command(state);
        Command.Ended up = evenkeel.run("up", "-n", "4", "--worker-heap", "256m", "--no-recorder");
        assertThat(up.exitCode()).as(up.toString()).isZero();
        assertThat(up.out()).contains("topology complete", "n1", "n4", "n2 n3 n4");
    }

    @AfterAll
    static void down() throws Exception {
        Command.Ended down = evenkeel.run("down");
        assertThat(down.exitCode()).as(down.toString()).isZero();
        assertThat(evenkeel.run("down").exitCode()).isEqualTo(3);
        evenkeel.awaitNoLeftovers();
    }

    @Test
    void queensAreCounted() throws Exception {
        assertThat(example("queens.Queens", "--n", "12"))
                .contains("\"solutions\":14200", "\"correct\":true", "\"serial\":false");
    }

    @Test
    @LongForm
    void numbersAreSorted() throws Exception {
        assertThat(example("mgsort.MergeSort")).contains("\"tasks\":85", "\"correct\":true");
    }

    @Test
    @LongForm
    void everyCallCanBeATask() throws Exception {
        assertThat(example("fib.Fib", "--n", "15")).contains("\"fib\":610", "\"tasks\":1973");
    }

    @Test
    @LongForm
    void tasksCanEndByTailCalls() throws Exception {
        assertThat(example("fib.Fib", "--n", "10", "--tail-calls")).contains("\"fib\":55");
    }

    @Test
    void pointsAreTheSameAsInOneProcess() throws Exception {
        String[] words = {"--points", "2000000", "--tasks", "40", "--seed", "7"};
        assertThat(field(example("pi.Pi", words), "hits"))
                .isEqualTo(field(example("pi.Pi", join(words, "--serial")), "hits"));
    }

    @Test
    @LongForm
    void matricesAreFactoredAndEquationsSolved() throws Exception {
        assertThat(example("lu.Lu"))
                .contains("\"correct\":true", "\"n\":2000", "\"mostTransfers\":1,");
        assertThat(example("gaussjordan.GaussJordan"))
                .contains("\"correct\":true", "\"n\":2000", "\"mostTransfers\":1,");
    }

    @Test
    void secondUpSaysWhatRuns() throws Exception {
        Command.Ended again = evenkeel.run("up");
        assertThat(again.exitCode()).isEqualTo(4);
        assertThat(again.err()).contains("the cluster \"default\" is already running, 4 daemons:");
        assertThat(again.out()).contains("n1", "n4", "evenkeel down");
    }

    @Test
    void nodesShowsAllMembers() throws Exception {
        Command.Ended nodes = evenkeel.run("nodes");
        assertThat(nodes.exitCode()).as(nodes.toString()).isZero();
        assertThat(nodes.out().lines()).as("without a recorder").hasSize(5);
        assertThat(evenkeel.run("nodes", "--json").out())
                .contains("\"node\":\"n1\"", "\"node\":\"n4\"", "\"totals\"");
    }

    @Test
    void tasksOfAnIdleClusterAreNone() throws Exception {
        Command.Ended tasks = evenkeel.run("tasks", "--json");
        assertThat(tasks.exitCode()).as(tasks.toString()).isZero();
        assertThat(tasks.out()).contains("\"tasks\":");
    }

    @Test
    void storyOfAnUnknownTaskIsNotThere() throws Exception {
        Command.Ended explain = evenkeel.run("explain", "0000000000001-1");
        assertThat(explain.exitCode()).isEqualTo(3);
        assertThat(explain.err()).contains("no node has records of task");
    }

    @Test
    void programThatFailsEndsTheCommandWithItsExitCode() throws Exception {
        Command.Ended run = evenkeel.run("run", EXAMPLES + "queens.Queens", "--n", "99");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--n is 1 to 24, not 99");
    }

    private static String example(String name, String... words)
            throws IOException, InterruptedException {
        String[] all = new String[words.length + 3];
        all[0] = "run";
        all[1] = EXAMPLES + name;
        all[2] = "--json";
        System.arraycopy(words, 0, all, 3, words.length);
        Command.Ended run = evenkeel.run(all);
        assertThat(run.exitCode()).as(run.toString()).isZero();
        return run.out();
    }

    private static String[] join(String[] words, String last) {
        String[] all = java.util.Arrays.copyOf(words, words.length + 1);
        all[words.length] = last;
        return all;
    }

    private static String field(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":([^,}]+)").matcher(json);
        assertThat(matcher.find()).as("%s in %s", name, json).isTrue();
        return matcher.group(1);
    }
}
