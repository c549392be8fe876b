package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.security.MessageDigest;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.BlobPayload;

/**
 * Takes over files that workers wrote, on the thread that asks. Where workers are other users they
 * may hold a file open and write on: results and values are copied, for their content is looked at
 * once; checkpoints are not, at first, for whoever reads one looks at its sum.
 *
 * @param shared whether workers are other users
 */
record WorkerFileTransfer(boolean shared) {
    private static final int READ_BYTES = 256 << 10;

    /**
     * Moves a file, or a copy of it, to where it is this user's alone, and checks it.
     *
     * @param inside the directory it must be in
     * @param foreign a free name beside the last one
     * @param temporary its name then
     */
    void take(Path file, Path inside, BlobPayload expected, Path foreign, Path temporary)
            throws IOException {
        requireInside(file, inside);
        if (!shared) {
            requirePlain(file);
            Files.move(file, temporary);
        } else {
            // Moved first, so that nothing else can be put in its place.
            Files.move(file, foreign);
            try {
                requirePlain(foreign);
                if (CheckpointName.is(expected.digest()) && isMadeOurs(foreign, inside)) {
                    Files.move(foreign, temporary);
                } else {
                    copy(foreign, temporary);
                }
            } finally {
                Files.deleteIfExists(foreign);
            }
        }
        check(temporary, expected);
    }

    /** Deletes a file that is not needed. */
    void drop(Path file, Path inside) throws IOException {
        requireInside(file, inside);
        Files.deleteIfExists(file);
    }

    /** Where another process can exchange directories, it must be in the directory itself. */
    void requireInside(Path file, Path inside) throws IOException {
        Path parent = file.toAbsolutePath().normalize().getParent();
        boolean fine =
                parent != null
                        && (shared
                                ? parent.equals(inside.toAbsolutePath().normalize())
                                : parent.toRealPath().startsWith(inside.toRealPath()));
        if (!fine) {
            throw new IOException("the result's file is outside the worker's directory");
        }
    }

    static void requirePlain(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(
                    "the result's file " + file.getFileName() + " is not a regular file");
        }
    }

    /** A link to another user's file is that one's still. */
    static void requireSameOwner(Path file, Path directory) throws IOException {
        UserPrincipal owner = Files.getOwner(file, LinkOption.NOFOLLOW_LINKS);
        if (!owner.equals(Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS))) {
            throw new IOException(file.getFileName() + " is the file of " + owner);
        }
    }

    /**
     * Gives a plain file in a directory of ours to this user; not one that is another user's than
     * the worker's, of which the worker made a link.
     */
    private static boolean isMadeOurs(Path file, Path inside) throws IOException {
        UserPrincipal writer = Files.getOwner(file, LinkOption.NOFOLLOW_LINKS);
        Path ours = file.toAbsolutePath().getParent();
        if (ours == null || !writer.equals(Files.getOwner(inside, LinkOption.NOFOLLOW_LINKS))) {
            return false;
        }
        try {
            Files.setOwner(file, Files.getOwner(ours));
            return true;
        } catch (FileSystemException e) {
            return false; // this user may not
        }
    }

    /** Copies a file. */
    private static void copy(Path file, Path copy) throws IOException {
        try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel to = PrivateFiles.create(copy)) {
            transfer(from, from.size(), to); // where it became shorter a check will say so
        }
    }

    private static void transfer(FileChannel from, long size, FileChannel to) throws IOException {
        long at = 0;
        while (at < size) {
            long count = from.transferTo(at, size - at, to);
            if (count <= 0) {
                return;
            }
            at += count;
        }
    }

    /**
     * Makes a copy that would survive a loss of power and has so many bytes, whatever its writer
     * does to the file meanwhile: what is missing is zero, and its sum is wrong.
     */
    static void copyForGood(Path file, Path copy, long size) throws IOException {
        try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel to = PrivateFiles.create(copy)) {
            transfer(from, size, to);
            fitTo(size, to);
            to.force(true);
        }
    }

    /** Cuts a file, or adds zeros. */
    static void fitTo(long size, FileChannel file) throws IOException {
        if (file.size() > size) {
            file.truncate(size);
        } else if (file.size() < size) {
            file.write(ByteBuffer.allocate(1), size - 1);
        }
    }

    private static void check(Path file, BlobPayload expected) throws IOException {
        if (CheckpointName.is(expected.digest())) {
            if (Files.size(file) != expected.sizeBytes()) {
                Files.deleteIfExists(file);
                throw new IOException("the checkpoint's file does not have its announced size");
            }
            return;
        }
        MessageDigest sha = Digest.sha256();
        long size = 0;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(READ_BYTES);
            while (channel.read(buffer) >= 0) {
                size += buffer.flip().remaining();
                sha.update(buffer);
                buffer.clear();
            }
        }
        if (size != expected.sizeBytes() || !Digest.of(sha.digest()).equals(expected.digest())) {
            Files.deleteIfExists(file);
            throw new IOException("the result's file does not match its SHA-256");
        }
    }
}
