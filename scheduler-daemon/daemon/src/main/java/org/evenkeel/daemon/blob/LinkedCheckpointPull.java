package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.drive.TimerSource;
import org.evenkeel.model.Digest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A checkpoint that a worker of another daemon on this machine is writing: the file gets a second
 * name here, and is whole when it is as long as was said. What is in it is looked at when it is
 * read, as with those that workers of this daemon write.
 */
final class LinkedCheckpointPull extends Pull {

    private static final Logger LOG = LoggerFactory.getLogger(LinkedCheckpointPull.class);

    /** How often its length is looked at. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** One that has not become longer for so many looks comes in pieces, or not at all. */
    private static final int MOST_IDLE_LOOKS = 600;

    /** So does one that needs more of them, half a minute at least. */
    private static final int MOST_LOOKS = 6_000;

    private final Beside beside;
    private int looks;
    private int idleLooks;

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

    LinkedCheckpointPull(
            Digest digest, BlobSource source, BlobStore store, Beside beside, Listener listener) {
        super(digest, source, store, listener);
        this.beside = beside;
    }

    @Override
    long size() {
        return beside.size();
    }

    /** Its writer may have been faster than the word of it. */
    @Override
    void make(Path file) throws IOException {
        try {
            store().link(beside.growing().find(), file);
        } catch (NoSuchFileException e) {
            store().link(beside.whole().find(), file);
        }
    }

    @Override
    void resume() {
        if (isOver()) {
            return;
        }
        store().disk()
                .run(
                        () -> Files.size(temporary()),
                        (length, failure) -> {
                            if (length == null || length > size()) {
                                fail(failure == null ? "too long" : failure.toString());
                            } else if (!isOver()) {
                                saw(length);
                            }
                        });
    }

    private void saw(long length) {
        if (length == size()) {
            finish();
            return;
        }
        boolean grew = length > written();
        idleLooks = grew ? 0 : idleLooks + 1;
        if (idleLooks > MOST_IDLE_LOOKS || ++looks > MOST_LOOKS) {
            fail("it does not become whole");
            return;
        }
        beside.timers().after(LOOK_NANOS, this::resume);
        if (grew) {
            wrote(length);
            tell();
        }
    }

    @Override
    void landed() {
        LOG.info("checkpoint {} received as a file: {} bytes", digest(), size());
        store().arrivedFromWorker(digest(), size());
    }
}
