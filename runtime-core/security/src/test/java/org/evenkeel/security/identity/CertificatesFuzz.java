package org.evenkeel.security.identity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.testing.fuzz.FuzzTarget;

/**
 * Any bytes as the certificate of a peer, and as an authority. Its corpus holds an authority and
 * the one certificate that it signed: nothing else may be valid.
 */
public final class CertificatesFuzz implements FuzzTarget {

    private static final Path CORPUS = Path.of("src/test/resources/fuzz/Certificates");

    private final byte[] signed;
    private final Trust trust;

    public CertificatesFuzz() {
        try {
            signed = Files.readAllBytes(CORPUS.resolve("daemon"));
            trust = new Trust(Certificates.read(Files.readAllBytes(CORPUS.resolve("authority"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (IdentityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(IdentityException.class);
    }

    @Override
    public void feed(byte[] input) throws Exception {
        X509Certificate certificate = Certificates.read(input);
        assertArrayEquals(input, Certificates.write(certificate));
        Verdict verdict = trust.verify(List.of(certificate), Forge.NOW, serial -> false);
        if (!Arrays.equals(input, signed)) {
            assertFalse(verdict instanceof Verdict.Valid, "a foreign certificate is valid");
        }
        Subject.of(certificate);
        new Trust(certificate);
    }
}
