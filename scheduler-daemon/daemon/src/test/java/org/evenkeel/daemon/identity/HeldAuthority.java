package org.evenkeel.daemon.identity;

import java.io.IOException;
import java.nio.file.Path;

/** The files of an authority are somebody else's until this is closed, by the same thread. */
public final class HeldAuthority implements AutoCloseable {
    private final DirectoryLock lock;

    public HeldAuthority(Path directory) throws IOException {
        lock = new AuthorityFiles(directory).lock();
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
