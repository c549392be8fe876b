package org.evenkeel.daemon.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.testing.fuzz.FuzzTarget;

/** Any text as a line of the log of certificates; what was read is the same when read again. */
public final class IssuedFuzz implements FuzzTarget {

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(IdentityException.class);
    }

    @Override
    public void feed(byte[] input) throws Exception {
        Issued issued = Issued.parse(new String(input, StandardCharsets.US_ASCII));
        assertEquals(issued, Issued.parse(issued.line()));
    }
}
