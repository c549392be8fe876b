package org.evenkeel.worker;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.evenkeel.testing.fuzz.Chunks;
import org.evenkeel.testing.fuzz.FuzzTarget;

/** Frames of a daemon with tasks for a worker; payloads lie inside of their frames. */
public final class StartReaderFuzz implements FuzzTarget {

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(IOException.class);
    }

    @Override
    public void feed(byte[] input) throws Exception {
        ClassLoader loader = StartReaderFuzz.class.getClassLoader();
        StartReader reader = new StartReader(kind -> new WorkerKind(kind, loader, null));
        for (byte[] frame : Chunks.of(input)) {
            for (StartedTask task : reader.read(frame)) {
                assertTrue(
                        task.offset() >= 0
                                && task.length() >= 0
                                && task.offset() + task.length() <= frame.length);
                task.kind().type();
            }
        }
    }
}
