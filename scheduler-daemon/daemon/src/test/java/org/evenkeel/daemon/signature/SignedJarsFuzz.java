package org.evenkeel.daemon.signature;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.evenkeel.testing.fuzz.FuzzTarget;
import org.jspecify.annotations.Nullable;

/** Any bytes as a jar; nobody is trusted, so that none is used. */
public final class SignedJarsFuzz implements FuzzTarget {

    private static final JarBounds SMALL =
            new JarBounds(64 << 10, 100, 64 << 10, 1 << 20, 100, 256 << 10, Duration.ofMinutes(1));

    private final SignedJars jars =
            new SignedJars(
                    new TrustedSigners(List.of(), List.of(), InstantSource.system()),
                    SMALL,
                    System::nanoTime);
    private @Nullable Path temporary;

    private Path file() throws IOException {
        Path file = temporary;
        if (file == null) {
            file = Files.createTempFile("evenkeel-fuzz", ".jar");
            file.toFile().deleteOnExit();
            temporary = file;
        }
        return file;
    }

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(JarRefusedException.class);
    }

    @Override
    public void feed(byte[] input) throws Exception {
        Path file = file();
        Files.write(file, input);
        jars.verify(file);
        if (hasEntries(file)) {
            throw new IllegalStateException("a jar that nobody trusted has signed is used");
        }
    }

    private static boolean hasEntries(Path file) throws IOException {
        try (java.util.zip.ZipFile zip = new java.util.zip.ZipFile(file.toFile())) {
            return zip.stream()
                    .anyMatch(entry ->
                            !entry.isDirectory() && !JarInspection.isUnsignable(entry.getName()));
        }
    }

    /** The JDK reads manifests and signatures as a whole. */
    @Override
    public long freeBytes() {
        return 16 << 20;
    }
}
