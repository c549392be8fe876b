package org.evenkeel.recorder.dashboard;

import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which browsers may see the pages: those that have opened a link with a key, and come back with
 * the cookie that they got for it. A key works once and for an hour; there is always one that was
 * not used. For any thread.
 */
final class BrowserSessions {

    /** How long a key works. */
    static final Duration KEY_LASTS = Duration.ofHours(1);

    /** Browsers that are known at a time; for one more, the first one is forgotten. */
    static final int MAX_BROWSERS = 32;

    private static final int BYTES = 24;

    /** Browsers send a cookie to all ports of a host: each dashboard needs a name of its own. */
    private final String cookieName;

    private final LongSupplier nanoClock;

    /** One for each browser, the earliest first. */
    private final Deque<String> sessions = new ArrayDeque<>();

    private String key = draw();
    private long keyNanos;

    /**
     * The answer to a key.
     *
     * @param cookie the header that makes the browser known from now on, null if it was not
     *     admitted
     * @param nextKey whether another key works now: this one was used, or is too old
     */
    record Admission(@Nullable String cookie, boolean nextKey) {
        private static final Admission REFUSED = new Admission(null, false);
        private static final Admission TOO_LATE = new Admission(null, true);
    }

    /**
     * @param port of the dashboard
     * @param nanoClock never goes back
     */
    BrowserSessions(int port, LongSupplier nanoClock) {
        this.cookieName = "evenkeel-" + port;
        this.nanoClock = nanoClock;
        this.keyNanos = nanoClock.getAsLong();
    }

    private static String draw() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The key that works now. */
    synchronized String key() {
        return key;
    }

    /** Takes the key of a link. From now on another key works, unless this was a wrong one. */
    synchronized Admission admit(String offered) {
        if (!isSame(key, offered)) {
            return Admission.REFUSED;
        }
        long now = nanoClock.getAsLong();
        boolean late = now - keyNanos >= KEY_LASTS.toNanos();
        key = draw();
        keyNanos = now;
        if (late) {
            return Admission.TOO_LATE;
        }
        String session = draw();
        sessions.addLast(session);
        if (sessions.size() > MAX_BROWSERS) {
            sessions.removeFirst();
        }
        return new Admission(
                cookieName + "=" + session + "; HttpOnly; SameSite=Strict; Path=/", true);
    }

    /** Whether a request comes from a browser that was admitted. */
    boolean isKnown(Headers headers) {
        for (String line : headers.getOrDefault("Cookie", List.of())) {
            for (String cookie : line.split(";")) {
                String[] parts = cookie.strip().split("=", 2);
                if (parts.length == 2 && parts[0].equals(cookieName) && isSession(parts[1])) {
                    return true;
                }
            }
        }
        return false;
    }

    private synchronized boolean isSession(String offered) {
        boolean known = false;
        for (String session : sessions) {
            known |= isSame(session, offered);
        }
        return known;
    }

    private static boolean isSame(String secret, String offered) {
        return MessageDigest.isEqual(
                secret.getBytes(StandardCharsets.UTF_8), offered.getBytes(StandardCharsets.UTF_8));
    }
}
