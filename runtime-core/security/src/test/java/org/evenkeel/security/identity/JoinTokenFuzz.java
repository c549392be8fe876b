package org.evenkeel.security.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.evenkeel.testing.fuzz.FuzzTarget;

/** Any text as a token; what was read is spelled like it. */
public final class JoinTokenFuzz implements FuzzTarget {

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(IdentityException.class);
    }

    @Override
    public void feed(byte[] input) throws Exception {
        String text = new String(input, StandardCharsets.UTF_8);
        assertEquals(text.strip(), JoinToken.parse(text).text());
    }
}
