package org.evenkeel.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.evenkeel.testing.fuzz.FuzzTarget;

/** Any text as JSON. */
public final class JsonFuzz implements FuzzTarget {

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(IllegalArgumentException.class);
    }

    @Override
    public void feed(byte[] input) {
        JsonReader.object(new String(input, StandardCharsets.UTF_8));
    }
}
