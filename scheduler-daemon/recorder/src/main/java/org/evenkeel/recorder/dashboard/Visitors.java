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
 * Who may see the pages: whoever has opened the link that was printed, which works once, and comes
 * back with the cookie that it got for it. For any thread.
 */
final class Visitors {

    private static final String COOKIE = "evenkeel";
    private static final int BYTES = 24;

    private final String session = draw();
    private final AtomicReference<@Nullable String> key = new AtomicReference<>(draw());

    private static String draw() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** What the link has; null once it was used. */
    @Nullable String key() {
        return key.get();
    }

    /**
     * Takes the key of a link.
     *
     * @return the header that makes the browser known from now on, null for a wrong or used key
     */
    @Nullable String admit(String offered) {
        String expected = key.get();
        return expected != null && isSame(expected, offered) && key.compareAndSet(expected, null)
                ? COOKIE + "=" + session + "; HttpOnly; SameSite=Strict; Path=/"
                : null;
    }

    /** Whether a request comes from a browser that was admitted. */
    boolean isKnown(Headers headers) {
        for (String line : headers.getOrDefault("Cookie", List.of())) {
            for (String cookie : line.split(";")) {
                String[] parts = cookie.strip().split("=", 2);
                if (parts.length == 2 && parts[0].equals(COOKIE) && isSame(session, parts[1])) {
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
