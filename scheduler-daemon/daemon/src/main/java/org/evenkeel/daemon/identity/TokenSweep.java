package org.evenkeel.daemon.identity;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.evenkeel.daemon.identity.TokenFiles.Found;
import org.evenkeel.daemon.identity.TokenFiles.State;
import org.evenkeel.security.identity.IdentityException;

/** Deletes tokens that have been over for a day, and of the others that are over all but 1,024. */
final class TokenSweep {

    /** How long it is remembered what became of a token. */
    static final Duration REMEMBERED = Duration.ofHours(24);

    /** Of how many. */
    static final int MAX_REMEMBERED = 1024;

    private record Over(Found found, Instant expires) {}

    private final TokenFiles tokens;
    private final List<Over> over = new ArrayList<>();
    private int open;

    TokenSweep(TokenFiles tokens) {
        this.tokens = tokens;
    }

    /** Does it, under the lock; returns how many tokens are open. */
    int sweep(Instant now) throws IOException {
        for (Found found : tokens.all()) {
            look(found, now);
        }
        over.sort(Comparator.comparing(Over::expires).reversed());
        for (int i = 0; i < over.size(); i++) {
            if (i >= MAX_REMEMBERED || over.get(i).expires().plus(REMEMBERED).isBefore(now)) {
                tokens.delete(over.get(i).found());
            }
        }
        return open;
    }

    private void look(Found found, Instant now) throws IOException {
        try {
            OpenToken token = tokens.read(found.id(), found.state()).token();
            if (found.state() != State.OPEN || token.isExpired(now)) {
                over.add(new Over(found, token.expires()));
            } else {
                open++;
            }
        } catch (IdentityException e) {
            open++; // It cannot be read and lets nobody in, but somebody should look at it.
        }
    }
}
