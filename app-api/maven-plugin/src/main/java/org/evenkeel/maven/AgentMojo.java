package org.evenkeel.maven;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.jspecify.annotations.Nullable;

/**
 * Puts {@code -javaagent:} with the client's jar before the JVM options in a property of the
 * project, so that any lambda of the tests or of the program can be a task. Surefire and Failsafe
 * read {@code argLine}; for others, name their property.
 */
@Mojo(
        name = "agent",
        defaultPhase = LifecyclePhase.INITIALIZE,
        requiresDependencyResolution = ResolutionScope.TEST,
        threadSafe = true)
public final class AgentMojo extends AbstractMojo {

    /**
     * The property, such as {@code argLine} or {@code spring-boot.run.jvmArguments}. What it has
     * before is kept. A value that is given to Maven with {@code -D} is used in its place, without
     * the agent.
     */
    @Parameter(property = "evenkeel.agent.property", defaultValue = "argLine", required = true)
    private String propertyName = "argLine";

    /**
     * Beginnings of the names of classes whose lambdas are left as they are, separated by commas.
     */
    @Parameter(property = "evenkeel.agent.exclude")
    private @Nullable String exclude;

    /** Whether to do nothing. */
    @Parameter(property = "evenkeel.agent.skip", defaultValue = "false")
    private boolean skip;

    @Parameter(defaultValue = "${project.properties}", readonly = true, required = true)
    private Properties properties = new Properties();

    @Parameter(defaultValue = "${project.artifacts}", readonly = true, required = true)
    private Set<Artifact> artifacts = Set.of();

    @Override
    public void execute() throws MojoExecutionException {
        String options = properties.getProperty(propertyName, "");
        try {
            properties.setProperty(propertyName, skip ? options : withAgent(options));
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new MojoExecutionException(e.getMessage(), e);
        }
    }

    /** A module without the client is no error: a parent may set the goal for all modules. */
    private String withAgent(String options) {
        Optional<Path> jar = ResolvedDependency.clientJar(ResolvedDependency.of(artifacts));
        if (jar.isEmpty()) {
            getLog().info("No agent: " + ResolvedDependency.MISSING);
            return options;
        }
        String more = AgentOption.of(jar.get(), exclude).before(options);
        getLog().info(propertyName + " is " + more);
        return more;
    }
}
