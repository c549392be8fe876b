package org.evenkeel.daemon.log;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.model.BoundedMap;
import org.evenkeel.model.Ids;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.TaskIdMapper;
import org.evenkeel.wire.proto.LogLine;
import org.evenkeel.wire.proto.LogPart;
import org.evenkeel.wire.proto.LoggedPart;
import org.jspecify.annotations.Nullable;

/**
 * The log of one job: files of records, each with its length before it. When they are too long
 * together the oldest goes. A line that has come before, which its number tells, is not written
 * again. For one thread.
 */
final class JobLog {

    /** The files of a log that is full. */
    private static final int FILES = 8;

    /** Bytes of a file that are looked at for one answer. */
    static final int PAGE_BYTES = 256 << 10;

    /** Tasks whose last lines are remembered. */
    private static final int MAX_TASKS = 65_536;

    private static final int OFFSET_BITS = 36;
    private static final long OFFSET = (1L << OFFSET_BITS) - 1;
    private static final String SUFFIX = ".log";
    private static final String ORIGINS = "origins";
    private static final String SUBMITTER = "submitter";

    /** The last line of a task that was written. */
    private record Last(long epoch, int grant, long number) {
        boolean isBefore(LogPart part, LogLine line) {
            if (epoch != part.getEpoch() || grant != part.getGrant()) {
                return epoch < part.getEpoch()
                        || epoch == part.getEpoch() && grant < part.getGrant();
            }
            return number < line.getNumber();
        }
    }

    private final Path directory;
    private final long maxBytes;
    private final FileAppender appender;
    private final String submitter;
    private final Set<Long> origins = new HashSet<>();

    /** The length of each file by its number. */
    private final TreeMap<Integer, Long> files = new TreeMap<>();

    private final Map<TaskId, Last> last = BoundedMap.ofRecentlyUsed(MAX_TASKS);

    private int writing;
    private long bytes;

    /**
     * Opens a log that is there, or makes one.
     *
     * @param submitter whose job it is, if it is made
     * @param maxBytes of all files
     */
    JobLog(Path directory, String submitter, long maxBytes) throws IOException {
        this(directory, submitter, maxBytes, new FileAppender(PrivateFiles::append));
    }

    JobLog(Path directory, String submitter, long maxBytes, FileAppender appender)
            throws IOException {
        this.appender = appender;
        this.directory = directory;
        this.maxBytes = maxBytes;
        PrivateFiles.createDirectories(directory);
        Path who = directory.resolve(SUBMITTER);
        if (!Files.exists(who)) {
            PrivateFiles.writeAtomically(who, submitter.getBytes(StandardCharsets.UTF_8));
        }
        this.submitter = Files.readString(who);
        Path known = directory.resolve(ORIGINS);
        if (Files.exists(known)) {
            for (String line : Files.readAllLines(known)) {
                if (Ids.isId(line)) { // the last may have no end
                    origins.add(Ids.parse(line));
                }
            }
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            for (Path file : found) {
                String name = String.valueOf(file.getFileName());
                int number = Integer.parseInt(name.substring(0, name.length() - SUFFIX.length()));
                files.put(number, Files.size(file));
                bytes += Files.size(file);
            }
        }
        // The last record of a process that died may have no end: its file is not continued.
        writing = files.isEmpty() ? 1 : files.lastKey() + 1;
    }

    /** Whose job it is. */
    String submitter() {
        return submitter;
    }

    /** Whether a task of this origin has printed. */
    boolean hasOrigin(long origin) {
        return origins.contains(origin);
    }

    long bytes() {
        return bytes;
    }

    private long length(int number) {
        return files.getOrDefault(number, 0L);
    }

    private Path file(int number) {
        return directory.resolve("%08d%s".formatted(number, SUFFIX));
    }

    // ---- Writing

    /**
     * Writes what has not come before.
     *
     * @return that; null when it is nothing
     */
    @Nullable LogPart append(TaskId task, LogPart part) throws IOException {
        Last known = last.get(task);
        LogPart.Builder fresh = part.toBuilder().clearLines();
        for (LogLine line : part.getLinesList()) {
            if (line.getNumber() == 0 || known == null || known.isBefore(part, line)) {
                fresh.addLines(line);
            }
        }
        if (fresh.getLinesCount() == 0) {
            return null;
        }
        LogPart written = fresh.build();
        write(task, written);
        long number = written.getLines(written.getLinesCount() - 1).getNumber();
        if (number > 0) {
            last.put(task, new Last(part.getEpoch(), part.getGrant(), number));
        }
        return written;
    }

    private void write(TaskId task, LogPart part) throws IOException {
        if (!origins.contains(task.origin())) {
            String line = "\n" + Ids.text(task.origin()); // the line before may have no end
            appender.append(directory.resolve(ORIGINS), line.getBytes(StandardCharsets.UTF_8));
            origins.add(task.origin());
        }
        Path file = file(writing);
        if (!files.containsKey(writing)) {
            PrivateFiles.create(file).close();
            files.put(writing, 0L);
        }
        long before = length(writing);
        boolean isWhole = false;
        try {
            appender.append(file, record(task, part));
            isWhole = true;
        } finally {
            long length = Files.size(file);
            bytes += length - before;
            files.put(writing, length);
            if (!isWhole && length > before) {
                writing++; // what is behind a record without an end is not read
            }
        }
        if (length(writing) >= maxBytes / FILES) {
            writing++;
        }
        while (bytes > maxBytes && files.size() > 1) {
            Map.Entry<Integer, Long> oldest = files.pollFirstEntry();
            Files.deleteIfExists(file(oldest.getKey()));
            bytes -= oldest.getValue();
        }
    }

    private static byte[] record(TaskId task, LogPart part) throws IOException {
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        LoggedPart.newBuilder()
                .setTask(TaskIdMapper.toWire(task))
                .setPart(part)
                .build()
                .writeDelimitedTo(record);
        return record.toByteArray();
    }

    // ---- Reading

    /**
     * What begins at a position. A page without records, of which more is there, is damaged: what
     * is behind it in its file is passed over.
     *
     * @param from 0 for the beginning, else {@link LogPage#next} of the page before
     */
    LogPage read(long from, Predicate<TaskId> wanted) throws IOException {
        int number = (int) (from >>> OFFSET_BITS);
        long offset = from & OFFSET;
        Integer at = files.ceilingKey(number);
        boolean cut = at != null && at != number && (from != 0 || at > 1);
        if (at == null) {
            return new LogPage(List.of(), from, false, false);
        }
        if (at != number) {
            offset = 0;
        }
        byte[] content = content(at, offset);
        List<LoggedPart> parts = new ArrayList<>();
        int used = parse(content, parts, wanted);
        Integer later = files.higherKey(at);
        boolean whole = offset + content.length >= length(at);
        if (later != null && (whole || used == 0)) {
            return new LogPage(parts, position(later, 0), true, cut);
        }
        if (!whole && used == 0) {
            return new LogPage(parts, position(at + 1, 0), false, cut);
        }
        return new LogPage(parts, position(at, offset + used), !whole, cut);
    }

    private static long position(int file, long offset) {
        return (long) file << OFFSET_BITS | offset;
    }

    private byte[] content(int file, long offset) throws IOException {
        long length = Math.clamp(length(file) - offset, 0, PAGE_BYTES);
        ByteBuffer content = ByteBuffer.allocate((int) length);
        try (FileChannel channel = FileChannel.open(file(file), StandardOpenOption.READ)) {
            while (content.hasRemaining()
                    && channel.read(content, offset + content.position()) >= 0) {
                // until it is full
            }
        } catch (NoSuchFileException e) {
            return new byte[0]; // it was deleted meanwhile
        }
        return content.array();
    }

    /** Reads whole records; returns the bytes that they have. What is damaged ends its file. */
    private static int parse(byte[] content, List<LoggedPart> parts, Predicate<TaskId> wanted)
            throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(content);
        int used = 0;
        try {
            while (!in.isAtEnd()) {
                int length = in.readRawVarint32();
                if (length < 0 || length > content.length - in.getTotalBytesRead()) {
                    return used;
                }
                int limit = in.pushLimit(length);
                LoggedPart one = LoggedPart.parseFrom(in);
                in.popLimit(limit);
                used = in.getTotalBytesRead();
                TaskId task = TaskIdMapper.toModel(one.getTask());
                if (wanted.test(task)) {
                    parts.add(one);
                }
            }
        } catch (InvalidProtocolBufferException e) {
            return used;
        }
        return used;
    }
}
