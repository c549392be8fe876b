package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;

/** What {@code docker/evenkeel.service} says. */
record SystemdUnit(String text) {

    static SystemdUnit ours() throws IOException {
        return new SystemdUnit(DeploymentFiles.text("evenkeel.service"));
    }

    /** The value of a setting that is there once. */
    String value(String name) {
        List<String> found = text.lines().filter(line -> line.startsWith(name + "=")).toList();
        assertThat(found).as(name).hasSize(1);
        return found.getFirst().substring(name.length() + 1);
    }

    /** The commands in its header. */
    List<String> commands() {
        return text.lines()
                .takeWhile(line -> line.startsWith("#"))
                .filter(line -> line.startsWith("#   "))
                .map(line -> line.substring(1).strip())
                .toList();
    }
}
