package org.evenkeel.daemon.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.testing.fuzz.FuzzTarget;

/** Any text as the file of a token; what was read is the same when read again. */
public final class OpenTokenFuzz implements FuzzTarget {

    private static final String ID = "ab12cd34";

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(IdentityException.class);
    }

    @Override
    public void feed(byte[] input) throws Exception {
        OpenToken.Stored stored = OpenToken.parse(ID, new String(input, StandardCharsets.US_ASCII));
        String line = stored.token().line(stored.secretHash());
        assertEquals(stored.token(), OpenToken.parse(ID, line).token());
    }
}
