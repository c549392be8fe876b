package org.evenkeel.daemon.journal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.evenkeel.kernel.journal.Journal;

/**
 * Writes a journal on a disk that somebody else fills: what is printed says how far it came and
 * whether the reserve was there at the start, then, and when there was room again.
 */
public final class FullDiskMain {

    private FullDiskMain() {}

    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        Path reserve = directory.resolve("journal/reserve");
        JournalStart start =
                JournalStart.open(directory.resolve("journal"), JournalStart.settings(1 << 20));
        Journal journal = start.journal();
        boolean before = Files.exists(reserve);
        Path filler = directory.resolve("filler");
        fill(filler);
        RecordCodec codec = new RecordCodec();
        int records = Integer.parseInt(args[1]);
        for (int i = 1; i <= records; i++) {
            journal.append(codec.encode(JournalRecords.accepted(i, JournalRecords.inline(1_000))));
            journal.force();
        }
        boolean then = Files.exists(reserve);
        Files.delete(filler);
        journal.replenish();
        System.out.println(records + " " + before + " " + then + " " + Files.exists(reserve));
        journal.close();
    }

    /** To the last byte. */
    private static void fill(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int size = 64 << 10; size >= 1; size = size / 2) {
                fill(out, size);
            }
        }
    }

    private static void fill(OutputStream out, int size) {
        byte[] block = new byte[size];
        Arrays.fill(block, (byte) 1);
        try {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            return;
        }
    }
}
