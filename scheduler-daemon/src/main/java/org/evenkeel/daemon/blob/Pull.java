package org.evenkeel.daemon.blob;

import java.nio.file.Path;
import org.evenkeel.model.Digest;
import org.jspecify.annotations.Nullable;

/** One blob on its way here, in one of the ways there are. Belongs to the event loop. */
interface Pull {

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

    Digest digest();

    BlobSource source();

    void start();

    /** What is on disk so far; null before the first piece and when it is being checked. */
    @Nullable Part part();

    /** Gives up; one that is complete already only waits for its last check. */
    void fail(String why);
}
