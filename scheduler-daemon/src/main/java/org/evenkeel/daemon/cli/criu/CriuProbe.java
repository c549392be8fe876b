package org.evenkeel.daemon.cli.criu;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.evenkeel.daemon.cli.criu.CriuReport.Step;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether CRIU works on this machine: is it there, is it new enough, what does it say.
 */
public final class CriuProbe {

    /** The oldest version that is known to work on current kernels. */
    public static final String NEEDED = "4.1";

    /** Command, version, check. */
    static final int STEPS = 3;

    private static final int NEEDED_MAJOR = 4;
    private static final int NEEDED_MINOR = 1;
    private static final int MAX_LINES = 3;
    private static final Pattern VERSION =
            Pattern.compile("Version:\\s*((\\d{1,4})\\.(\\d{1,4})\\S*)");

    /** Where distributions put it, which is not on every user's path. */
    private static final List<String> ALSO = List.of("/usr/sbin", "/usr/local/sbin");

    private final List<String> directories;
    private final boolean superuser;
    private final long seconds;
    private final List<Step> steps = new ArrayList<>();
    private @Nullable String version;

    /**
     * @param path where commands are looked for, as in the environment
     * @param superuser whether this is root
     * @param seconds longest time that a command of CRIU may take
     */
    public CriuProbe(String path, boolean superuser, long seconds) {
        this.directories =
                Stream.concat(Stream.of(path.split(File.pathSeparator)), ALSO.stream())
                        .filter(directory -> !directory.isEmpty())
                        .toList();
        this.superuser = superuser;
        this.seconds = seconds;
    }

    /**
     * Looks.
     *
     * @param named the command, null to look for it
     * @throws IOException if no command can be started here
     */
    public CriuReport look(@Nullable Path named) throws IOException, InterruptedException {
        Path command = named == null ? find() : named;
        if (isThere(command) && command != null && isNewEnough(command)) {
            check(command);
        }
        return new CriuReport(
                command == null ? null : command.toString(), version, List.copyOf(steps));
    }

    private @Nullable Path find() {
        return directories.stream()
                .map(directory -> Path.of(directory, "criu"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    private boolean isThere(@Nullable Path command) {
        if (command != null && Files.isExecutable(command)) {
            return fine("command", command.toString());
        }
        return failed(
                "command",
                command == null
                        ? "there is no criu on the path, nor in " + String.join(" or ", ALSO)
                        : command + " is not there, or no program",
                "install CRIU "
                        + NEEDED
                        + " or later (Debian 13 has 4.1.1; Debian 12 has 3.17.1,"
                        + " which is too old), or name it with --criu");
    }

    private boolean isNewEnough(Path command) throws IOException, InterruptedException {
        Told told;
        try {
            told = Told.by(List.of(command.toString(), "--version"), seconds);
        } catch (IOException e) {
            return failed(
                    "version",
                    "it cannot be started: " + e.getMessage(),
                    "is it a program for this machine?");
        }
        Matcher words = VERSION.matcher(told.text());
        if (!words.find()) {
            return failed(
                    "version",
                    "it does not say which version it is: " + words(told),
                    "run " + command + " --version by hand; a library may be missing");
        }
        version = words.group(1);
        int major = Integer.parseInt(words.group(2));
        int minor = Integer.parseInt(words.group(3));
        if (major > NEEDED_MAJOR || major == NEEDED_MAJOR && minor >= NEEDED_MINOR) {
            return fine("version", version + ", " + NEEDED + " at least is needed");
        }
        return failed(
                "version",
                version + " is too old: " + NEEDED + " at least is needed",
                "install a later one: versions before "
                        + NEEDED
                        + " do not know the kernels of today");
    }

    private void check(Path command) throws IOException, InterruptedException {
        Told told = Told.by(List.of(command.toString(), "check"), seconds);
        if (told.isFine()) {
            fine("check", words(told));
            return;
        }
        failed(
                "check",
                words(told),
                superuser
                        ? "the kernel lacks what CRIU names; it needs CONFIG_CHECKPOINT_RESTORE, and a"
                                + " container needs --privileged"
                        : "run this as root: CRIU needs CAP_CHECKPOINT_RESTORE, and CAP_SYS_PTRACE or"
                                + " CAP_SYS_ADMIN");
    }

    /** The lines that tell most of what a command printed: of its errors, or its first. */
    private String words(Told told) {
        if (told.exitCode() == Told.NEVER) {
            return "no answer in " + seconds + " s";
        }
        List<String> lines = told.text().lines().map(String::strip).toList();
        List<String> errors =
                lines.stream().filter(line -> line.startsWith("Error")).limit(MAX_LINES).toList();
        List<String> shown = errors.isEmpty() ? lines.stream().limit(MAX_LINES).toList() : errors;
        String text = String.join("; ", shown);
        return text.isEmpty() ? "nothing, and exit code " + told.exitCode() : text;
    }

    private boolean fine(String name, String said) {
        steps.add(new Step(name, true, said, ""));
        return true;
    }

    private boolean failed(String name, String said, String advice) {
        steps.add(new Step(name, false, said, advice));
        return false;
    }
}
