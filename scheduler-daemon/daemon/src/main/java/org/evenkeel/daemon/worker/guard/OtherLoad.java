package org.evenkeel.daemon.worker.guard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * How much of this machine's processors is used by programs that are neither this daemon nor
 * workers, as {@code /proc} of Linux tells. For one thread.
 */
public final class OtherLoad {

    // Fields of the first line of /proc/stat behind its name.
    private static final int USER = 0;
    private static final int IDLE = 3;
    private static final int WAITING = 4;
    private static final int STOLEN = 7;

    private final Path proc;
    private final long self;
    private final ProcessTable table;
    private long oursBefore;
    private long busyBefore;
    private long allBefore;

    /** That of this machine. */
    public OtherLoad() {
        this(ProcessTable.PROC, ProcessHandle.current().pid());
    }

    OtherLoad(Path proc, long self) {
        this.proc = proc;
        this.self = self;
        this.table = new ProcessTable(proc);
    }

    /**
     * The share since the last call, from 0 to 1; 0 at the first call, and where it is not known.
     */
    public double share() {
        long[] ticks = ticks();
        if (ticks.length <= STOLEN) {
            return 0;
        }
        long all = Arrays.stream(ticks, USER, STOLEN + 1).sum();
        long busy = all - ticks[IDLE] - ticks[WAITING] - ticks[STOLEN];
        long ours = ours();
        long passed = all - allBefore;
        long others = busy - busyBefore - Math.max(0, ours - oursBefore);
        boolean first = allBefore == 0 || passed <= 0;
        oursBefore = ours;
        busyBefore = busy;
        allBefore = all;
        return first ? 0 : Math.clamp((double) others / passed, 0, 1);
    }

    private long[] ticks() {
        try (var lines = Files.lines(proc.resolve("stat"))) {
            String[] words = lines.findFirst().orElse("").strip().split("\\s+");
            long[] ticks = new long[Math.max(0, words.length - 1)];
            for (int i = 0; i < ticks.length; i++) {
                ticks[i] = Long.parseLong(words[i + 1]);
            }
            return ticks;
        } catch (IOException | NumberFormatException e) {
            return new long[0];
        }
    }

    /**
     * What this daemon and workers have used, those of other daemons too. What has ended is among
     * what its parent has used, so the sum grows however processes come and go.
     */
    private long ours() {
        List<ProcessEntry> all = table.read();
        Map<ProcessEntry.Name, String> marks = table.marks(all);
        long ticks = 0;
        for (ProcessEntry process : all) {
            boolean ofWorker = !marks.getOrDefault(process.name(), "").isEmpty();
            if (process.pid() == self || ofWorker) {
                ticks += process.cpuTicks();
            }
        }
        return ticks;
    }
}
