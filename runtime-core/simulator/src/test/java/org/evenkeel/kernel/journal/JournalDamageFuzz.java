package org.evenkeel.kernel.journal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.evenkeel.simulator.disk.SimStorage;
import org.evenkeel.testing.fuzz.FuzzTarget;

/**
 * A good journal, damaged as the input says: two bytes cut off its end so much, then each four set
 * a byte of a segment. It is refused, or holds what it held after one of its entries.
 */
public final class JournalDamageFuzz implements FuzzTarget {

    private static final int ENTRIES = 90;
    private static final int PATCH_BYTES = 4;

    private final Map<String, byte[]> good;
    private final Set<Map<Key, Map<Integer, Entry>>> legal = new HashSet<>();

    public JournalDamageFuzz() {
        try {
            good = write();
        } catch (IOException | JournalDamagedException | JournalFailedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(JournalDamagedException.class);
    }

    @Override
    public long freeBytes() {
        return 8 << 20;
    }

    private Map<String, byte[]> write()
            throws IOException, JournalDamagedException, JournalFailedException {
        SimStorage storage = FuzzedStorage.of(Map.of());
        Journal journal = Journal.open(storage, FuzzedStorage.SETTINGS).journal();
        SplittableRandom random = new SplittableRandom(7);
        Map<Key, Map<Integer, Entry>> live = new HashMap<>();
        legal.add(copy(live));
        for (int i = 0; i < ENTRIES; i++) {
            Key key = new Key((byte) 1, random.nextInt(12), 0);
            if (i % 9 == 8) {
                journal.append(Entry.end(key));
                live.remove(key);
            } else {
                Entry entry = new Entry(key, 1 + i % 3, new byte[random.nextInt(150)]);
                journal.append(entry);
                live.computeIfAbsent(key, none -> new HashMap<>()).put(entry.kind(), entry);
            }
            legal.add(copy(live));
            if (i % 4 == 3) {
                journal.force();
            }
        }
        journal.force();
        return FuzzedStorage.read(storage);
    }

    private static Map<Key, Map<Integer, Entry>> copy(Map<Key, Map<Integer, Entry>> live) {
        Map<Key, Map<Integer, Entry>> copy = new HashMap<>();
        live.forEach((key, entries) -> copy.put(key, Map.copyOf(entries)));
        return copy;
    }

    @Override
    public void feed(byte[] input) throws Exception {
        Map<String, byte[]> files = new TreeMap<>();
        good.forEach((name, bytes) -> files.put(name, bytes.clone()));
        damage(files, ByteBuffer.wrap(input));
        Map<Key, Map<Integer, Entry>> held = new HashMap<>();
        for (LiveKey key : FuzzedStorage.open(files).live()) {
            Map<Integer, Entry> entries = new HashMap<>();
            key.entries().forEach(entry -> entries.put(entry.kind(), entry));
            held.put(key.key(), entries);
        }
        assertTrue(legal.contains(held), () -> "it never held " + held);
    }

    private static void damage(Map<String, byte[]> files, ByteBuffer how) {
        List<String> names = new ArrayList<>(files.keySet());
        if (how.remaining() >= Short.BYTES) {
            byte[] last = files.get(names.getLast());
            int cut = Math.min(last.length, how.getShort() & 0xffff);
            files.put(names.getLast(), Arrays.copyOf(last, last.length - cut));
        }
        while (how.remaining() >= PATCH_BYTES) {
            byte[] file = files.get(names.get((how.get() & 0xff) % names.size()));
            int at = how.getShort() & 0xffff;
            byte value = how.get();
            if (at < file.length) {
                file[at] = value;
            }
        }
    }
}
