package org.evenkeel.recorder.dashboard;

import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Which browsers may see the pages: those that have opened a link with a key, and come back with
 * the cookie that they got for it. A key works once; there is always one that was not used. For any
 * thread.
 */
final class Visitors {

    private static final int BYTES = 24;

    /** Browsers send a cookie to all ports of a host: each dashboard needs a name of its own. */
    private final String cookieName;

    private final String session = draw();
    private final AtomicReference<String> key = new AtomicReference<>(draw());

    /**
     * @param port of the dashboard
     */
    Visitors(int port) {
        this.cookieName = "evenkeel-" + port;
    }

    private static String draw() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The key that works next. */
    String key() {
        return key.get();
    }

    /**
     * Takes the key of a link; from now on another one works.
     *
     * @return the header that makes the browser known from now on, null for a wrong or used key
     */
    @Nullable String admit(String offered) {
        String expected = key.get();
        return isSame(expected, offered) && key.compareAndSet(expected, draw())
                ? cookieName + "=" + session + "; HttpOnly; SameSite=Strict; Path=/"
                : null;
    }

    /** Whether a request comes from a browser that was admitted. */
    boolean isKnown(Headers headers) {
        for (String line : headers.getOrDefault("Cookie", List.of())) {
            for (String cookie : line.split(";")) {
                String[] parts = cookie.strip().split("=", 2);
                if (parts.length == 2 && parts[0].equals(cookieName) && isSame(session, parts[1])) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isSame(String secret, String offered) {
        return MessageDigest.isEqual(
                secret.getBytes(StandardCharsets.UTF_8), offered.getBytes(StandardCharsets.UTF_8));
    }
}
