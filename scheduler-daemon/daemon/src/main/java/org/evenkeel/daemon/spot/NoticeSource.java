package org.evenkeel.daemon.spot;

import java.io.IOException;
import java.util.Optional;

/** What one provider says of this machine. For one thread. */
interface NoticeSource {

    /**
     * Asks; answers or fails within a few seconds, or within a minute where the provider holds the
     * answer back until there is one.
     *
     * @throws IOException if the provider does not answer, or not as its documentation says
     */
    Optional<SpotNotice> ask() throws IOException, InterruptedException;
}
