package org.evenkeel.client.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a directory that is held open: what is done is done there, whatever is put in the
 * place of the names that led to it meanwhile. No link is followed. Where the system cannot do that
 * (others than Linux), and for making directories, the path is used.
 *
 * @param name in the directory
 */
record PinnedEntry(Path path, @Nullable SecureDirectoryStream<Path> directory, Path name)
        implements Closeable {
    /**
     * Goes to an entry.
     *
     * @param root where to begin
     * @param real below it, or itself, without links
     */
    @SuppressWarnings("StreamResourceLeak") // closed with the spot
    static PinnedEntry at(Path root, Path real) throws IOException {
        DirectoryStream<Path> top = Files.newDirectoryStream(root);
        if (!(top instanceof SecureDirectoryStream<Path> directory)) {
            top.close();
            return new PinnedEntry(real, null, real);
        }
        if (real.equals(root)) {
            return new PinnedEntry(real, directory, Path.of("."));
        }
        Path names = root.relativize(real);
        for (int i = 0; i < names.getNameCount() - 1; i++) {
            try (SecureDirectoryStream<Path> above = directory) {
                directory = above.newDirectoryStream(names.getName(i), LinkOption.NOFOLLOW_LINKS);
            }
        }
        return new PinnedEntry(real, directory, names.getFileName());
    }

    BasicFileAttributes attributes() throws IOException {
        SecureDirectoryStream<Path> at = directory;
        return at == null
                ? Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                : at.getFileAttributeView(
                                name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                        .readAttributes();
    }

    boolean exists() throws IOException {
        try {
            attributes();
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    SeekableByteChannel channel(Set<StandardOpenOption> options) throws IOException {
        Set<OpenOption> all = new HashSet<>(options);
        all.add(LinkOption.NOFOLLOW_LINKS);
        SecureDirectoryStream<Path> at = directory;
        return at == null ? Files.newByteChannel(path, all) : at.newByteChannel(name, all);
    }

    /** What is in it; to be closed. */
    @SuppressWarnings("StreamResourceLeak")
    DirectoryStream<Path> list() throws IOException {
        if (!attributes().isDirectory()) {
            throw new NotDirectoryException(path.toString());
        }
        SecureDirectoryStream<Path> at = directory;
        return at == null
                ? Files.newDirectoryStream(path)
                : at.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
    }

    void makeDirectory() throws IOException {
        Files.createDirectory(path);
    }

    void delete() throws IOException {
        SecureDirectoryStream<Path> at = directory;
        if (at == null) {
            Files.delete(path);
        } else if (attributes().isDirectory()) {
            at.deleteDirectory(name);
        } else {
            at.deleteFile(name);
        }
    }

    /** Gives it another place, where nothing may be unless it is to be replaced. */
    void move(PinnedEntry to, boolean replace) throws IOException {
        if (path.equals(to.path)) {
            return;
        }
        if (to.exists()) {
            if (!replace) {
                throw new FileAlreadyExistsException(to.path.toString());
            }
            if (to.attributes().isDirectory()) {
                to.delete();
            }
        }
        SecureDirectoryStream<Path> at = directory;
        SecureDirectoryStream<Path> into = to.directory;
        if (at == null || into == null) {
            Files.move(path, to.path, StandardCopyOption.REPLACE_EXISTING);
        } else {
            at.move(name, into, to.name);
        }
    }

    @Override
    public void close() throws IOException {
        if (directory != null) {
            directory.close();
        }
    }
}
