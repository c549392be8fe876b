package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.evenkeel.testing.fuzz.FuzzTarget;

/** Any text as the manifest of a bundle. */
public final class BundleManifestFuzz implements FuzzTarget {

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(IOException.class);
    }

    @Override
    public void feed(byte[] input) throws Exception {
        BundleManifest.parse(new String(input, StandardCharsets.UTF_8)).bytes();
    }
}
