package org.evenkeel.security.identity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import org.evenkeel.testing.fuzz.FuzzTarget;

/** Any text as PEM, as credentials and as an authority's own file. */
public final class PemFuzz implements FuzzTarget {

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(IdentityException.class);
    }

    /** Without Jazzer a certificate takes some 20 KiB; in its JVM, with its hooks, over 4 MiB. */
    @Override
    public long freeBytes() {
        return 32 << 20;
    }

    @Override
    public void feed(byte[] input) throws Exception {
        List<PemBlocks.Block> blocks = PemBlocks.read(input);
        List<PemBlocks.Block> again = PemBlocks.read(PemBlocks.write(blocks));
        for (int i = 0; i < blocks.size(); i++) {
            assertArrayEquals(blocks.get(i).der(), again.get(i).der());
        }
        switch (blocks.size()) {
            case 1 -> Pem.readCertificate(input);
            case 2 -> Pem.readKeyed(input);
            default -> Pem.readCredentials(input);
        }
    }
}
