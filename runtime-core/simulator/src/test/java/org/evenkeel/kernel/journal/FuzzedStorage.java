package org.evenkeel.kernel.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.evenkeel.simulator.disk.SimStorage;

/** Segments as bytes, and what must hold when a journal is opened over any. */
final class FuzzedStorage {

    static final JournalSettings SETTINGS = new JournalSettings(2_048, 4_096, 512, 4_096, 0);

    private static final int PAGE_BYTES = 512;

    private FuzzedStorage() {}

    /** A storage with these files. */
    static SimStorage of(Map<String, byte[]> files) throws IOException {
        SimStorage storage = new SimStorage(new SplittableRandom(1), PAGE_BYTES);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            storage.create(file.getKey());
            storage.write(file.getKey(), 0, ByteBuffer.wrap(file.getValue()));
            storage.force(file.getKey());
        }
        storage.forceDirectory();
        return storage;
    }

    static Map<String, byte[]> read(SimStorage storage) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        for (String file : storage.list()) {
            ByteBuffer bytes = ByteBuffer.allocate((int) storage.size(file));
            storage.read(file, 0, bytes);
            files.put(file, bytes.array());
        }
        return files;
    }

    /**
     * Opens a journal over these files, and again as the next process would.
     *
     * @throws JournalDamagedException and then nothing was changed, and an inspection says the same
     */
    static Journal.Opened open(Map<String, byte[]> files)
            throws IOException, JournalDamagedException, JournalFailedException {
        SimStorage storage = of(files);
        Inspection inspection = Inspection.of(storage, SETTINGS, (file, offset, entry) -> {});
        Journal.Opened opened;
        try {
            opened = Journal.open(storage, SETTINGS);
        } catch (JournalDamagedException e) {
            Map<String, byte[]> after = read(storage);
            assertEquals(files.keySet(), after.keySet());
            files.forEach((name, bytes) -> assertArrayEquals(bytes, after.get(name)));
            throw e;
        }
        assertEquals(opened.live(), inspection.live());
        assertEquals(opened.live(), Journal.open(storage.afterKill(), SETTINGS).live());
        return opened;
    }
}
