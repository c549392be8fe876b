package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class HelpTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void commandAloneNamesTheCommands() {
        assertThat(execute("--help")).isZero();
        assertThat(out.toString())
                .contains(
                        "demo", "up", "down", "run", "nodes", "top", "tasks", "jobs", "attach",
                        "explain", "lab", "daemon");
        assertThat(CommandGroups.shown()).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(20);
    }

    @Test
    void everyCommandIsListed() {
        assertThat(execute("--help")).isZero();
        assertThat(Main.commandLine().getSubcommands().keySet())
                .isNotEmpty()
                .allSatisfy(command ->
                        assertThat(out.toString())
                                .containsPattern("(?m)^  " + command + " +[A-Z]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"simulate", "plan", "experiment", "swarm", "bench", "phases"})
    void formerSpellingMeansThatOfTheLaboratory(String command) {
        assertThat(execute("lab", command, "--help")).isZero();
        String usage = out.toString();
        assertThat(usage).contains("Usage: evenkeel lab " + command);
        out.getBuffer().setLength(0);
        assertThat(execute(command, "--help")).isZero();
        assertThat(out.toString()).isEqualTo(usage);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo",
                "up",
                "down",
                "drain",
                "pause",
                "resume",
                "agent",
                "doctor",
                "run",
                "nodes",
                "top",
                "tasks",
                "jobs",
                "attach",
                "explain",
                "failures",
                "stack",
                "why-idle",
                "profile",
                "migrations",
                "lab phases",
                "lab simulate",
                "lab plan calendar",
                "lab plan graph",
                "lab plan quotas",
                "lab experiment bus",
                "lab experiment strategies",
                "lab experiment table1"
            })
    void helpOfACommandHasExamplesExitCodesAndJson(String command) {
        assertThat(execute((command + " --help").split(" "))).isZero();
        assertThat(out.toString())
                .startsWith("Usage: evenkeel " + command)
                .contains("Examples:", "Exit codes:", "--json")
                .doesNotContain("${");
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "dump"})
    void helpOfTheJournalsCommandsHasExamplesExitCodesAndJson(String command) {
        assertThat(execute("journal", command, "--help")).isZero();
        assertThat(out.toString())
                .startsWith("Usage: evenkeel journal " + command)
                .contains("Examples:", "Exit codes:", "--json", "--node", "damaged")
                .doesNotContain("${");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cluster init",
                "token create",
                "token list",
                "token revoke",
                "cert show",
                "cert list",
                "cert revoke"
            })
    void helpOfTheCommandsOfIdentitiesHasExamplesExitCodesAndJson(String command) {
        assertThat(execute((command + " --help").split(" "))).isZero();
        assertThat(out.toString())
                .startsWith("Usage: evenkeel " + command)
                .contains("Examples:", "Exit codes:", "--json", "--cluster-dir")
                .doesNotContain("${");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cluster", "token", "cert", "lab", "lab plan", "lab experiment"})
    void helpOfAGroupHasExamplesAndItsCommands(String group) {
        assertThat(execute((group + " --help").split(" "))).isZero();
        assertThat(out.toString()).contains("Examples:", "Commands:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cluster",
                "token",
                "cert",
                "drain",
                "drain n1 --deadline soon",
                "cluster init --name a/b",
                "token create --role king",
                "token revoke",
                "cert revoke",
                "up --nodes 0",
                "up -n 3 --masters 3",
                "lab phases --last 0",
                "up --policy hybird",
                "up --topology mash",
                "up --load much",
                "up -n 3 --topology hypercube",
                "up --recorder --no-recorder",
                "dashboard --recorder --no-recorder",
                "explain nonsense",
                "top --json",
                "top --once --interval 0",
                "journal",
                "journal dump --task nonsense",
                "journal dump --job !",
                "explain",
                "attach",
                "attach no/job",
                "failures",
                "failures no/job",
                "attach 3k7x0a9q2m4fz --cancel --follow",
                "run",
                "run nowhere.jar",
                "demo --nodes many",
                "lab plan",
                "lab plan calendar nowhere.json --tasks 3",
                "lab plan graph nowhere.json --processors 3",
                "lab plan graph lu --processors 0",
                "lab plan graph lu --processors 3 --tie 1,2",
                "lab plan graph lu --processors 3 --block 7",
                "lab experiment",
                "lab experiment bus --processors 0",
                "lab experiment strategies --engine steam",
                "lab experiment strategies --nodes 0",
                "lab experiment strategies --policy hybird",
                "lab experiment strategies --write /nowhere/there",
                "fly"
            })
    void whatIsNotUnderstoodIsAUsageError(String line) {
        assertThat(execute(line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).isNotBlank();
    }

    @Test
    void misspeltWordsGetAHint() {
        execute("up", "--policy", "hybird");
        assertThat(err.toString()).contains("--policy: unknown policy \"hybird\"", "hybrid");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nodes",
                "top --once",
                "tasks",
                "explain 3k7x0a9q2m4fz-17",
                "jobs",
                "attach 3k7x0a9q2m4fz",
                "failures 3k7x0a9q2m4fz",
                "down"
            })
    void withoutAClusterThereIsNothingToTell(String line) {
        List<String> words = new java.util.ArrayList<>(List.of(line.split(" ")));
        words.addAll(List.of("--cluster-dir", "/nonexistent/evenkeel"));
        assertThat(execute(words.toArray(String[]::new))).isEqualTo(3);
        assertThat(err.toString()).contains("no cluster in /nonexistent/evenkeel is running here");
    }

    private int execute(String... words) {
        CommandLine commandLine =
                Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return Main.execute(commandLine, words);
    }
}
