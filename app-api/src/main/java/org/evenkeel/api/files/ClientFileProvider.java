package org.evenkeel.api.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileRequest;
import org.evenkeel.client.files.FileRequest.Op;
import org.jspecify.annotations.Nullable;

/** What {@link java.nio.file.Files} does with paths of files of the client. */
final class ClientFileProvider extends FileSystemProvider {

    static final String SCHEME = "evenkeel-home";

    static final ClientFileProvider ONE = new ClientFileProvider();

    private ClientFileProvider() {}

    private static ClientPath absolute(Path path) {
        return ClientPath.of(path).toAbsolutePath();
    }

    private static FileReply ask(ClientPath path, FileRequest question) throws IOException {
        return ClientFileCalls.ask(path.getFileSystem(), question);
    }

    private static FileReply facts(Path path) throws IOException {
        ClientPath absolute = absolute(path);
        return ask(absolute, FileRequest.of(Op.FACTS, absolute.toString()));
    }

    private static void refuse(FileAttribute<?>... attributes) {
        if (attributes.length > 0) {
            throw new UnsupportedOperationException(
                    "attribute " + attributes[0].name() + ", of a file of the client");
        }
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException(
                "the client's files belong to a task: use TaskContext.files()");
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw new UnsupportedOperationException(
                "the client's files belong to a task: use TaskContext.files()");
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException(
                "the client's files belong to a task: use TaskContext.files()");
    }

    // ---- Content

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        refuse(attributes);
        return OpenMode.channel(absolute(path), options);
    }

    @Override
    public InputStream newInputStream(Path path, OpenOption... options) throws IOException {
        for (OpenOption option : options) {
            if (option != StandardOpenOption.READ) {
                throw new UnsupportedOperationException(option + ", to read a file of the client");
            }
        }
        return OpenMode.input(absolute(path));
    }

    @Override
    public OutputStream newOutputStream(Path path, OpenOption... options) throws IOException {
        return OpenMode.output(absolute(path), options);
    }

    // ---- Directories

    @Override
    public DirectoryStream<Path> newDirectoryStream(
            Path directory, DirectoryStream.Filter<? super Path> filter) throws IOException {
        ClientPath absolute = absolute(directory);
        List<Path> found = new ArrayList<>();
        String last = "";
        boolean more = true;
        while (more) {
            FileReply page = ask(absolute, FileRequest.list(absolute.toString(), last));
            for (String name : page.names()) {
                Path entry = directory.resolve(name);
                if (filter.accept(entry)) {
                    found.add(entry);
                }
                last = name;
            }
            more = page.more() && !page.names().isEmpty();
        }
        return new Listed(found);
    }

    @Override
    public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
        refuse(attributes);
        ClientPath absolute = absolute(directory);
        ask(absolute, FileRequest.of(Op.MAKE_DIRECTORY, absolute.toString()));
    }

    @Override
    public void delete(Path path) throws IOException {
        ClientPath absolute = absolute(path);
        ask(absolute, FileRequest.of(Op.DELETE, absolute.toString()));
    }

    private static boolean replaces(CopyOption... options) {
        for (CopyOption option : options) {
            if (option != StandardCopyOption.REPLACE_EXISTING
                    && option != StandardCopyOption.ATOMIC_MOVE) {
                throw new UnsupportedOperationException(option + ", for a file of the client");
            }
        }
        return options.length > 0;
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        ClientPath from = absolute(source);
        ClientPath to = absolute(target);
        ask(from, FileRequest.move(from.toString(), to.toString(), replaces(options)));
    }

    /** Through the task: the bytes travel twice. */
    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        boolean replace = replaces(options);
        if (facts(source).sort() == FileReply.Sort.DIRECTORY) {
            createDirectory(target);
            return;
        }
        OpenOption[] how =
                replace ? new OpenOption[0] : new OpenOption[] {StandardOpenOption.CREATE_NEW};
        try (InputStream in = OpenMode.input(absolute(source));
                OutputStream out = OpenMode.output(absolute(target), how)) {
            in.transferTo(out);
        }
    }

    // ---- Facts

    @Override
    public boolean isSameFile(Path one, Path other) {
        return one.equals(other)
                || other instanceof ClientPath
                        && absolute(one).normalize().equals(absolute(other).normalize());
    }

    @Override
    public boolean isHidden(Path path) {
        Path name = path.getFileName();
        return name != null && name.toString().startsWith(".");
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw new UnsupportedOperationException("the client's disk cannot be inspected");
    }

    /** Whether it is there; whether it can be used is seen when it is. */
    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        if (facts(path).sort() == FileReply.Sort.NONE) {
            throw new NoSuchFileException(path.toString());
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        return type == BasicFileAttributeView.class ? (V) new View(path) : null;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <A extends BasicFileAttributes> A readAttributes(
            Path path, Class<A> type, LinkOption... options) throws IOException {
        if (type != BasicFileAttributes.class) {
            throw new UnsupportedOperationException(type.getName() + ", of a file of the client");
        }
        return (A) new Facts(facts(path));
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
            throws IOException {
        Facts facts = new Facts(facts(path));
        Map<String, Object> all =
                Map.of(
                        "size", facts.size(),
                        "lastModifiedTime", facts.lastModifiedTime(),
                        "lastAccessTime", facts.lastAccessTime(),
                        "creationTime", facts.creationTime(),
                        "isRegularFile", facts.isRegularFile(),
                        "isDirectory", facts.isDirectory(),
                        "isSymbolicLink", false,
                        "isOther", facts.isOther());
        String names =
                attributes.startsWith("basic:")
                        ? attributes.substring("basic:".length())
                        : attributes;
        if (names.equals("*")) {
            return all;
        }
        List<String> wanted = Arrays.asList(names.split(",", -1));
        if (!all.keySet().containsAll(wanted)) {
            throw new UnsupportedOperationException(attributes + ", of a file of the client");
        }
        Map<String, Object> some = new java.util.HashMap<>(all);
        some.keySet().retainAll(wanted);
        return some;
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
        throw new UnsupportedOperationException(attribute + ", of a file of the client");
    }

    private record Listed(List<Path> found) implements DirectoryStream<Path> {
        @Override
        public java.util.Iterator<Path> iterator() {
            return found.iterator();
        }

        @Override
        public void close() {}
    }

    private record View(Path path) implements BasicFileAttributeView {
        @Override
        public String name() {
            return "basic";
        }

        @Override
        public BasicFileAttributes readAttributes() throws IOException {
            return new Facts(facts(path));
        }

        @Override
        public void setTimes(
                @Nullable FileTime modified, @Nullable FileTime access, @Nullable FileTime made) {
            throw new UnsupportedOperationException("times of a file of the client");
        }
    }

    /** No record: its accessor would name a class that is not of the API. */
    private static final class Facts implements BasicFileAttributes {
        private final FileReply reply;

        Facts(FileReply reply) {
            this.reply = reply;
        }

        @Override
        public FileTime lastModifiedTime() {
            return FileTime.fromMillis(reply.modifiedMillis());
        }

        @Override
        public FileTime lastAccessTime() {
            return lastModifiedTime();
        }

        @Override
        public FileTime creationTime() {
            return lastModifiedTime();
        }

        @Override
        public boolean isRegularFile() {
            return reply.sort() == FileReply.Sort.FILE;
        }

        @Override
        public boolean isDirectory() {
            return reply.sort() == FileReply.Sort.DIRECTORY;
        }

        @Override
        public boolean isSymbolicLink() {
            return false;
        }

        @Override
        public boolean isOther() {
            return reply.sort() == FileReply.Sort.OTHER;
        }

        @Override
        public long size() {
            return reply.size();
        }

        @Override
        public @Nullable Object fileKey() {
            return null;
        }
    }
}
