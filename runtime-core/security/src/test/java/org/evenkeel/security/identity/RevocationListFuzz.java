package org.evenkeel.security.identity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import org.evenkeel.testing.fuzz.FuzzTarget;

/** Any bytes as a list of what was revoked; there is one spelling of each. */
public final class RevocationListFuzz implements FuzzTarget {

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(IdentityException.class);
    }

    @Override
    public void feed(byte[] input) throws Exception {
        RevocationList list = RevocationList.decode(input);
        assertArrayEquals(input, list.encode());
        for (BigInteger serial : list.serials()) {
            assertTrue(list.isRevoked(serial));
        }
        list.orNewer(list);
    }
}
