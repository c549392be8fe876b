package org.evenkeel.recorder.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.evenkeel.recorder.table.Table;

/** The segments of a store, as its directory has them. */
public final class SegmentList {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int ATTEMPTS = 20;

    /**
     * Those whose rows count: each row is in one of them. A recorder may write, merge and delete
     * segments meanwhile. Damaged ones are left out.
     */
    public static List<Segment> current(Path store) throws IOException {
        List<Segment> whole = new ArrayList<>();
        for (Segment segment : stable(store)) {
            if (isWhole(segment)) {
                whole.add(segment);
            }
        }
        return current(whole);
    }

    /** Those that are damaged: their rows are lost. */
    public static List<Segment> damaged(Path store) throws IOException {
        List<Segment> damaged = new ArrayList<>();
        for (Segment segment : stable(store)) {
            if (!isWhole(segment) && Files.exists(segment.path())) {
                damaged.add(segment);
            }
        }
        return damaged;
    }

    /** Of all segments, those that no other replaces. */
    static List<Segment> current(List<Segment> all) {
        return all.stream()
                .filter(one -> all.stream().noneMatch(other -> other.replaces(one)))
                .toList();
    }

    /**
     * All segments. A listing may miss one that was merged meanwhile, and those that it was merged
     * from: the next listing has it, for it was there before they were deleted.
     */
    private static List<Segment> stable(Path store) throws IOException {
        List<Segment> before = all(store);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            List<Segment> now = all(store);
            if (now.equals(before)) {
                return now;
            }
            before = now;
        }
        throw new IOException("the segments in " + store + " change all the time; try again");
    }

    /** All segments, by table and age. */
    static List<Segment> all(Path store) throws IOException {
        List<Segment> all = new ArrayList<>();
        for (Table table : Table.values()) {
            List<Segment> its = new ArrayList<>();
            for (Path day : entries(store.resolve(table.sqlName()))) {
                Optional<LocalDate> date = date(day);
                if (date.isPresent()) {
                    for (Path file : entries(day)) {
                        segment(table, date.get(), file).ifPresent(its::add);
                    }
                }
            }
            its.sort(Segment.BY_AGE);
            all.addAll(its);
        }
        return all;
    }

    private static Optional<Segment> segment(Table table, LocalDate day, Path file)
            throws IOException {
        Optional<Segment.Name> name = Segment.Name.parse(String.valueOf(file.getFileName()));
        if (name.isEmpty()) {
            return Optional.empty();
        }
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return Optional.of(
                    new Segment(
                            table,
                            day,
                            name.get().first(),
                            name.get().last(),
                            name.get().level(),
                            file,
                            attributes.size(),
                            attributes.lastModifiedTime().toMillis()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private static Optional<LocalDate> date(Path directory) {
        try {
            return Optional.of(LocalDate.parse(String.valueOf(directory.getFileName())));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** What is in a directory; nothing if it is not there. */
    static List<Path> entries(Path directory) throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
            all.forEach(entries::add);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        } catch (DirectoryIteratorException e) {
            throw new IOException("what is in " + directory + " cannot be read", e);
        }
        return entries;
    }

    /**
     * Whether a segment is there with its beginning and its end, which it may not be after a power
     * failure, and was not found to be damaged inside.
     *
     * @throws IOException if that cannot be seen now: what is taken for damaged is deleted some day
     */
    static boolean isWhole(Segment segment) throws IOException {
        if (Files.exists(segment.mark())) {
            return false;
        }
        try (FileChannel file = FileChannel.open(segment.path(), StandardOpenOption.READ)) {
            long end = file.size() - MAGIC.length;
            return end >= 2L * MAGIC.length && isMagic(file, 0) && isMagic(file, end);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static boolean isMagic(FileChannel file, long position) throws IOException {
        ByteBuffer read = ByteBuffer.allocate(MAGIC.length);
        while (read.hasRemaining()) {
            if (file.read(read, position + read.position()) < 0) {
                return false;
            }
        }
        return Arrays.equals(read.array(), MAGIC);
    }
}
