package org.evenkeel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("unchecked") // JSON
class PlanGraphCommandTest {
    private static final String EXAMPLE = "src/test/resources/plan/bus-dag-example.";

    @TempDir Path folder;
    private final Cli cli = new Cli();

    private int plan(Object... more) {
        List<String> words = new ArrayList<>(List.of("lab", "plan", "graph"));
        for (Object one : more) {
            words.add(one.toString());
        }
        return cli.run(words.toArray(String[]::new));
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "dot"})
    void theExampleOfThePaperComesOutAsItsFileExpects(String ending) throws Exception {
        Map<String, Object> expect =
                (Map<String, Object>)
                        JSON.std.mapFrom(Files.readString(Path.of(EXAMPLE + "json"))).get("expect");
        assertThat(plan(EXAMPLE + ending, "--processors", 3, "--tie", "1,3,2", "--json")).isZero();
        Map<String, Object> json = cli.json();
        assertThat(json)
                .containsEntry("length", 13)
                .containsEntry("serial", 22)
                .containsEntry("fallback", false)
                .containsEntry("lengthTicks", 130)
                .containsEntry("priorityList", expect.get("priorityList"))
                .containsEntry("criticalPath", expect.get("criticalPath"))
                .containsEntry("criticalPathLength", expect.get("criticalPathLength"))
                .containsEntry(
                        "longestPathWithoutCommunication",
                        expect.get("longestPathWithoutCommunication"));
        assertThat((List<Map<String, Object>>) json.get("tasks"))
                .extracting(PlanGraphCommandTest::task)
                .isEqualTo(
                        ((List<Map<String, Object>>) expect.get("schedule"))
                                .stream().map(PlanGraphCommandTest::task).toList());
        assertThat((List<Map<String, Object>>) json.get("messages"))
                .extracting(PlanGraphCommandTest::message)
                .isEqualTo(
                        ((List<Map<String, Object>>) expect.get("bus"))
                                .stream().map(PlanGraphCommandTest::message).toList());
    }

    @Test
    void namesOfTasksAreNoCommandsToATerminal() throws Exception {
        Path graph = folder.resolve("graph.json");
        Files.writeString(
                graph,
                """
                {"tasks": [{"id": "a\\u001b[2J", "work": 1}, {"id": "b\\u202e", "work": 1}],
                 "edges": [{"from": "a\\u001b[2J", "to": "b\\u202e", "data": 1}]}
                """);
        assertThat(plan(graph, "--processors", 1)).as(cli.err()).isZero();
        assertThat(cli.out()).contains("a\\u001b[2J ").doesNotContain("\u001b", "\u202e");
        assertThat(plan(graph, "--processors", 1, "--json")).isZero();
        assertThat(cli.out()).doesNotContain("\u202e");
        assertThat((List<Object>) cli.json().get("priorityList"))
                .containsExactlyInAnyOrder("a\u001b[2J", "b\u202e");
    }

    private static List<Object> task(Map<String, Object> task) {
        return List.of(
                task.get("task"),
                task.get("processor"),
                number(task.get("start")),
                number(task.get("finish")));
    }

    private static List<Object> message(Map<String, Object> message) {
        Object name =
                message.containsKey("message")
                        ? message.get("message")
                        : message.containsKey("broadcast")
                                ? message.get("broadcast")
                                : "e" + message.get("from") + "," + message.get("to");
        return List.of(name, number(message.get("start")), number(message.get("arrive")));
    }

    @Test
    void withoutBroadcastItTakesLonger() throws Exception {
        assertThat(
                        plan(
                                EXAMPLE + "json",
                                "--processors",
                                3,
                                "--tie",
                                "1,3,2",
                                "--no-broadcast",
                                "--json"))
                .isZero();
        assertThat(cli.json()).containsEntry("length", 13.5);
    }

    @Test
    void theProgramsAreMadeInTicks() throws Exception {
        assertThat(plan("gauss-jordan", "--processors", 4, "--json")).isZero();
        assertThat(cli.json())
                .containsEntry("lengthTicks", 256_404_464_600L)
                .containsEntry("serialTicks", 941_752_950_000L)
                .containsEntry("ticksPerUnit", 50_000_000);
        assertThat(plan("lu", "--processors", 2, "--n", 1000, "--block", 100, "--json")).isZero();
        assertThat((List<Object>) cli.json().get("tasks")).hasSize(55);
    }

    @Test
    void othersAreComparedOnTheSameModel() throws Exception {
        assertThat(plan(EXAMPLE + "json", "--processors", 3, "--compare")).isZero();
        assertThat(cli.out()).contains("bus ", "heft ", "etf ", "as given", "none");
        assertThat(plan(EXAMPLE + "json", "--processors", 3, "--compare", "--json")).isZero();
        assertThat((List<Map<String, Object>>) cli.json().get("compare"))
                .hasSize(6)
                .allSatisfy(
                        line -> assertThat(line).containsKeys("scheduler", "length", "speedup"));
    }

    @Test
    void pictureAndTraceHaveEveryTaskAndMessage() throws Exception {
        Path svg = folder.resolve("plan.svg");
        Path trace = folder.resolve("trace.json");
        assertThat(plan(EXAMPLE + "json", "--processors", 3, "--gantt", svg, "--trace", trace))
                .isZero();
        assertThat(Files.readString(svg)).contains("processor 3", "bus", "bcst1: 0.5 to 1");
        List<Map<String, Object>> events =
                (List<Map<String, Object>>)
                        JSON.std.mapFrom(Files.readString(trace)).get("traceEvents");
        assertThat(events).filteredOn(event -> "X".equals(event.get("ph"))).hasSizeGreaterThan(11);
        assertThat(events)
                .filteredOn(event -> "11".equals(event.get("name")))
                .singleElement()
                .satisfies(event -> assertThat(number(event.get("dur"))).isEqualTo(2e6));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"from\": 9, \"to\": 11 | {\"from\": 9, \"to\": 12 | :29: edges[14].to: unknown task 12",
                "{\"from\": 9, \"to\": 11 | {\"from\": 9, \"to\": 2 | 2 -> 7 -> 9 -> 2",
                "\"work\": 2.5 | \"work\": -2.5 | :4: tasks[1]: task 2: work -2.5 is negative",
                "{\"id\": 2, | {\"id\": 1, | :4: tasks[1]: task 1 is given twice",
                "\"work\": 2.5 | \"wrok\": 2.5 | :4: tasks[1].wrok: unknown key; did you mean \"work\"",
                "\"data\": 1.7 | \"data\": \"much\" | :23: edges[8].data: must be a number",
                "\"to\": 5, \"data\": 0.5 | \"to\": 5, \"data\": 0.6 | broadcast bcst1: edge 1 -> 2 carries 0.5, but edge 1 -> 5 carries 0.6",
                "\"speed\": 1 | \"speed\": 0 | :1: speed is 0",
            })
    void aBadGraphIsToldByNameAndLine(String good, String bad, String said) throws Exception {
        String text = Files.readString(Path.of(EXAMPLE + "json"));
        assertThat(text).contains(good);
        Path file = Files.writeString(folder.resolve("graph.json"), text.replace(good, bad));
        assertThat(plan(file, "--processors", 3)).isEqualTo(2);
        assertThat(cli.err()).contains(said).contains("graph.json:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "graph { a -- b } | :1: the edges of this graph have no direction",
                "digraph { a -> b } | :1: task a: work is missing",
                "digraph { node [work=1] a -> b } | :1: edge a -> b: data is missing",
                "digraph { a [wrok=1] } | :1: unknown attribute \"wrok\"; did you mean \"work\"",
                "digraph { a [work=much] } | :1: task a: work: \"much\" is not a number",
                "digraph { subgraph x { a } } | :1: subgraphs are not supported",
                "digraph { a [work=1] | :1: a task is missing at the end",
                "digraph { a [work=1] } } | :1: unexpected text after the graph",
                "digraph { node [work=1]; a -> a [data=1] } | a -> a",
            })
    void badDotIsToldByNameAndLine(String text, String said) throws Exception {
        Path file = Files.writeString(folder.resolve("graph.dot"), text);
        assertThat(plan(file, "--processors", 3)).isEqualTo(2);
        assertThat(cli.err()).contains(said);
    }

    @Test
    void flagsOfTheProgramsAreNotForFiles() {
        assertThat(plan(EXAMPLE + "json", "--processors", 3, "--block", 7)).isEqualTo(2);
        assertThat(cli.err()).contains("--block applies to gauss-jordan and lu");
    }

    @Test
    void theExperimentSetsItsFiguresBesideThePublishedOnes() throws Exception {
        Path svg = folder.resolve("bus.svg");
        assertThat(
                        cli.run(
                                "lab",
                                "experiment",
                                "bus",
                                "--processors",
                                "3",
                                "--plot",
                                svg.toString()))
                .isZero();
        assertThat(cli.out()).contains("18,835.06", "1.48 on 2", "1.64 on 2", "1,225");
        assertThat(Files.readString(svg)).contains("</svg>");
        assertThat(cli.run("lab", "experiment", "bus", "--processors", "2", "--json")).isZero();
        assertThat((List<Object>) cli.json().get("points")).hasSize(8);
    }
}
