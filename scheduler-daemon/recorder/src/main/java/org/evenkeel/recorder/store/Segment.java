package org.evenkeel.recorder.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.model.Numbers;
import org.evenkeel.recorder.table.Table;

/**
 * A file with rows of a table: those that were written together, or those of several such files.
 *
 * @param day in UTC, on which they were written
 * @param first number of the first writing whose rows it has
 * @param last number of the last one
 * @param level 0 for one writing; of merged segments, above that of each of them
 * @param modifiedMillis when it was written, since 1970
 */
public record Segment(
        Table table,
        LocalDate day,
        long first,
        long last,
        int level,
        Path path,
        long bytes,
        long modifiedMillis) {

    /** From the oldest to the newest; of one table. */
    static final Comparator<Segment> BY_AGE =
            Comparator.comparing(Segment::day)
                    .thenComparingLong(Segment::first)
                    .thenComparingInt(Segment::level);

    private static final Pattern NAME =
            Pattern.compile("([0-9]{12})-([0-9]{12})\\.([0-9]{1,3})\\.parquet");

    /** Ends the name of an empty file beside one that is damaged inside. */
    private static final String DAMAGED = ".damaged";

    /** What a name says. */
    record Name(long first, long last, int level) {
        static Optional<Name> parse(String text) {
            Matcher matcher = NAME.matcher(text);
            return matcher.matches()
                    ? Optional.of(
                            new Name(
                                    Long.parseLong(matcher.group(1)),
                                    Long.parseLong(matcher.group(2)),
                                    Integer.parseInt(matcher.group(3))))
                    : Optional.empty();
        }

        String text() {
            return Numbers.format("%012d-%012d.%d.parquet", first, last, level);
        }
    }

    /** The file that says, by being there, that this one is damaged inside. */
    Path mark() {
        return mark(path);
    }

    static Path mark(Path file) {
        return file.resolveSibling(file.getFileName() + DAMAGED);
    }

    /**
     * Has everything leave it out from now on, as one that is truncated.
     *
     * @throws IOException if that cannot be written down
     */
    public void markDamaged() throws IOException {
        try (FileChannel made = PrivateFiles.create(mark())) {
            made.force(true);
        } catch (FileAlreadyExistsException e) {
            // Another process was faster.
        }
    }

    /** Whether it was merged from the other, so that the other's rows count no more. */
    boolean replaces(Segment other) {
        return table == other.table
                && day.equals(other.day)
                && level > other.level
                && first <= other.first
                && last >= other.last;
    }
}
