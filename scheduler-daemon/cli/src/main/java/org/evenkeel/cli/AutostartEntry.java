package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The file that has a user's desktop sessions start the agent: Desktop Application Autostart
 * Specification 0.5 of freedesktop.org.
 */
record AutostartEntry(Path file) {

    /**
     * @param environment of the process: XDG_CONFIG_HOME, HOME
     */
    static AutostartEntry ofThisUser(Map<String, String> environment) {
        String configured = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path base =
                configured.isEmpty()
                        ? Path.of(
                                environment.getOrDefault("HOME", System.getProperty("user.home")),
                                ".config")
                        : Path.of(configured);
        return new AutostartEntry(base.resolve("autostart/evenkeel-agent.desktop"));
    }

    /** Replaces the file. */
    void write(List<String> words) throws IOException {
        String command =
                words.stream().map(AutostartEntry::quoted).collect(Collectors.joining(" "));
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                """
                [Desktop Entry]
                Type=Application
                Name=Evenkeel agent
                Comment=Tells the Evenkeel daemon when this computer is in use
                Exec=%s
                Terminal=false
                NoDisplay=true
                """
                        .formatted(command));
    }

    /** As the Desktop Entry Specification, section 7, wants an argument that may have blanks. */
    private static String quoted(String word) {
        String escaped =
                word.replace("\\", "\\\\\\\\")
                        .replace("\"", "\\\\\"")
                        .replace("$", "\\\\$")
                        .replace("`", "\\\\`");
        return "\"" + escaped.replace("%", "%%") + "\"";
    }

    /** Whether there was one. */
    boolean delete() throws IOException {
        return Files.deleteIfExists(file);
    }
}
