package org.evenkeel.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The goals, with fields set as Maven sets them; a project without the client. */
class MojosTest {

    @TempDir Path directory;

    private static void set(Object goal, String name, Object value) throws Exception {
        Field field = goal.getClass().getDeclaredField(name);
        field.setAccessible(true);
        field.set(goal, value);
    }

    @Test
    void propertyIsDefinedInAModuleWithoutTheClient() throws Exception {
        AgentMojo goal = new AgentMojo();
        Properties properties = new Properties();
        set(goal, "properties", properties);
        goal.execute();
        assertThat(properties).as("@{argLine} must mean something").containsEntry("argLine", "");
    }

    @Test
    void optionsAreKeptWhereTheAgentIsLeftOut() throws Exception {
        AgentMojo goal = new AgentMojo();
        Properties properties = new Properties();
        properties.setProperty("exec.args", "-Xmx1g");
        set(goal, "properties", properties);
        set(goal, "propertyName", "exec.args");
        set(goal, "skip", true);
        goal.execute();
        assertThat(properties).containsOnlyKeys("exec.args").containsEntry("exec.args", "-Xmx1g");
    }

    @Test
    void programWithoutAMainClassIsRefused() {
        assertThatThrownBy(new RunMojo()::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessageContaining("evenkeel.mainClass");
    }

    @Test
    void programWithoutTheClientIsRefused() throws Exception {
        RunMojo goal = new RunMojo();
        set(goal, "mainClass", "com.acme.Main");
        assertThatThrownBy(goal::execute)
                .isInstanceOf(MojoExecutionException.class)
                .hasMessageContainingAll("org.evenkeel:evenkeel-client", "evenkeel.agent.skip");
    }

    /** A goal for a JDK whose java writes the words that it is given into a file. */
    private RunMojo onNotingJava() throws Exception {
        Path java = Files.createDirectories(directory.resolve("jdk/bin")).resolve("java");
        Files.writeString(
                java,
                """
                #!/bin/sh
                printf '%s\\n' "$@" > said
                exit "${END:-0}"
                """);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        RunMojo goal = new RunMojo();
        set(goal, "mainClass", " com.acme.Main ");
        set(goal, "javaHome", directory.resolve("jdk").toFile());
        set(goal, "classPath", List.of("classes", "a.jar"));
        set(goal, "workingDirectory", directory.toFile());
        set(goal, "skipAgent", true);
        return goal;
    }

    @Test
    void programHasItsOptionsArgumentsAndDirectory() throws Exception {
        RunMojo goal = onNotingJava();
        set(goal, "jvmOptions", "-Xmx1g '-Dx=1 2'");
        set(goal, "arguments", "three 'four five'");
        goal.execute();
        assertThat(Files.readAllLines(directory.resolve("said")))
                .containsExactly(
                        "-Xmx1g",
                        "-Dx=1 2",
                        "-cp",
                        "classes" + File.pathSeparator + "a.jar",
                        "com.acme.Main",
                        "three",
                        "four five");
    }

    @Test
    void exitCodeOfTheProgramFailsTheBuild() throws Exception {
        RunMojo goal = onNotingJava();
        set(goal, "environment", Map.of("END", "3"));
        assertThatThrownBy(goal::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessage("com.acme.Main ended with exit code 3");
    }
}
