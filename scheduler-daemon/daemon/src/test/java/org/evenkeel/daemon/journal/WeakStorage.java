package org.evenkeel.daemon.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.evenkeel.kernel.journal.Storage;

/** Real files on a disk that is full at some size, or whose forces fail or wait until they may. */
final class WeakStorage implements Storage {

    private final Storage files;
    volatile boolean forceFails;
    volatile long capacityBytes = Long.MAX_VALUE;
    final Semaphore mayForce = new Semaphore(Integer.MAX_VALUE / 2);
    final AtomicInteger forces = new AtomicInteger();

    WeakStorage(Storage files) {
        this.files = files;
    }

    @Override
    public List<String> list() throws IOException {
        return files.list();
    }

    @Override
    public void create(String file) throws IOException {
        files.create(file);
    }

    @Override
    public long size(String file) throws IOException {
        return files.size(file);
    }

    @Override
    public void write(String file, long offset, ByteBuffer bytes) throws IOException {
        long used = 0;
        for (String one : files.list()) {
            used += files.size(one);
        }
        long growth = offset + bytes.remaining() - files.size(file);
        if (growth > 0 && used + growth > capacityBytes) {
            int fits = (int) Math.max(0, bytes.remaining() - (used + growth - capacityBytes));
            files.write(file, offset, bytes.limit(bytes.position() + fits));
            throw new IOException("No space left on device");
        }
        files.write(file, offset, bytes);
    }

    @Override
    public int read(String file, long offset, ByteBuffer into) throws IOException {
        return files.read(file, offset, into);
    }

    @Override
    public void truncate(String file, long size) throws IOException {
        files.truncate(file, size);
    }

    @Override
    public void force(String file) throws IOException {
        forces.incrementAndGet();
        if (forceFails) {
            throw new IOException("Input/output error");
        }
        try {
            mayForce.acquire();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        files.force(file);
    }

    @Override
    public void delete(String file) throws IOException {
        files.delete(file);
    }

    @Override
    public void forceDirectory() throws IOException {
        files.forceDirectory();
    }

    @Override
    public String where(String file) {
        return files.where(file);
    }

    @Override
    public void close() throws IOException {
        files.close();
    }
}
