package org.evenkeel.client.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.EmbeddedOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What embedded clusters are started from; the class path of these tests has no evenkeel-dist. */
class EmbeddedInstallationTest {

    @TempDir Path directory;

    @Test
    void namedDistributionIsTaken() throws Exception {
        Files.createDirectories(directory.resolve("lib/daemon"));
        EmbeddedInstallation found =
                EmbeddedInstallation.find(directory.toString(), directory.resolve("cache"));
        assertThat(found.home()).isEqualTo(directory.toAbsolutePath());
    }

    @Test
    void whereThereIsNoneTheErrorSaysWhatToDo() {
        assertThatThrownBy(() -> EmbeddedInstallation.find(null, directory.resolve("cache")))
                .isInstanceOf(ClusterUnavailableException.class)
                .hasMessageContainingAll("evenkeel-dist", "EVENKEEL_HOME", "-Devenkeel.home");
    }

    @Test
    void namedDirectoryWithoutADistributionIsNamed() {
        assertThatThrownBy(() ->
                        EmbeddedInstallation.find(directory.toString(), directory.resolve("cache")))
                .isInstanceOf(ClusterUnavailableException.class)
                .hasMessageEndingWith(directory + " has no lib/daemon");
    }

    @Test
    void javaThatDaemonsCannotRunOnIsRefused() {
        assertThatThrownBy(() -> EmbeddedCluster.requireJava(21))
                .isInstanceOf(ClusterUnavailableException.class)
                .hasMessageContainingAll("Java 25", "21");
        assertThatCode(() -> EmbeddedCluster.requireJava(25)).doesNotThrowAnyException();
    }

    @Test
    void optionsKeepTheDirectory() {
        assertThat(EmbeddedOptions.of(2).directory()).isNull();
        assertThat(EmbeddedOptions.of(2).withDirectory(directory).withWorkers(3).directory())
                .isEqualTo(directory);
    }
}
