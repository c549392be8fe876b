package org.evenkeel.client.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.client.files.FileReply.Sort;

/**
 * A directory that is served to tasks: does what they ask, and nothing outside of it. A question
 * opens its file and closes it again, so there are no handles that could be lost or run out.
 *
 * <p>For one thread at a time.
 */
public final class ClientFolder {

    /** Most entries of a directory that is listed. */
    private static final int MAX_ENTRIES = 100_000;

    private final SandboxedPath sandboxedPath;

    /**
     * @throws IOException if it is no directory that can be read
     */
    public ClientFolder(Path root) throws IOException {
        this.sandboxedPath = new SandboxedPath(root);
    }

    /** Does what is asked for, unless that is to print. */
    public FileReply answer(FileRequest question) {
        try {
            return switch (question.op()) {
                case FACTS -> facts(question);
                case OPEN -> open(question);
                case READ -> read(question);
                case WRITE -> write(question);
                case CUT -> cut(question);
                case LIST -> list(question);
                case MAKE_DIRECTORY -> make(question);
                case DELETE -> delete(question);
                case MOVE -> move(question);
                case OUT, ERR -> FileReply.problem(Problem.OTHER, "no file");
            };
        } catch (SandboxedPath.OutsideException e) {
            return FileReply.problem(Problem.OUTSIDE, String.valueOf(e.getMessage()));
        } catch (NoSuchFileException e) {
            return FileReply.problem(Problem.NO_SUCH_FILE, "does not exist");
        } catch (FileAlreadyExistsException e) {
            return FileReply.problem(Problem.EXISTS, "exists already");
        } catch (NotDirectoryException e) {
            return FileReply.problem(Problem.NO_DIRECTORY, "is not a directory");
        } catch (DirectoryNotEmptyException e) {
            return FileReply.problem(Problem.NOT_EMPTY, "is not empty");
        } catch (AccessDeniedException e) {
            return FileReply.problem(Problem.DENIED, "may not be used by the client's program");
        } catch (IOException | RuntimeException e) {
            return FileReply.problem(Problem.OTHER, e.toString());
        }
    }

    private FileReply facts(FileRequest question) throws IOException {
        try (PinnedEntry pinnedEntry = sandboxedPath.existing(question.path())) {
            return facts(pinnedEntry.attributes());
        }
    }

    private static FileReply facts(BasicFileAttributes found) {
        Sort sort =
                found.isRegularFile()
                        ? Sort.FILE
                        : found.isDirectory() ? Sort.DIRECTORY : Sort.OTHER;
        return FileReply.facts(
                sort, sort == Sort.FILE ? found.size() : 0, found.lastModifiedTime().toMillis());
    }

    private FileReply open(FileRequest question) throws IOException {
        boolean makes = question.has(FileRequest.CREATE | FileRequest.CREATE_NEW);
        try (PinnedEntry pinnedEntry =
                makes
                        ? sandboxedPath.toMake(question.path())
                        : sandboxedPath.existing(question.path())) {
            boolean there = pinnedEntry.exists();
            if (there && question.has(FileRequest.CREATE_NEW)) {
                throw new FileAlreadyExistsException(question.path());
            }
            if (there && !pinnedEntry.attributes().isRegularFile()) {
                return noFile(); // and nothing that would wait or act when it is opened
            }
            pinnedEntry.channel(options(question, there)).close();
            return facts(pinnedEntry.attributes());
        }
    }

    private static Set<StandardOpenOption> options(FileRequest question, boolean there) {
        EnumSet<StandardOpenOption> options = EnumSet.noneOf(StandardOpenOption.class);
        if (question.has(FileRequest.WRITE)) {
            options.add(StandardOpenOption.WRITE);
            if (!there) {
                options.add(StandardOpenOption.CREATE_NEW);
            } else if (question.has(FileRequest.TRUNCATE)) {
                options.add(StandardOpenOption.TRUNCATE_EXISTING);
            }
        }
        if (question.has(FileRequest.READ)) {
            options.add(StandardOpenOption.READ);
        }
        return options;
    }

    private static FileReply noFile() {
        return FileReply.problem(Problem.NO_FILE, "is not a file");
    }

    private FileReply read(FileRequest question) throws IOException {
        try (PinnedEntry pinnedEntry = sandboxedPath.existing(question.path())) {
            if (!pinnedEntry.attributes().isRegularFile()) {
                return noFile();
            }
            try (SeekableByteChannel channel =
                    pinnedEntry.channel(Set.of(StandardOpenOption.READ))) {
                long left = Math.max(0, channel.size() - question.position());
                ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(left, question.length()));
                channel.position(question.position());
                while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                    // the rest
                }
                byte[] content = new byte[bytes.flip().remaining()];
                bytes.get(content);
                return FileReply.content(content, left > content.length);
            }
        }
    }

    private FileReply write(FileRequest question) throws IOException {
        try (PinnedEntry pinnedEntry = sandboxedPath.existing(question.path())) {
            if (!pinnedEntry.attributes().isRegularFile()) {
                return noFile();
            }
            try (SeekableByteChannel channel =
                    pinnedEntry.channel(Set.of(StandardOpenOption.WRITE))) {
                channel.position(question.position());
                ByteBuffer bytes = ByteBuffer.wrap(question.content());
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
            return FileReply.DONE;
        }
    }

    private FileReply cut(FileRequest question) throws IOException {
        try (PinnedEntry pinnedEntry = sandboxedPath.existing(question.path())) {
            if (!pinnedEntry.attributes().isRegularFile()) {
                return noFile();
            }
            try (SeekableByteChannel channel =
                    pinnedEntry.channel(Set.of(StandardOpenOption.WRITE))) {
                channel.truncate(question.position());
            }
            return FileReply.DONE;
        }
    }

    private FileReply list(FileRequest question) throws IOException {
        String after = question.other();
        TreeSet<String> names = new TreeSet<>();
        int entries = 0;
        try (PinnedEntry pinnedEntry = sandboxedPath.existing(question.path());
                DirectoryStream<Path> all = pinnedEntry.list()) {
            for (Path each : all) {
                if (++entries > MAX_ENTRIES) {
                    return FileReply.problem(
                            Problem.OTHER, "has more than " + MAX_ENTRIES + " entries");
                }
                String name = String.valueOf(each.getFileName());
                if (name.compareTo(after) > 0) {
                    names.add(name);
                }
            }
        }
        List<String> page = new ArrayList<>();
        int chars = 0;
        for (String name : names) {
            chars += name.length();
            if (page.size() == FileReply.MAX_NAMES || chars > FileReply.MAX_NAME_CHARS) {
                return FileReply.names(page, true);
            }
            page.add(name);
        }
        return FileReply.names(page, false);
    }

    private FileReply make(FileRequest question) throws IOException {
        try (PinnedEntry pinnedEntry = sandboxedPath.toMake(question.path())) {
            pinnedEntry.makeDirectory();
            return FileReply.DONE;
        }
    }

    private FileReply delete(FileRequest question) throws IOException {
        try (PinnedEntry pinnedEntry = sandboxedPath.entry(question.path())) {
            pinnedEntry.delete();
            return FileReply.DONE;
        }
    }

    private FileReply move(FileRequest question) throws IOException {
        try (PinnedEntry from = sandboxedPath.entry(question.path());
                PinnedEntry to = sandboxedPath.entry(question.other())) {
            from.move(to, question.has(FileRequest.REPLACE));
            return FileReply.DONE;
        }
    }
}
