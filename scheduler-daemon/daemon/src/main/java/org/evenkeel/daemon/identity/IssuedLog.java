package org.evenkeel.daemon.identity;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.security.identity.IdentityException;

/**
 * What an authority has signed, a line for each certificate, appended and forced before the
 * certificate is given away: no certificate counts that is not in here. A last line without its
 * line feed is what a crash left; it is passed over, and cut off before the next one is appended.
 *
 * <p>Its length has a bound. When it is reached, the lines that no longer matter are dropped; the
 * file of before stays beside it under {@code .old}.
 *
 * <p>Changed only under the lock of its directory; read at any time.
 */
record IssuedLog(Path file, long maxBytes) {
    /** Longest file: some 130,000 certificates, 90 for each of 1,400 machines. */
    static final long MAX_BYTES = 32L << 20;

    /** How full it may be after lines were dropped, so that this is not done for each line. */
    private static final double FULL = 7.0 / 8;

    /** Begins with an empty one; what is there goes to the old one. */
    void create() throws IOException {
        if (Files.exists(file)) {
            Files.move(file, sibling(".old"), StandardCopyOption.REPLACE_EXISTING);
        }
        SecretFile.write(file, new byte[0]);
    }

    /**
     * Appends a line and forces it.
     *
     * @param retention which lines are kept if there is no more room
     * @throws IdentityException if there is no room even then; nothing is appended
     */
    void append(Issued entry, Retention retention) throws IOException, IdentityException {
        byte[] line = entry.bytes();
        check();
        if (wholeBytes() + line.length > maxBytes) {
            drop(retention);
            if (wholeBytes() + line.length > maxBytes * FULL) {
                throw new IdentityException(
                        file
                                + " is full of valid certificates: revoke unused ones, or create a second "
                                + "cluster");
            }
        }
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.truncate(endOfLines(channel));
            write(channel.position(channel.size()), line);
            channel.force(true);
        }
    }

    private void check() throws IOException, IdentityException {
        try {
            SecretFile.requirePrivate(file);
        } catch (NoSuchFileException e) {
            throw new IdentityException(
                    file + " is missing: it records the names in use; restore it from a backup", e);
        }
    }

    private static void write(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
    }

    /**
     * Shows every line, the oldest first.
     *
     * @throws IdentityException naming the line that cannot be read
     */
    void forEach(Consumer<Issued> reader) throws IOException, IdentityException {
        check();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long end = endOfLines(channel);
            if (end > maxBytes) {
                throw new IdentityException(file + " is longer than " + maxBytes + " bytes");
            }
            InputStream in = Channels.newInputStream(channel.position(0));
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
            long read = 0;
            for (int number = 1; read < end; number++) {
                String line = lines.readLine();
                if (line == null) {
                    return;
                }
                read += line.length() + 1;
                reader.accept(parse(line, number));
            }
        }
    }

    private Issued parse(String line, int number) throws IdentityException {
        try {
            return Issued.parse(line);
        } catch (IdentityException e) {
            throw new IdentityException(
                    "%s, line %s: %s; restore the file from a backup"
                            .formatted(file, number, e.reason()),
                    e);
        }
    }

    /** Writes what matters to another file, keeps this one as the old one, and renames. */
    private void drop(Retention retention) throws IOException, IdentityException {
        forEach(retention::see);
        Path fresh = sibling(".new");
        Path old = sibling(".old");
        Files.deleteIfExists(fresh);
        try (FileChannel channel = PrivateFiles.create(fresh)) {
            IssuedCopy copy = new IssuedCopy(channel, retention);
            forEach(copy);
            copy.finish();
        }
        Files.deleteIfExists(old);
        Files.createLink(old, file);
        Files.move(
                fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        PrivateFiles.forceDirectory(file.resolveSibling(""));
    }

    private Path sibling(String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    private long wholeBytes() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return endOfLines(channel);
        }
    }

    /** Where the last line feed ends; a line is shorter than what is looked at. */
    private long endOfLines(FileChannel channel) throws IOException {
        long size = channel.size();
        ByteBuffer tail = ByteBuffer.allocate((int) Math.min(size, 2 * Issued.MAX_LINE));
        long start = size - tail.capacity();
        while (tail.hasRemaining() && channel.read(tail, start + tail.position()) > 0) {
            // until all of it is read
        }
        for (int i = tail.position() - 1; i >= 0; i--) {
            if (tail.get(i) == '\n') {
                return start + i + 1;
            }
        }
        if (start > 0) {
            throw new IOException(
                    file + " does not end with a complete line; restore the file from a backup");
        }
        return 0;
    }
}
