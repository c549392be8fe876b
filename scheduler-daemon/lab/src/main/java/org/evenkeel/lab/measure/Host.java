package org.evenkeel.lab.measure;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.evenkeel.model.JsonObject;
import org.evenkeel.model.Numbers;

/**
 * The machine that carries all nodes.
 *
 * @param model of its processors; empty when nothing says
 * @param memory bytes
 * @param system name and version
 * @param load that others took before anything was started, in processors; negative when nothing
 *     says
 */
public record Host(String model, int processors, long memory, String system, double load) {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final String MODEL = "model name";

    /** From this load for each processor on it counts as busy with something else. */
    private static final double BUSY = 0.3;

    private static final Duration LOOK = Duration.ofSeconds(2);

    /**
     * This one, now; takes two seconds, in which it looks what others take. The load average of the
     * system would tell of minutes that are over.
     */
    public static Host now() throws InterruptedException {
        long memory = 0;
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            memory = system.getTotalMemorySize();
        }
        int processors = Runtime.getRuntime().availableProcessors();
        double idle = IdleTime.shareOver(LOOK);
        return new Host(
                readModel(),
                processors,
                memory,
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                Double.isNaN(idle) ? -1 : processors * (1 - idle));
    }

    private static String readModel() {
        try {
            return Files.readAllLines(PROCESSORS).stream()
                    .filter(line -> line.startsWith(MODEL))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    /** Whether something else was in progress. */
    public boolean isBusy() {
        return load > processors * BUSY;
    }

    /** A human-readable description. */
    public String words() {
        return Numbers.format(
                "%d %s%s, %.0f GiB, %s, Java %s, load %.1f before the start",
                processors,
                processors == 1 ? "processor" : "processors",
                model.isEmpty() ? "" : " (" + model + ")",
                memory / (double) (1 << 30),
                system,
                System.getProperty("java.version"),
                load);
    }

    /** For programs. */
    public Map<String, Object> json() {
        return new JsonObject()
                .with("processors", processors)
                .with("model", model)
                .with("memory", memory)
                .with("system", system)
                .with("loadBefore", load);
    }
}
