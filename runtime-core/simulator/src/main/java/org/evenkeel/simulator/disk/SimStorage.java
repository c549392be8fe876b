package org.evenkeel.simulator.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.evenkeel.kernel.journal.Storage;

/**
 * A directory in memory that can be crashed before any of its operations, fills up, fails to force
 * and loses bits. All chance comes from the generator it is given.
 *
 * <p>States: {@code alive -> crashed}; crashed, every operation throws {@link SimCrash}, and {@link
 * #afterCrash} tells what is left. {@link #afterKill} is what the next process finds when only the
 * process ended: everything written, forced or not.
 */
public final class SimStorage implements Storage {

    private final RandomGenerator random;
    private final int pageBytes;
    private final Map<String, SimFile> files;
    private final Map<String, SimFile> forcedFiles;
    private long capacityBytes = Long.MAX_VALUE;
    private long operations;
    private long crashBefore = Long.MAX_VALUE;
    private long failForceFrom = Long.MAX_VALUE;
    private boolean crashed;

    /**
     * @param pageBytes what the disk keeps or loses as a whole, unless torn
     */
    public SimStorage(RandomGenerator random, int pageBytes) {
        this(random, pageBytes, new TreeMap<>(), new TreeMap<>());
    }

    private SimStorage(
            RandomGenerator random,
            int pageBytes,
            Map<String, SimFile> files,
            Map<String, SimFile> forcedFiles) {
        this.random = random;
        this.pageBytes = pageBytes;
        this.files = files;
        this.forcedFiles = forcedFiles;
    }

    // ---- Faults

    /** Crashes before the operation of this number, counted from 0; reading does not count. */
    public void crashBefore(long operation) {
        crashBefore = operation;
    }

    /** The first force that is this operation or a later one fails. */
    public void failForceFrom(long operation) {
        failForceFrom = operation;
    }

    /** All files together find room for so much. */
    public void capacity(long bytes) {
        capacityBytes = bytes;
    }

    /** Operations so far that change something. */
    public long operations() {
        return operations;
    }

    /** Turns one bit of a file over. */
    public void flip(String file, long bit) {
        existing(file).flip(bit);
    }

    /** What the next process finds after a loss of power. */
    public SimStorage afterCrash(CrashOutcome outcome) {
        Map<String, SimFile> left = new TreeMap<>();
        TreeSet<String> names = new TreeSet<>(files.keySet());
        names.addAll(forcedFiles.keySet());
        for (String name : names) {
            SimFile file = isNew(outcome) ? files.get(name) : forcedFiles.get(name);
            if (file != null) {
                left.put(name, file.after(outcome, random));
            }
        }
        return new SimStorage(random, pageBytes, left, new TreeMap<>(left));
    }

    private boolean isNew(CrashOutcome outcome) {
        return switch (outcome) {
            case NOTHING -> false;
            case ALL -> true;
            case SUBSET, TORN, REORDERED -> random.nextBoolean();
        };
    }

    /** What the next process finds when only this one ended; this one is over. */
    public SimStorage afterKill() {
        crashed = true;
        return new SimStorage(random, pageBytes, files, forcedFiles);
    }

    // ---- Storage

    @Override
    public List<String> list() {
        requireAlive();
        return List.copyOf(files.keySet());
    }

    @Override
    public void create(String file) throws IOException {
        step();
        if (files.putIfAbsent(file, new SimFile(pageBytes)) != null) {
            throw new IOException(file + " is there already");
        }
    }

    @Override
    public long size(String file) throws IOException {
        requireAlive();
        return get(file).size();
    }

    @Override
    public void write(String file, long offset, ByteBuffer bytes) throws IOException {
        step();
        SimFile written = get(file);
        byte[] all = new byte[bytes.remaining()];
        bytes.get(all);
        long growth = Math.max(0, offset + all.length - written.size());
        long room = capacityBytes - usedBytes();
        if (growth > room) {
            int fits = (int) Math.max(0, all.length - (growth - Math.max(0, room)));
            written.write((int) offset, java.util.Arrays.copyOf(all, random.nextInt(fits + 1)));
            throw new IOException("No space left on simulated disk");
        }
        written.write((int) offset, all);
    }

    private long usedBytes() {
        return files.values().stream().mapToLong(SimFile::size).sum();
    }

    @Override
    public int read(String file, long offset, ByteBuffer into) throws IOException {
        requireAlive();
        byte[] content = get(file).content();
        int count = (int) Math.max(0, Math.min(into.remaining(), content.length - offset));
        into.put(content, (int) offset, count);
        return count;
    }

    @Override
    public void truncate(String file, long size) throws IOException {
        step();
        get(file).truncate((int) size);
    }

    @Override
    public void force(String file) throws IOException {
        boolean fails = step() >= failForceFrom;
        if (fails) {
            failForceFrom = Long.MAX_VALUE;
            get(file).forceInPart(random);
            throw new IOException("Input/output error on simulated disk");
        }
        get(file).force();
    }

    @Override
    public void delete(String file) throws IOException {
        step();
        get(file);
        files.remove(file);
    }

    @Override
    public void forceDirectory() {
        step();
        forcedFiles.clear();
        forcedFiles.putAll(files);
    }

    @Override
    public String where(String file) {
        return file;
    }

    @Override
    public void close() {}

    private SimFile get(String file) throws IOException {
        SimFile found = files.get(file);
        if (found == null) {
            throw new IOException(file + " is not there");
        }
        return found;
    }

    private SimFile existing(String file) {
        SimFile found = files.get(file);
        if (found == null) {
            throw new IllegalArgumentException(file + " is not there");
        }
        return found;
    }

    private long step() {
        requireAlive();
        if (operations >= crashBefore) {
            crashed = true;
            throw new SimCrash(operations);
        }
        return operations++;
    }

    private void requireAlive() {
        if (crashed) {
            throw new SimCrash(operations);
        }
    }
}
