package org.evenkeel.testcontainers.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The labels of everything that tests start: by which process, and where that process runs. What a
 * killed test left behind is found by them, by this class and by docker/sweep.sh.
 */
public final class RunLabel {

    /** {@code PID:START} of the process, START being field 22 of /proc/PID/stat. */
    public static final String RUN = "org.evenkeel.test";

    /** Where that process id means something: a machine, or one container of it. */
    public static final String WHERE = "org.evenkeel.test.where";

    private static final Pattern FORM = Pattern.compile("\\d{1,18}:\\d{1,18}");

    /** Field 22 of /proc/PID/stat, counted behind the name in parentheses. */
    private static final int START_AFTER_NAME = 19;

    private static final Map<String, String> OURS =
            Map.of(
                    RUN,
                    ProcessHandle.current().pid()
                            + ":"
                            + startOf(ProcessHandle.current().pid()).orElse("0"),
                    WHERE,
                    where());

    private RunLabel() {}

    /** Both labels for what this process starts. */
    public static Map<String, String> ours() {
        return OURS;
    }

    /** Whether something with these labels was started by a process of this place that is over. */
    static boolean isLeftOver(Map<String, String> labels) {
        String run = labels.getOrDefault(RUN, "");
        if (!FORM.matcher(run).matches()
                || !labels.getOrDefault(WHERE, "").equals(OURS.get(WHERE))) {
            return false;
        }
        String[] parts = run.split(":", 2);
        long pid = Long.parseLong(parts[0]);
        if (!ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)) {
            return true;
        }
        // Process ids come again.
        return startOf(pid).map(start -> !start.equals(parts[1])).orElse(false);
    }

    /** When a process started, in the clock's ticks since boot; empty where there is no /proc. */
    private static Optional<String> startOf(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return Optional.of(
                    stat.substring(stat.lastIndexOf(')') + 2).split(" ")[START_AFTER_NAME]);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The same name may be in a container and outside of it, with other process ids. */
    private static String where() {
        return hostName() + " " + processIds();
    }

    private static String hostName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            return nameOfAddress();
        }
    }

    private static String nameOfAddress() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String processIds() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }
}
