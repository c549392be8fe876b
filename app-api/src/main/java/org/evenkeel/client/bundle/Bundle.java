package org.evenkeel.client.bundle;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.model.Digest;

/**
 * A program's code: a manifest and the jars it names.
 *
 * @param digest SHA-256 of the manifest, the bundle's name
 * @param manifest first line {@value #HEADER}, then a line {@code <sha256> <size> <file name>} per
 *     part
 * @param parts in the order of the class path
 */
public record Bundle(Digest digest, byte[] manifest, List<Part> parts) {

    /** First line of a manifest. */
    public static final String HEADER = "evenkeel-bundle 1";

    /**
     * One jar.
     *
     * @param name file name, human-readable
     */
    public record Part(Digest digest, long size, String name, Path file) {}

    public Bundle {
        parts = List.copyOf(parts);
    }

    /** The bundle of these parts. */
    public static Bundle of(List<Part> parts) {
        StringBuilder text = new StringBuilder(HEADER).append('\n');
        for (Part part : parts) {
            text.append(part.digest())
                    .append(' ')
                    .append(part.size())
                    .append(' ')
                    .append(part.name())
                    .append('\n');
        }
        byte[] manifest = text.toString().getBytes(StandardCharsets.UTF_8);
        return new Bundle(Digest.of(Digest.sha256().digest(manifest)), manifest, parts);
    }
}
