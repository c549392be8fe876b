package org.evenkeel.it;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** An installation unpacked from evenkeel-dist, once for all tests of a build. */
public final class Home {
    private static final String ROOT = "/evenkeel-dist/";

    private Home() {}

    /** The directory that holds {@code lib/}. */
    public static synchronized Path unpack() throws IOException {
        String index = new String(read("index.txt"), StandardCharsets.UTF_8);
        Path home = Path.of("target", "home-" + Integer.toHexString(index.hashCode()));
        if (!Files.exists(home.resolve("complete"))) {
            for (String line : index.lines().toList()) {
                Path target = home.resolve(line.substring(66));
                Files.createDirectories(target.resolveSibling("."));
                try (InputStream in = open(line.substring(66))) {
                    Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
            Files.createFile(home.resolve("complete"));
        }
        return home.toAbsolutePath();
    }

    private static byte[] read(String resource) throws IOException {
        try (InputStream in = open(resource)) {
            return in.readAllBytes();
        }
    }

    private static InputStream open(String resource) throws IOException {
        InputStream in = Home.class.getResourceAsStream(ROOT + resource);
        if (in == null) {
            throw new IOException("evenkeel-dist has no " + resource);
        }
        return in;
    }
}
