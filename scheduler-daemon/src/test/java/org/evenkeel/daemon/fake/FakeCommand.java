package org.evenkeel.daemon.fake;

import java.nio.file.Path;
import java.util.List;
import org.evenkeel.daemon.worker.WorkerCommand;

/** Starts {@link FakeWorkerMain} in a small JVM. */
public final class FakeCommand implements WorkerCommand {
    @Override
    public List<String> words(Start start) {
        return List.of(
                "setsid",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                FakeWorkerMain.class.getName(),
                start.address(),
                String.valueOf(start.number()),
                start.workDirectory().toString());
    }
}
