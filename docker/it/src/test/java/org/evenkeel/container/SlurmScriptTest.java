package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.evenkeel.daemon.config.ConfigKey;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The job script for Slurm is one, as far as can be seen without Slurm; {@code SlurmProcessIT} runs
 * it dry.
 */
@Tag("extended")
class SlurmScriptTest {
    private static final String SCRIPT = "slurm/evenkeel.sbatch";

    /** Directives of sbatch, as its manual spells them, and what their values look like. */
    private static final List<Pattern> DIRECTIVES =
            Stream.of(
                            "--job-name=[a-z]+",
                            "--nodes=[0-9]+(-[0-9]+)?",
                            "--ntasks-per-node=[0-9]+",
                            "--cpus-per-task=[0-9]+",
                            "--mem-per-cpu=[0-9]+[KMGT]?",
                            "--time=[0-9]{2}:[0-9]{2}:[0-9]{2}",
                            "--signal=B:[A-Z]+@[0-9]+")
                    .map(Pattern::compile)
                    .toList();

    @Test
    void shellUnderstandsIt() throws Exception {
        Shell.run("bash", "-n", DeploymentFiles.DOCKER.resolve(SCRIPT).toString());
    }

    /** Slurm reads directives up to the first line that is neither comment nor empty. */
    @Test
    void directivesComeFirstAndAreOnesThatSlurmHas() throws Exception {
        List<String> lines = DeploymentFiles.text(SCRIPT).lines().toList();
        assertThat(lines.getFirst()).startsWith("#!");
        long head = lines.stream().takeWhile(line -> line.startsWith("#")).count();
        List<String> directives =
                lines.stream().filter(line -> line.startsWith("#SBATCH")).toList();
        assertThat(directives).hasSize(DIRECTIVES.size());
        assertThat(lines.subList(0, (int) head)).containsAll(directives);
        assertThat(directives)
                .map(line -> line.substring("#SBATCH ".length()))
                .allMatch(directive ->
                        DIRECTIVES.stream().anyMatch(known -> known.matcher(directive).matches()));
    }

    @Test
    void flagsAreTheDaemons() throws Exception {
        String line =
                DeploymentFiles.text(SCRIPT)
                        .lines()
                        .filter(one -> one.contains("evenkeel daemon --"))
                        .findFirst()
                        .orElseThrow();
        assertThat(Pattern.compile("--[a-z-]+").matcher(line).results().map(MatchResult::group))
                .isNotEmpty()
                .isSubsetOf(
                        Arrays.stream(ConfigKey.values())
                                .map(configKey -> "--" + configKey.spelling())
                                .toList());
    }
}
