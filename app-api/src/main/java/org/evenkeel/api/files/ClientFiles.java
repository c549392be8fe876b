package org.evenkeel.api.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files of the program that submitted the task. The root {@code /} is the directory that the
 * program named with {@link org.evenkeel.Evenkeel.Builder#files}.
 *
 * <p>Paths and the streams opened from them work with {@link java.nio.file.Files}. Only classes of
 * this package move with a suspended task: paths, {@link #input}, {@link #output}, {@link #reader},
 * {@link #writer}, and the channels of {@code Files.newByteChannel}, each with its position and
 * buffer. Each access is a request to the program, so read and write large blocks. Each stream has
 * its own position: two streams that append to one file overwrite each other.
 *
 * <p>Errors are those of {@code java.nio.file}; {@link ClientGoneException} if the program is
 * unreachable; {@link StaleCopyException} if another copy of the task continues.
 *
 * <p>Safe for use by many threads, whose requests are sent one after the other.
 */
public final class ClientFiles extends FileSystem {

    private final ClientAccess context;

    private ClientFiles(ClientAccess context) {
        this.context = context;
    }

    /** Returns the files of a task; {@link ClientAccess#files} calls this. */
    public static ClientFiles of(ClientAccess context) {
        return new ClientFiles(context);
    }

    // ---- Files that travel

    /** Creates a path. A relative path starts at {@code /}. */
    public Path path(String first, String... more) {
        return getPath(first, more);
    }

    /**
     * Opens a file for reading from its beginning.
     *
     * @throws IOException if the file cannot be read
     */
    public InputStream input(String path) throws IOException {
        return OpenMode.input(absolute(path));
    }

    /**
     * Opens a file for writing. The stream sends whole buffers of 32 KiB, and the rest at {@code
     * flush} and {@code close}.
     *
     * @param options as for {@link java.nio.file.Files#newOutputStream}; without options the file
     *     is created, or emptied
     * @throws IOException if the file cannot be written
     */
    public OutputStream output(String path, OpenOption... options) throws IOException {
        return OpenMode.output(absolute(path), options);
    }

    /**
     * Opens a UTF-8 file for reading.
     *
     * @throws IOException if the file cannot be read
     */
    public ClientFileReader reader(String path) throws IOException {
        return new ClientFileReader(OpenMode.input(absolute(path)));
    }

    /**
     * Opens a file for writing as UTF-8.
     *
     * @param options as for {@link #output}
     * @throws IOException if the file cannot be written
     */
    public ClientFileWriter writer(String path, OpenOption... options) throws IOException {
        return new ClientFileWriter(OpenMode.output(absolute(path), options));
    }

    private ClientPath absolute(String path) {
        return new ClientPath(this, path).toAbsolutePath();
    }

    ClientAccess context() {
        return context;
    }

    // ---- A file system

    @Override
    public Path getPath(String first, String... more) {
        StringBuilder path = new StringBuilder(first);
        for (String each : more) {
            if (!each.isEmpty()) {
                path.append(path.isEmpty() ? "" : "/").append(each);
            }
        }
        return new ClientPath(this, path.toString());
    }

    @Override
    public FileSystemProvider provider() {
        return ClientFileProvider.ONE;
    }

    /** Not supported: the file system lives as long as its task. */
    @Override
    public void close() {
        throw new UnsupportedOperationException("the client's file system cannot be closed");
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return "/";
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(new ClientPath(this, "/"));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return List.of();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return Set.of("basic");
    }

    @Override
    public PathMatcher getPathMatcher(String syntaxAndPattern) {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher(syntaxAndPattern);
        return path -> matcher.matches(Path.of(path.toString()));
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException("owners of the client's files are not available");
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException("the client's files cannot be watched");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ClientFiles files && files.context.equals(context);
    }

    @Override
    public int hashCode() {
        return 1; // the same in every JVM
    }

    @Override
    public String toString() {
        return "files of the client";
    }
}
