package org.evenkeel.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    /** The program is a source file, which this Java compiles and runs. */
    private RunMojo program(String statement) throws Exception {
        Path source = directory.resolve("Program.java");
        Files.writeString(
                source,
                """
                public class Program {
                    public static void main(String[] words) throws Exception {
                        STATEMENT
                    }
                }
                """
                        .replace("STATEMENT", statement));
        RunMojo goal = new RunMojo();
        set(goal, "mainClass", source.toString());
        set(goal, "classPath", List.of(directory.toString()));
        set(goal, "workingDirectory", directory.toFile());
        set(goal, "skipAgent", true);
        return goal;
    }

    @Test
    void programHasItsOptionsArgumentsAndDirectory() throws Exception {
        RunMojo goal =
                program(
                        "java.nio.file.Files.writeString(java.nio.file.Path.of(\"said\"),"
                                + " System.getProperty(\"x\") + words[0] + words[1]);");
        set(goal, "jvmOptions", "'-Dx=1 2'");
        set(goal, "arguments", "three 'four five'");
        goal.execute();
        assertThat(directory.resolve("said")).hasContent("1 2threefour five");
    }

    @Test
    void exitCodeOfTheProgramFailsTheBuild() throws Exception {
        RunMojo goal = program("System.exit(3);");
        assertThatThrownBy(goal::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessageEndingWith("ended with exit code 3");
    }
}
