package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;

/**
 * What a bundle consists of. As text: the line {@value #HEADER}, then one line {@code <sha256>
 * <size> <file name>} for each jar in the order of the class path. The last may be a list of the
 * program's checkpoints instead, which is told by its own first line.
 */
public record BundleManifest(List<Jar> jars) {

    /** First line. */
    public static final String HEADER = "evenkeel-bundle 1";

    private static final byte[] INDEX =
            "evenkeel-checkpoints 1\n".getBytes(StandardCharsets.US_ASCII);

    private static final int MAX_JARS = 10_000;
    private static final int MAX_NAME_LENGTH = 255;

    /** One jar. */
    public record Jar(Digest digest, long sizeBytes, String name) {}

    /** Whether a file is a list of checkpoints and no code. */
    static boolean isIndex(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(INDEX.length), INDEX);
        } catch (IOException e) {
            return false; // whoever reads it next says so
        }
    }

    /** All bytes of the jars. */
    public long bytes() {
        return jars.stream().mapToLong(Jar::sizeBytes).sum();
    }

    /** Reads the text. */
    public static BundleManifest parse(String text) throws IOException {
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !lines.getFirst().equals(HEADER)) {
            throw new IOException("it does not begin with \"" + HEADER + "\"");
        }
        if (lines.size() > MAX_JARS + 1) {
            throw new IOException("more than " + MAX_JARS + " jars");
        }
        List<Jar> jars = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            if (!line.isEmpty()) {
                jars.add(jar(line));
            }
        }
        return new BundleManifest(List.copyOf(jars));
    }

    private static Jar jar(String line) throws IOException {
        String[] parts = line.split(" ", 3);
        try {
            if (parts.length == 3 && isPlain(parts[2])) {
                long size = Long.parseLong(parts[1]);
                Digest digest = Digest.parse(parts[0]);
                if (size >= 0 && !CheckpointName.is(digest)) {
                    return new Jar(digest, size, parts[2]);
                }
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw new IOException("\"" + line + "\" is not <sha256> <size> <file name>");
    }

    private static boolean isPlain(String name) {
        return !name.isEmpty()
                && name.length() <= MAX_NAME_LENGTH
                && name.indexOf('/') < 0
                && name.indexOf('\\') < 0
                && !name.equals("..");
    }
}
