package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.drive.TimerSource;
import org.evenkeel.model.Digest;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint that a worker of another daemon on this machine is writing: the file gets a second
 * name here, and is whole when it is as long as was said. What is in it is looked at when it is
 * read, as with those that workers of this daemon write.
 */
final class LinkedPull implements Pull {

    /** How often its length is looked at. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** One that has not become longer for so many looks comes in pieces, or not at all. */
    private static final int MOST_IDLE_LOOKS = 600;

    /** So does one that needs more of them, half a minute at least. */
    private static final int MOST_LOOKS = 6_000;

    private final Digest digest;
    private final BlobSource source;
    private final BlobStore store;
    private final Beside beside;
    private final Listener listener;
    private final Path temporary;
    private long written;
    private int looks;
    private int idleLooks;
    private boolean linked;
    private boolean over;

    /** A file on this machine. */
    interface Place {
        /** On the disk thread: where it is. */
        Path find() throws IOException;
    }

    /**
     * A file on this machine that is being written.
     *
     * @param growing where it is now
     * @param whole where it will be when it is written and its node has taken it over
     * @param size that it will have
     */
    record Beside(Place growing, Place whole, long size, TimerSource timers) {}

    LinkedPull(
            Digest digest, BlobSource source, BlobStore store, Beside beside, Listener listener) {
        this.digest = digest;
        this.source = source;
        this.store = store;
        this.beside = beside;
        this.listener = listener;
        this.temporary = store.temporary(digest);
    }

    @Override
    public Digest digest() {
        return digest;
    }

    @Override
    public BlobSource source() {
        return source;
    }

    @Override
    public @Nullable Part part() {
        return over || written == 0 ? null : new Part(temporary, written, beside.size());
    }

    @Override
    public void start() {
        store.disk()
                .run(
                        () -> {
                            link();
                            return temporary;
                        },
                        (name, failure) -> {
                            linked = failure == null;
                            if (failure != null) {
                                fail(String.valueOf(failure.getMessage()));
                            } else if (over) {
                                discard();
                            } else {
                                look();
                            }
                        });
    }

    /** Its writer may have been faster than the word of it. */
    private void link() throws IOException {
        try {
            store.link(beside.growing().find(), temporary);
        } catch (NoSuchFileException e) {
            store.link(beside.whole().find(), temporary);
        }
    }

    private void look() {
        if (over) {
            return;
        }
        store.disk()
                .run(
                        () -> Files.size(temporary),
                        (length, failure) -> {
                            if (length == null || length > beside.size()) {
                                fail(failure == null ? "too long" : failure.toString());
                            } else if (!over) {
                                saw(length);
                            }
                        });
    }

    private void saw(long length) {
        if (length == beside.size()) {
            finish();
            return;
        }
        idleLooks = length > written ? 0 : idleLooks + 1;
        if (idleLooks > MOST_IDLE_LOOKS || ++looks > MOST_LOOKS) {
            fail("it does not become whole");
            return;
        }
        beside.timers().after(LOOK_NANOS, this::look);
        if (idleLooks == 0) {
            written = length;
            listener.wrote(this);
        }
    }

    private void finish() {
        over = true;
        store.disk()
                .run(
                        () -> {
                            try {
                                store.land(temporary, digest);
                            } catch (IOException e) {
                                Files.deleteIfExists(temporary);
                                throw e;
                            }
                            return digest;
                        },
                        (landed, failure) -> {
                            if (failure == null) {
                                store.arrivedFromWorker(digest, beside.size());
                            }
                            listener.ended(
                                    this,
                                    failure == null ? null : String.valueOf(failure.getMessage()));
                        });
    }

    @Override
    public void fail(String why) {
        if (!over) {
            over = true;
            if (linked) {
                discard();
            }
            listener.ended(this, why);
        }
    }

    private void discard() {
        store.disk()
                .run(() -> {
                    Files.deleteIfExists(temporary);
                    return null;
                });
    }
}
