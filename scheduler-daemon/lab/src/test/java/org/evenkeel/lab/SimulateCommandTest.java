package org.evenkeel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateCommandTest {
    private static final String SMALL = "lab simulate --tasks 200 --seeds 3 --nodes 4 ";

    @TempDir Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void tableNamesEveryPolicyAndTheEventsPerSecond() {
        assertThat(run(SMALL + "--policy hybrid(relay=on),none --compare")).isZero();
        assertThat(out.toString())
                .contains("hybrid(relay=on)", "none", "response mean", "messages/task")
                .contains("than the first policy", "events per second");
    }

    @Test
    void jsonIsOneArrayWithAnObjectForEachPolicyInTheirOrder() throws Exception {
        assertThat(run(SMALL + "--policy none,hybrid(fit=best,relay=on) --json --compare"))
                .isZero();
        List<Map<String, Object>> list = json();
        assertThat(list)
                .extracting(object -> object.get("policy"))
                .containsExactly("none", "hybrid(fit=best,relay=on)");
        assertThat(list.getLast())
                .containsKeys(
                        "seeds",
                        "meanResponse",
                        "meanResponseInterval",
                        "p50Response",
                        "p99Response",
                        "makespan",
                        "speedUp",
                        "messagesPerTask",
                        "messagesByKind",
                        "meanHops",
                        "maxHops",
                        "idleBesideBacklog",
                        "idleBesideBacklogShare",
                        "fairness",
                        "executions",
                        "events",
                        "eventsPerSecond",
                        "traceHash",
                        "meanResponseDifference",
                        "meanResponseDifferenceInterval")
                .containsEntry("comparedTo", "none")
                .containsEntry("tasks", 200);
        assertThat(list.getFirst()).containsEntry("messagesPerTask", 0.0);
    }

    @Test
    void numberOfThreadsChangesNoResult() throws Exception {
        String line = SMALL + "--policy hybrid,none --faults crash=1,kill=2 --json --threads ";
        assertThat(run(line + 1)).isZero();
        List<Map<String, Object>> one = json();
        out.getBuffer().setLength(0);
        assertThat(run(line + 3)).isZero();
        List<Map<String, Object>> three = json();
        one.forEach(object -> object.remove("eventsPerSecond"));
        three.forEach(object -> object.remove("eventsPerSecond"));
        assertThat(three).isEqualTo(one);
    }

    @Test
    void severalLoadsAreDrawnAsLines() throws Exception {
        Path svg = folder.resolve("load.svg");
        Path png = folder.resolve("load.PNG");
        String plots = " --plot " + svg + " --plot " + png;
        assertThat(run(SMALL + "--policy hybrid,none --load 0.3,0.9 --json" + plots)).isZero();
        assertThat(json()).extracting(object -> object.get("load")).contains(0.3, 0.9);
        assertThat(Files.readString(svg)).contains("<svg", "</svg>");
        assertThat(Files.readAllBytes(png)).startsWith(0x89, 'P', 'N', 'G');
    }

    @Test
    void tasksCanComeFromAFileOrAsAJob() throws Exception {
        Path file = Files.writeString(folder.resolve("tasks"), "0 0 1\n0 0 1\n");
        assertThat(run("lab simulate --nodes 2 --seeds 1 --policy none --json --task-file " + file))
                .isZero();
        assertThat(json().getFirst()).containsEntry("meanResponse", 1.5);
        assertThat(run("lab simulate --policy none --seeds 1 --job mgsort(elements=64000)"))
                .isZero();
    }

    @Test
    void severalNumbersOfNodesAreLinesWithASpeedUp() throws Exception {
        Path svg = folder.resolve("nodes.svg");
        String line = "lab simulate --job mgsort --policy hybrid,none --nodes 1,4 --seeds 2";
        assertThat(run(line + " --compare --plot " + svg)).isZero();
        assertThat(out.toString()).contains("1,4 nodes, 1 worker each", "speed-up");
        assertThat(Files.readString(svg)).contains("<svg", "</svg>");
        out.getBuffer().setLength(0);
        assertThat(run(line + " --json")).isZero();
        assertThat(json()).extracting(object -> object.get("nodes")).containsExactly(1, 1, 4, 4);
        assertThat(json().getLast()).containsEntry("speedUp", 1.0).containsKey("speedUpInterval");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--policy hybird|--policy: unknown policy \"hybird\"; did you mean \"hybrid\"?",
                "--policy none,|--policy: \"none,\" is not a list",
                "--topology mash|--topology: unknown topology \"mash\"",
                "--topology hypercube --nodes 15|--topology: a hypercube needs a power of two",
                "--nodes 0|--nodes: \"0\" is not a whole number",
                "--nodes 4,|--nodes: \"4,\" is not a list",
                "--nodes 4,8 --load 0.5,0.7|--nodes: give several numbers of nodes or several loads, not both",
                "--workers 0|--workers: \"0\" is not a whole number",
                "--nodes 4,4|--nodes: 4 is given twice",
                "--policy none,hybrid,none|--policy: none is given twice",
                "--load 0.5,0.50|--load: 0.5 is given twice",
                "--speeds 1,0|--speeds: a speed must be 0.000001 to 1000000",
                "--speeds 1e-300|--speeds: a speed must be 0.000001 to 1000000",
                "--load 0|--load: load must be 0.000001 to 1000",
                "--bytes 0.5|--bytes: \"0.5\" is not a whole number from 0",
                "--arrivals hot(nodes=1.5)|--arrivals: hot: nodes is \"1.5\", not a whole number from 1",
                "--arrivals hot(share=2)|--arrivals: hot: share is \"2\", not 0 to 1",
                "--latency 1e-999999999|--latency: \"1e-999999999\" is not a time",
                "--load much|--load: \"much\" is not a number",
                "--tasks 0.5|--tasks: \"0.5\" is not a whole number",
                "--service fixd|--service: unknown distribution \"fixd\"",
                "--service 0|--service: tasks must take longer than 0",
                "--arrivals hott|--arrivals: unknown arrivals \"hott\"",
                "--latency 5parsecs|--latency: \"5parsecs\" is not a time",
                "--bandwidth -1|--bandwidth: \"-1\" is not a number",
                "--bandwidth 0.1|--bandwidth: a bandwidth must be 0 (no limit) or at least 1",
                "--faults crahs=1|--faults: unknown fault \"crahs\"",
                "--seeds 0|--seeds: \"0\" is not a whole number",
                "--threads 0|--threads: 0 is out of range; use 1 to",
                "--job sort|--job: unknown job \"sort\"",
                "--job mgsort --load 0.5|--load: has no meaning with --job",
                "--job mgsort --task-file x|--task-file: excludes --job",
                "--task-file /nowhere|--task-file: /nowhere does not exist",
                "--replay /nowhere|--replay: /nowhere does not exist",
                "--plot a.gif|--plot: a.gif must end in .svg or .png",
                "--plot /nowhere/a.svg|--plot: /nowhere is not a directory",
            })
    void flagThatCannotBeUsedIsNamed(String flags, String message) {
        assertThat(run("lab simulate " + flags)).isEqualTo(2);
        assertThat(err.toString()).startsWith("evenkeel: " + message);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void titleTellsEverythingThatWasAskedFor() {
        String flags = "--policy none --load 0.3,0.5 --bandwidth 1e6 --faults kill=1";
        assertThat(run(SMALL + flags)).isZero();
        assertThat(out.toString())
                .startsWith(
                        "4 nodes, 1 worker each, mesh; even arrivals at load 0.3,0.5, service"
                                + " exponential(1); latency fixed(0.02) s, 1,000,000 bytes/s;"
                                + " faults kill=1; 3 seeds from 1\n");
    }

    @Test
    void plotThatCannotBeWrittenIsRefusedBeforeAnythingRuns() throws Exception {
        Path directory = Files.createDirectory(folder.resolve("a.svg"));
        assertThat(run(SMALL + "--plot " + directory)).isEqualTo(2);
        assertThat(err.toString())
                .startsWith(
                        "evenkeel: --plot: " + directory + " is a directory; name a file in it");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void recordingThatIsNoTextIsNamed() throws Exception {
        Path file = Files.write(folder.resolve("n1.recording"), new byte[] {(byte) 0xff, 1});
        assertThat(run("lab simulate --replay " + folder)).isEqualTo(2);
        assertThat(err.toString()).startsWith("evenkeel: --replay: " + file + " is not UTF-8 text");
    }

    @Test
    void timesBeyondTheEndOfVirtualTimeAreNoResult() {
        String slow = "--service fixed(1000000000) --speeds 0.000001 --policy none";
        assertThat(run("lab simulate --tasks 1 --seeds 1 --nodes 1 " + slow)).isEqualTo(1);
        assertThat(err.toString()).contains("virtual time exceeds 292 years");
        assertThat(out.toString()).isEmpty();
    }

    private int run(String line) {
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(line.split(" ", -1));
    }

    @SuppressWarnings("unchecked")
    private List<Map<String, Object>> json() throws IOException {
        return (List<Map<String, Object>>) (List<?>) JSON.std.listFrom(out.toString());
    }
}
