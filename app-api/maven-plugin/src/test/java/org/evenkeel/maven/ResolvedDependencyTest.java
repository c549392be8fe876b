package org.evenkeel.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the agent is among the dependencies of a project. */
class ResolvedDependencyTest {

    @TempDir Path directory;

    private ResolvedDependency dependency(String group, String artifact, String file) {
        return new ResolvedDependency(group, artifact, directory.resolve(file).toFile());
    }

    @Test
    void clientIsFoundByItsCoordinates() throws Exception {
        Path jar = Files.createFile(directory.resolve("client.jar"));
        Files.createFile(directory.resolve("other.jar"));
        List<ResolvedDependency> all =
                List.of(
                        dependency("com.acme", "evenkeel-client", "other.jar"),
                        dependency("org.evenkeel", "evenkeel-bom", "other.jar"),
                        dependency("org.evenkeel", "evenkeel-client", "client.jar"));
        assertThat(ResolvedDependency.clientJar(all)).contains(jar.toAbsolutePath());
        assertThat(ResolvedDependency.clientJar(List.of())).isEmpty();
    }

    @Test
    void clientThatIsNoJarYetIsRefused() {
        assertThatThrownBy(() ->
                        ResolvedDependency.clientJar(
                                List.of(dependency("org.evenkeel", "evenkeel-client", ""))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("must be a jar");
    }
}
