package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.it.Archive;

/**
 * A directory in place of a machine with systemd: an administrator's lines run as they are, but
 * what they say of {@code /opt}, {@code /etc} and {@code /var/lib} is meant within it, and scripts
 * stand in for commands that only root has.
 */
final class StandInMachine implements AutoCloseable {
    private static final long LIMIT_SECONDS = 240;
    private static final String PLACES = "/(opt|etc|var/lib)\\b";

    /** Root becomes this user where the lines say {@code evenkeel}; others stay who they are. */
    private static final int USER_ID = 60_505;

    /** The network of examples. */
    private static final String EXAMPLE = "192.0.2.";

    /** The user must be there and have a directory: it could make none. */
    private static final String SUDO =
            """
            #!/usr/bin/env bash
            set -euo pipefail
            [ "$1 $2" = "-u evenkeel" ] || exit 2
            grep -qx evenkeel "$MACHINE/etc/passwd"
            [ -d "$MACHINE/var/lib/evenkeel" ]
            unset EVENKEEL_STATE
            shift 2
            exec $AS_USER "$@"
            """;

    private static final String USERADD =
            """
            #!/usr/bin/env bash
            echo "${*: -1}" > "$MACHINE/etc/passwd"
            """;

    /** Gives what it makes to the user, where there can be another one. */
    private static final String INSTALL =
            """
            #!/usr/bin/env bash
            words=()
            while [ $# -gt 0 ]; do
              case $1 in
                -o) grep -qx "$2" "$MACHINE/etc/passwd" || exit 1; shift ;;
                *) words+=("$1") ;;
              esac
              shift
            done
            [ -z "$AS_USER" ] || words=(-o "$USER_ID" "${words[@]}")
            exec /usr/bin/install "${words[@]}"
            """;

    /** Starts what the unit says, where and with what environment it says. */
    private static final String SYSTEMCTL =
            """
            #!/usr/bin/env bash
            set -euo pipefail
            [ "$*" = "enable --now evenkeel" ] || exit 2
            value() {
              sed -En "s/^$1=//p" "$MACHINE/etc/systemd/system/evenkeel.service" | sed -E "s#PLACES#$MACHINE&#g"
            }
            grep -qx "$(value User)" "$MACHINE/etc/passwd"
            file=$(value EnvironmentFile)
            . "${file#-}"
            export "$(value Environment)"
            cd "$(value WorkingDirectory)"
            eval "exec setsid $AS_USER $(value ExecStart)" > "$MACHINE/daemon.out" 2>&1 < /dev/null &
            echo $! > "$MACHINE/daemon.pid"
            """
                    .replace("PLACES", PLACES);

    private final Path directory;
    private final String network;

    /**
     * @param directory that is there and empty
     * @param network of four parts, three of them with their points, in place of the examples'
     */
    StandInMachine(Path directory, String network) throws IOException {
        this.directory = directory;
        this.network = network;
        for (String place : List.of("bin", "opt", "var/lib", "etc/default", "etc/systemd/system")) {
            Files.createDirectories(directory.resolve(place));
        }
        Map<String, String> scripts =
                Map.of(
                        "sudo",
                        SUDO,
                        "useradd",
                        USERADD,
                        "install",
                        INSTALL,
                        "systemctl",
                        SYSTEMCTL);
        for (Map.Entry<String, String> script : scripts.entrySet()) {
            Path file = directory.resolve("bin").resolve(script.getKey());
            Files.writeString(file, script.getValue());
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Path archive = Archive.file();
        Files.copy(archive, directory.resolve(archive.getFileName()));
    }

    /** What became of lines. */
    record Ended(int exitCode, String said) {

        /** What they said; they must not have failed. */
        String fine() {
            assertThat(exitCode).as(said).isZero();
            return said;
        }
    }

    /** Runs lines in one shell, up to the first that fails. */
    Ended run(List<String> lines) throws IOException, InterruptedException {
        String script =
                String.join("\n", lines)
                        .replaceAll(PLACES, directory + "/$1")
                        .replace(EXAMPLE, network);
        Path said = Files.createTempFile(directory, "said", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder("bash", "-euo", "pipefail", "-c", script)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("EVENKEEL_"));
        environment.put("PATH", directory.resolve("bin") + ":" + environment.get("PATH"));
        environment.put("HOME", directory.toString());
        environment.put("MACHINE", directory.toString());
        environment.put("USER_ID", String.valueOf(USER_ID));
        environment.put("AS_USER", asUser());
        environment.put("EVENKEEL_JAVA_HOME", System.getProperty("java.home"));
        Process shell = builder.start();
        if (!shell.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
            throw new AssertionError("still running: " + Files.readString(said));
        }
        return new Ended(shell.exitValue(), Files.readString(said, StandardCharsets.UTF_8));
    }

    private static String asUser() {
        return "root".equals(System.getProperty("user.name"))
                ? "setpriv --reuid %1$d --regid %1$d --clear-groups".formatted(USER_ID)
                : "";
    }

    /** What its daemon has said. */
    String daemonSaid() throws IOException {
        Path said = directory.resolve("daemon.out");
        return Files.exists(said) ? Files.readString(said) : "no daemon was started";
    }

    /** Ends its daemon. */
    @Override
    public void close() throws IOException {
        Path note = directory.resolve("daemon.pid");
        if (!Files.exists(note)) {
            return;
        }
        long id = Long.parseLong(Files.readString(note).strip());
        ProcessHandle.of(id).ifPresent(StandInMachine::end);
    }

    private static void end(ProcessHandle daemon) {
        List<ProcessHandle> workers = daemon.descendants().toList();
        daemon.destroyForcibly();
        workers.forEach(ProcessHandle::destroyForcibly);
        daemon.onExit().orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
    }
}
