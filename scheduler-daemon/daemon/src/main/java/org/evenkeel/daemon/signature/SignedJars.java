package org.evenkeel.daemon.signature;

import java.io.IOException;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Verifies that every entry of a jar is signed by somebody who is trusted. It is the JDK that
 * checks digests and signatures, and it says what is too weak ({@code jdk.jar.disabledAlgorithms}).
 */
public final class SignedJars {

    private final TrustedSigners trusted;
    private final JarBounds bounds;
    private final LongSupplier nanos;

    /** By whom a jar has to be signed. */
    public SignedJars(TrustedSigners trusted) {
        this(trusted, JarBounds.STANDARD, System::nanoTime);
    }

    SignedJars(TrustedSigners trusted, JarBounds bounds, LongSupplier nanos) {
        this.trusted = trusted;
        this.bounds = bounds;
        this.nanos = nanos;
    }

    /**
     * Verifies a jar; may take a minute.
     *
     * @throws JarRefusedException it must not be used
     */
    public void verify(Path file) throws JarRefusedException {
        try {
            JarInspection inspection = new JarInspection(file, bounds, nanos);
            if (!inspection.isSigned()) {
                throw new JarRefusedException("is not signed");
            }
            try (JarFile jar = new JarFile(file.toFile(), true)) {
                Iterator<JarEntry> all = jar.entries().asIterator();
                while (all.hasNext()) {
                    verify(jar, all.next(), inspection);
                }
            }
        } catch (SecurityException e) {
            throw new JarRefusedException("was altered after it was signed: " + message(e));
        } catch (IOException e) {
            throw new JarRefusedException("cannot be read: " + message(e));
        } catch (RuntimeException e) {
            // The JDK's parsers of names, manifests and signatures have several of their own.
            throw new JarRefusedException("cannot be verified: " + e.getClass().getSimpleName());
        }
    }

    private void verify(JarFile jar, JarEntry entry, JarInspection inspection)
            throws IOException, JarRefusedException {
        String name = entry.getName();
        inspection.checkTime();
        if (JarInspection.isUnsignable(name) || entry.isDirectory()) {
            return;
        }
        inspection.drain(jar.getInputStream(entry), JarInspection.shown(name));
        CodeSigner[] signers = entry.getCodeSigners(); // known when all of it was read
        if (signers == null || signers.length == 0) {
            throw new JarRefusedException(
                    "has an entry that is not signed, or too weakly: " + JarInspection.shown(name));
        }
        Optional<String> why = Optional.empty();
        for (CodeSigner signer : signers) {
            why = whyNot(signer);
            if (why.isEmpty()) {
                return;
            }
        }
        throw new JarRefusedException("is " + why.orElse("signed by nobody"));
    }

    private Optional<String> whyNot(CodeSigner signer) {
        Certificate first = signer.getSignerCertPath().getCertificates().getFirst();
        return first instanceof X509Certificate certificate
                ? trusted.whyNot(certificate)
                : Optional.of("signed with a certificate that is no X.509");
    }

    private static String message(Exception e) {
        return JarInspection.shown(String.valueOf(e.getMessage()));
    }
}
