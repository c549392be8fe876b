package org.evenkeel.simulator.work;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.evenkeel.testing.fuzz.FuzzTarget;

/** Any text as the recording of a node. */
public final class RecordingReaderFuzz implements FuzzTarget {

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(IllegalArgumentException.class);
    }

    @Override
    public void feed(byte[] input) {
        new RecordingReader()
                .file("n1", new String(input, StandardCharsets.UTF_8).lines().iterator())
                .build(0);
    }
}
