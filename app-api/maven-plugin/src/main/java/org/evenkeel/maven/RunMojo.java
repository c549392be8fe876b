package org.evenkeel.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the project and runs its program with the Java agent, so that any of its lambdas can be
 * a task. The program has the project's run-time class path, Maven's environment, input and output,
 * and finds a cluster as any program does. The build fails if the program's exit code is not 0.
 */
@Mojo(name = "run", requiresDependencyResolution = ResolutionScope.RUNTIME, threadSafe = true)
@Execute(phase = LifecyclePhase.PROCESS_CLASSES)
public final class RunMojo extends AbstractMojo {

    /** The class with the main method. */
    @Parameter(property = "evenkeel.mainClass")
    private @Nullable String mainClass;

    /** Arguments of the program, separated by blanks; quotes keep a word with blanks together. */
    @Parameter(property = "evenkeel.arguments")
    private @Nullable String arguments;

    /** Options of the program's JVM, such as {@code -Xmx2g}, written like the arguments. */
    @Parameter(property = "evenkeel.jvmOptions")
    private @Nullable String jvmOptions;

    /** Environment variables of the program beside Maven's. */
    @Parameter private Map<String, String> environment = Map.of();

    /**
     * Beginnings of the names of classes whose lambdas are left as they are, separated by commas.
     */
    @Parameter(property = "evenkeel.agent.exclude")
    private @Nullable String exclude;

    /** Whether the program runs without the agent. */
    @Parameter(property = "evenkeel.agent.skip", defaultValue = "false")
    private boolean skipAgent;

    /** Directory of the JDK that runs the program; by default that of Maven. */
    @Parameter(property = "evenkeel.javaHome")
    private @Nullable File javaHome;

    /** Working directory of the program; by default that of the project. */
    @Parameter(property = "evenkeel.workingDirectory", defaultValue = "${project.basedir}")
    private @Nullable File workingDirectory;

    @Parameter(defaultValue = "${project.packaging}", readonly = true)
    private String packaging = "jar";

    @Parameter(
            defaultValue = "${project.runtimeClasspathElements}",
            readonly = true,
            required = true)
    private List<String> classPath = List.of();

    @Parameter(defaultValue = "${project.artifacts}", readonly = true, required = true)
    private Set<Artifact> artifacts = Set.of();

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (packaging.equals("pom")) {
            getLog().info("Nothing to run: this project has modules only");
            return;
        }
        if (mainClass == null || mainClass.isBlank()) {
            throw new MojoFailureException(
                    "no main class; name it by <mainClass> or -Devenkeel.mainClass=com.acme.Main");
        }
        String main = mainClass.strip();
        int exitCode;
        try {
            exitCode = run(command(main).words());
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new MojoExecutionException(e.getMessage(), e);
        } catch (IOException e) {
            throw new MojoExecutionException("the program was not started: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("interrupted while the program ran", e);
        }
        if (exitCode != 0) {
            throw new MojoFailureException(main + " ended with exit code " + exitCode);
        }
    }

    private ProgramCommand command(String main) {
        List<String> options = new ArrayList<>();
        Path java = Path.of(System.getProperty("java.home"));
        if (javaHome != null) {
            java = javaHome.toPath();
        } else {
            options.addAll(ProgramCommand.withoutWarnings(Runtime.version().feature()));
        }
        if (!skipAgent) {
            options.add(AgentOption.of(clientJar(), exclude).word());
        }
        options.addAll(words(jvmOptions));
        return new ProgramCommand(
                java.resolve("bin").resolve("java").toString(),
                options,
                classPath,
                main,
                words(arguments));
    }

    private Path clientJar() {
        return ResolvedDependency.clientJar(ResolvedDependency.of(artifacts))
                .orElseThrow(() ->
                        new IllegalStateException(
                                ResolvedDependency.MISSING
                                        + "; add it, or set -Devenkeel.agent.skip"));
    }

    private static List<String> words(@Nullable String line) {
        return line == null ? List.of() : Words.split(line);
    }

    /** Runs a command to its end, which comes with that of Maven at the latest; its exit code. */
    private int run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        if (workingDirectory != null) {
            builder.directory(workingDirectory);
        }
        builder.environment().putAll(environment);
        getLog().debug(String.join(" ", command));
        Process process = builder.start();
        Thread hook = new Thread(process::destroy, "evenkeel-run-end");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return process.waitFor();
        } finally {
            process.destroy();
            removeHook(hook);
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // Maven is ending already.
        }
    }
}
