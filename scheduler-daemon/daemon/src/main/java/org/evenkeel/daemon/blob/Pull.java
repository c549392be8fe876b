package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.model.Digest;
import org.jspecify.annotations.Nullable;

/**
 * One blob on its way here, in one of the ways there are: it comes into a file that gets its name
 * when it is whole. Belongs to the event loop.
 */
abstract class Pull {

    private final Digest digest;
    private final BlobSource source;
    private final BlobStore store;
    private final Listener listener;
    private final Path temporary;
    private long written;
    private boolean made;
    private boolean over;

    /** Hears how it goes. */
    interface Listener {
        /** More of it is on disk; not called for what makes it whole. */
        void wrote(Pull pull);

        /** It is here, or will not come; once. */
        void ended(Pull pull, @Nullable String failure);
    }

    /**
     * What there is of it: may be read by work for the {@link Disk} that is given to it before
     * anything else happens.
     *
     * @param size of the whole
     */
    record Part(Path file, long written, long size) {}

    Pull(Digest digest, BlobSource source, BlobStore store, Listener listener) {
        this.digest = digest;
        this.source = source;
        this.store = store;
        this.listener = listener;
        this.temporary = store.temporary(digest);
    }

    final Digest digest() {
        return digest;
    }

    final BlobSource source() {
        return source;
    }

    final BlobStore store() {
        return store;
    }

    /** Its file, until it has its name. */
    final Path temporary() {
        return temporary;
    }

    final boolean isOver() {
        return over;
    }

    /** Bytes that are on disk. */
    final long written() {
        return written;
    }

    /** What is on disk so far; null before the first piece and when it is being checked. */
    final @Nullable Part part() {
        return over || written == 0 ? null : new Part(temporary, written, size());
    }

    /** Begins. */
    void start() {
        store.disk()
                .run(
                        () -> {
                            make(temporary);
                            return temporary;
                        },
                        (name, failure) -> {
                            made = failure == null;
                            if (failure != null) {
                                fail("cannot write: " + failure.getMessage());
                            } else if (over) {
                                discard();
                            } else {
                                resume();
                            }
                        });
    }

    // ---- What each way does in its own way

    /** Of the whole. */
    abstract long size();

    /** On the disk thread: makes the file. */
    abstract void make(Path file) throws IOException;

    /** The file is there. */
    abstract void resume();

    /** On the disk thread: nothing more is written. */
    void close() throws IOException {}

    /** On the disk thread: looks at all that came. */
    void check() throws IOException {}

    /** It is under its name. */
    abstract void landed();

    /** It is over: returns what it has. */
    void release() {}

    // ---- What all do

    /** So much is on disk now. */
    final void wrote(long now) {
        written = now;
    }

    /** Says that there is more of it, and not all. */
    final void tell() {
        listener.wrote(this);
    }

    /** All of it is there. */
    final void finish() {
        over = true;
        release();
        store.disk()
                .run(
                        () -> {
                            land();
                            return digest;
                        },
                        (landed, failure) -> {
                            if (failure == null) {
                                landed();
                            }
                            listener.ended(
                                    this,
                                    failure == null ? null : String.valueOf(failure.getMessage()));
                        });
    }

    private void land() throws IOException {
        try {
            close();
            check();
            store.land(temporary, digest);
        } catch (IOException e) {
            Files.deleteIfExists(temporary);
            throw e;
        }
    }

    /** Gives up; one that is complete already only waits for its last check. */
    final void fail(String why) {
        if (!over) {
            over = true;
            release();
            if (made) {
                discard();
            }
            listener.ended(this, why);
        }
    }

    private void discard() {
        store.disk()
                .run(() -> {
                    close();
                    Files.deleteIfExists(temporary);
                    return null;
                });
    }
}
