package org.evenkeel.daemon.identity;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.evenkeel.daemon.identity.TokenFiles.Found;
import org.evenkeel.daemon.identity.TokenFiles.State;
import org.evenkeel.model.Digest;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Fingerprint;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.JoinToken;

/**
 * The tokens of an authority: each lets one machine or client in, that is one key. Of a secret only
 * its SHA-256 is kept.
 *
 * <p>{@link #redeem} ends a token durably before it returns, and so before a certificate is signed:
 * a crash in between costs the token, never lets it be used by another. Who has a certificate by it
 * and asks again, as the answer did not reach it, gets another one. Several processes may use one
 * book, any thread may call; each call waits for the lock of the directory and for the disk.
 */
public final class TokenBook {

    /** How long a token counts unless told otherwise. */
    public static final Duration USUAL_TTL = Duration.ofMinutes(15);

    /** The longest a token may count. */
    public static final Duration MAX_TTL = Duration.ofHours(24);

    /** Most tokens that are open at a time. */
    public static final int MAX_OPEN = 1024;

    /**
     * Most certificates by one token: each is a line in a log that has a bound. A joiner that is
     * never answered in time asks twelve times.
     */
    static final int MAX_ANSWERS = 16;

    private final AuthorityFiles files;
    private final TokenFiles tokens;
    private final SecureRandom random;

    /** The book of the authority that these files are of. */
    public TokenBook(AuthorityFiles files, SecureRandom random) {
        this.files = files;
        this.tokens = new TokenFiles(files.tokens());
        this.random = random;
    }

    /**
     * Makes a token.
     *
     * @param roles at least one; {@link CertRole#MASTER} with {@link CertRole#DAEMON} alone
     * @param ttl a second to {@link #MAX_TTL}
     * @param name the only name it is for; empty if the joiner may choose
     * @throws IdentityException if a value is not as described, too many tokens are open, or there
     *     is no authority
     */
    public JoinToken create(Set<CertRole> roles, Duration ttl, Optional<String> name, Instant now)
            throws IOException, IdentityException {
        if (roles.isEmpty()) {
            throw new IdentityException("a token needs a role");
        }
        if (roles.contains(CertRole.MASTER) && !roles.contains(CertRole.DAEMON)) {
            throw new IdentityException(
                    "the role master goes with the role daemon: it is a daemon that commands");
        }
        if (ttl.compareTo(Duration.ofSeconds(1)) < 0 || ttl.compareTo(MAX_TTL) > 0) {
            throw new IdentityException(
                    "a token counts for 1 second to " + MAX_TTL.toHours() + " hours");
        }
        try (DirectoryLock _ = files.lock()) {
            JoinToken token = JoinToken.create(files.certificate(), random);
            if (new TokenSweep(tokens).sweep(now) >= MAX_OPEN) {
                throw new IdentityException(
                        MAX_OPEN
                                + " tokens are open: wait until some expire, or revoke some"
                                + " (evenkeel token revoke)");
            }
            if (tokens.state(token.id()).isPresent()) {
                throw new IdentityException("two tokens with one id were drawn: try again");
            }
            Instant from = now.truncatedTo(ChronoUnit.SECONDS);
            tokens.create(
                    new OpenToken(token.id(), roles, name, from, now.plus(ttl)),
                    Fingerprint.sha256(token.secret()));
            return token;
        }
    }

    /**
     * Uses a token up.
     *
     * @param id any text
     * @param secret any bytes
     * @param key of who asks, its possession proved: {@link Issued#digest}
     * @return what was given away with it
     * @throws TokenRefusedException if it does not let this key in
     */
    public OpenToken redeem(String id, byte[] secret, Digest key, Instant now)
            throws IOException, TokenRefusedException {
        if (!JoinToken.isId(id)) {
            throw new TokenRefusedException("what was sent is not the id of a token");
        }
        byte[] hash = Fingerprint.sha256(secret);
        try (DirectoryLock _ = files.lock()) {
            State state = requireKnown(id);
            OpenToken.Stored stored = tokens.read(id, state);
            if (!MessageDigest.isEqual(stored.secretHash(), hash)) {
                throw new TokenRefusedException(
                        "token " + id + " was sent with another secret; nothing has changed");
            }
            if (stored.token().isExpired(now)) {
                String used = state == State.USED ? " was used before and" : "";
                throw new TokenRefusedException(
                        "token " + id + used + " expired at " + stored.token().expires());
            }
            if (state == State.USED) {
                requireSameKey(id, key);
            } else if (!tokens.end(id, State.USED)) {
                throw new TokenRefusedException("token " + id + " was used at this moment");
            }
            return stored.token();
        } catch (IdentityException e) {
            throw new TokenRefusedException(e.reason());
        }
    }

    private State requireKnown(String id) throws TokenRefusedException {
        State state =
                tokens.state(id)
                        .orElseThrow(
                                () -> new TokenRefusedException("token " + id + " is unknown"));
        if (state == State.REVOKED) {
            throw new TokenRefusedException("token " + id + " is revoked");
        }
        return state;
    }

    /** The log is read for who knows the secret alone. */
    private void requireSameKey(String id, Digest key)
            throws IOException, IdentityException, TokenRefusedException {
        List<Issued> by = new ArrayList<>();
        files.log()
                .forEach(entry -> {
                    if (entry.how().equals(Issued.byToken(id))) {
                        by.add(entry);
                    }
                });
        if (by.isEmpty() || !by.stream().allMatch(entry -> entry.key().equals(key))) {
            throw new TokenRefusedException("token " + id + " was used before");
        }
        if (by.size() >= MAX_ANSWERS) {
            throw new TokenRefusedException(
                    "token " + id + " was used " + by.size() + " times by the same key");
        }
    }

    /**
     * Ends a token that was not used.
     *
     * @param id any text
     * @return whether it was open
     */
    public boolean revoke(String id) throws IOException {
        if (!JoinToken.isId(id)) {
            return false;
        }
        try (DirectoryLock _ = files.lock()) {
            return tokens.end(id, State.REVOKED);
        }
    }

    /** Those that would let somebody in now, the oldest first. */
    public List<OpenToken> list(Instant now) throws IOException, IdentityException {
        List<OpenToken> open = new ArrayList<>();
        try (DirectoryLock _ = files.lock()) {
            for (Found found : tokens.all()) {
                if (found.state() == State.OPEN) {
                    open.add(tokens.read(found.id(), State.OPEN).token());
                }
            }
        }
        open.removeIf(token -> token.isExpired(now));
        open.sort(Comparator.comparing(OpenToken::created).thenComparing(OpenToken::id));
        return open;
    }
}
