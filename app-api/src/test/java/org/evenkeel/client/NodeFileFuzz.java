package org.evenkeel.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.testing.fuzz.FuzzTarget;

/** Any text as what a daemon wrote of itself. */
public final class NodeFileFuzz implements FuzzTarget {

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(IOException.class, InvalidPathException.class);
    }

    /** Protobuf's parser makes several exceptions for each number in a field that is not known. */
    @Override
    public int bytesPerByte() {
        return 8_192;
    }

    @Override
    public void feed(byte[] input) throws IOException {
        NodeFile.parse(new String(input, StandardCharsets.UTF_8), Path.of("clusters", "n1"));
    }
}
