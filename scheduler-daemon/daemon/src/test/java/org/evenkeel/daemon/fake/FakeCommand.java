package org.evenkeel.daemon.fake;

import java.nio.file.Path;
import java.util.List;
import org.evenkeel.daemon.worker.WorkerCommand;
import org.evenkeel.wire.WireLimits;

/** Starts {@link FakeWorkerMain} in a small JVM. */
public final class FakeCommand implements WorkerCommand {
    /** A worker with this heap ends at once. */
    public static final long HEAP_THAT_DOES_NOT_START = 123L << 20;

    /** A worker with this heap connects, and says hello longer after it than a peer may. */
    public static final long HEAP_THAT_IS_SLOW = 124L << 20;

    @Override
    public List<String> words(Start start) {
        if (start.heapBytes() == HEAP_THAT_DOES_NOT_START) {
            return List.of("false");
        }
        return List.of(
                "setsid",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "--sun-misc-unsafe-memory-access=allow",
                "-D"
                        + FakeWorkerMain.PAUSE
                        + "="
                        + (start.heapBytes() == HEAP_THAT_IS_SLOW
                                ? WireLimits.HANDSHAKE_TIMEOUT_MILLIS + 500
                                : 0),
                "-cp",
                System.getProperty("java.class.path"),
                FakeWorkerMain.class.getName(),
                start.address(),
                String.valueOf(start.number()),
                start.workDirectory().toString());
    }
}
