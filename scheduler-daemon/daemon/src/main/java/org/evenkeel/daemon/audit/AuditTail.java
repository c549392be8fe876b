package org.evenkeel.daemon.audit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Follows one log, also when its file becomes an older one. */
public final class AuditTail {

    /** Read at a time; the rest comes the next time. */
    private static final int MAX_BYTES = 1 << 20;

    private final Path log;
    private @Nullable Object key;
    private long offset;

    /** From its end on. */
    public AuditTail(Path log) throws IOException {
        this.log = log;
        try {
            BasicFileAttributes now = Files.readAttributes(log, BasicFileAttributes.class);
            key = now.fileKey();
            offset = now.size();
        } catch (NoSuchFileException e) {
            key = null;
        }
    }

    /** Whole lines that came since the last call. */
    public List<String> more() throws IOException {
        List<String> lines = new ArrayList<>();
        try {
            BasicFileAttributes now = Files.readAttributes(log, BasicFileAttributes.class);
            if (!Objects.equals(now.fileKey(), key) || now.size() < offset) {
                Path before = AuditFiles.older(log, 1);
                if (key != null && Files.exists(before)) {
                    read(before, lines);
                }
                key = now.fileKey();
                offset = 0;
            }
            read(log, lines);
        } catch (NoSuchFileException e) {
            // between two files
        }
        return lines;
    }

    private void read(Path file, List<String> lines) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.position(offset);
            InputStream in = Channels.newInputStream(channel);
            byte[] bytes = in.readNBytes(MAX_BYTES);
            int from = 0;
            for (int i = 0; i < bytes.length; i++) {
                if (bytes[i] == '\n') {
                    lines.add(new String(bytes, from, i - from, StandardCharsets.UTF_8));
                    from = i + 1;
                }
            }
            offset += from == 0 && bytes.length == MAX_BYTES ? MAX_BYTES : from;
        }
    }
}
