package org.evenkeel.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.evenkeel.link.Handshake;
import org.evenkeel.link.Link;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/** Goes round the daemons that may be there until one takes this client; for one thread. */
final class Dialer {

    private final Discovery discovery;
    private Discovery.@Nullable Candidate last;

    /** A daemon that said welcome. */
    record Dialled(Link link, Discovery.Candidate candidate, Welcome welcome) {}

    Dialer(Discovery discovery) {
        this.discovery = discovery;
    }

    Discovery discovery() {
        return discovery;
    }

    /** Begins each round with this one. */
    void prefer(Discovery.Candidate candidate) {
        last = candidate;
    }

    /**
     * One round, beginning with the daemon of last time.
     *
     * @param eligible which daemons may be tried
     * @param attempts takes a line for each that did not take us
     * @param over asked before each attempt
     * @return null when none did
     * @throws Handshake.RefusedException if another client has the session
     */
    @Nullable Dialled round(
            Handshake.Speaker speaker,
            Predicate<Discovery.Candidate> eligible,
            List<String> attempts,
            BooleanSupplier over)
            throws Handshake.RefusedException {
        List<Discovery.Candidate> candidates = new ArrayList<>(discovery.candidates());
        Discovery.Candidate before = last;
        if (before != null) {
            candidates.remove(before);
            candidates.addFirst(before);
        }
        for (Discovery.Candidate candidate : candidates) {
            if (over.getAsBoolean()) {
                return null;
            }
            if (!eligible.test(candidate)) {
                continue;
            }
            try {
                return dial(candidate, speaker);
            } catch (IOException | RuntimeException e) {
                if (e instanceof Handshake.RefusedException refused && refused.isTakenOver()) {
                    throw refused;
                }
                attempts.add(candidate.endpoint() + " (" + e.getMessage() + ")");
            }
        }
        return null;
    }

    /** Tries one daemon. */
    Dialled dial(Discovery.Candidate candidate, Handshake.Speaker speaker) throws IOException {
        Link link = Link.connect(candidate.endpoint());
        try {
            Welcome welcome = Handshake.speak(link, candidate.secret(), speaker);
            last = candidate;
            return new Dialled(link, candidate, welcome);
        } catch (IOException | RuntimeException e) {
            link.close();
            throw e;
        }
    }
}
