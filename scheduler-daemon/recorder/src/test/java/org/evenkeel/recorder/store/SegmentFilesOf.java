package org.evenkeel.recorder.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.evenkeel.recorder.table.Table;

/** The files of a store, for tests of damage. */
public final class SegmentFilesOf {

    private static final int MAGIC = 4;
    private static final int FOOTER_LENGTH = 4;

    private SegmentFilesOf() {}

    /** Those of the table of records, the oldest first. */
    public static List<Path> records(Path directory) throws IOException {
        return SegmentList.all(directory).stream()
                .filter(segment -> segment.table() == Table.RECORDS)
                .map(Segment::path)
                .toList();
    }

    /** Overwrites everything but the beginning and the end, by which a whole file is known. */
    public static void damageInside(Path segment) throws IOException {
        byte[] bytes = Files.readAllBytes(segment);
        for (int i = MAGIC; i < bytes.length - MAGIC - FOOTER_LENGTH; i++) {
            bytes[i] = (byte) 0xff;
        }
        Files.write(segment, bytes, StandardOpenOption.TRUNCATE_EXISTING);
    }

    /** Overwrites the rows alone: what the file says of itself is as it was. */
    public static void damageRows(Path segment) throws IOException {
        byte[] bytes = Files.readAllBytes(segment);
        int end = bytes.length - MAGIC - FOOTER_LENGTH;
        int footer = 0;
        for (int i = 0; i < FOOTER_LENGTH; i++) {
            footer |= (bytes[end + i] & 0xff) << (8 * i);
        }
        for (int i = MAGIC; i < end - footer; i++) {
            bytes[i] = (byte) 0xff;
        }
        Files.write(segment, bytes, StandardOpenOption.TRUNCATE_EXISTING);
    }
}
