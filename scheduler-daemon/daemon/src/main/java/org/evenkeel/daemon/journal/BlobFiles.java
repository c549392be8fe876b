package org.evenkeel.daemon.journal;

import java.io.IOException;
import java.util.Set;
import org.evenkeel.model.Digest;

/** Makes blobs durable; called on the journal's thread. */
public interface BlobFiles {

    /**
     * Returns when all of them would survive a loss of power.
     *
     * @param blobs payloads
     * @param bundles code, with all its jars
     */
    void makeDurable(Set<Digest> blobs, Set<Digest> bundles) throws IOException;
}
