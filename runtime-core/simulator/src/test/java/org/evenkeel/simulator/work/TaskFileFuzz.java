package org.evenkeel.simulator.work;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.evenkeel.testing.fuzz.FuzzTarget;

/** Any text as a file of tasks. */
public final class TaskFileFuzz implements FuzzTarget {

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(IllegalArgumentException.class);
    }

    @Override
    public void feed(byte[] input) {
        TaskFile.read("tasks", new String(input, StandardCharsets.UTF_8).lines().toList(), 8);
    }
}
