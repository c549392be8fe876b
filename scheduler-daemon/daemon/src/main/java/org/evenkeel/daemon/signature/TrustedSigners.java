package org.evenkeel.daemon.signature;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.evenkeel.daemon.config.ConfigException;
import org.evenkeel.daemon.config.ConfigKey;

/**
 * Whose signatures count: the keys in some PEM files, themselves and not those that they have
 * certified. One given as a certificate counts while that is valid, one given as a public key until
 * it is taken out of the file. Time stamps do not matter: no setting says whose would be trusted.
 */
public final class TrustedSigners {

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN (CERTIFICATE|PUBLIC KEY)-----([^-]*)-----END \\1-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519", "Ed448", "DSA");
    private static final int MAX_FILE_BYTES = 1 << 20;

    private final List<X509Certificate> certificates;
    private final List<PublicKey> keys;
    private final InstantSource clock;

    TrustedSigners(List<X509Certificate> certificates, List<PublicKey> keys, InstantSource clock) {
        this.certificates = List.copyOf(certificates);
        this.keys = List.copyOf(keys);
        this.clock = clock;
    }

    /**
     * Reads a file, or all files of a directory.
     *
     * @throws ConfigException when one cannot be used, or no signer is in them
     */
    public static TrustedSigners load(Path where, InstantSource clock) throws ConfigException {
        List<X509Certificate> certificates = new ArrayList<>();
        List<PublicKey> keys = new ArrayList<>();
        String name = ConfigKey.REQUIRE_SIGNED_CODE.spelling() + ": ";
        try {
            for (Path file : files(where)) {
                if (Files.size(file) > MAX_FILE_BYTES) {
                    throw new ConfigException(name + file + " is too long for PEM");
                }
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                Matcher blocks = BLOCK.matcher(text);
                while (blocks.find()) {
                    byte[] der = Base64.getMimeDecoder().decode(blocks.group(2));
                    if (blocks.group(1).equals("CERTIFICATE")) {
                        certificates.add(certificate(der));
                    } else {
                        keys.add(key(der));
                    }
                }
            }
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new ConfigException(name + where + " cannot be read: " + e);
        }
        if (certificates.isEmpty() && keys.isEmpty()) {
            throw new ConfigException(
                    name + where + " contains no certificate and no public key in PEM");
        }
        return new TrustedSigners(certificates, keys, clock);
    }

    private static List<Path> files(Path where) throws IOException {
        if (!Files.isDirectory(where)) {
            return List.of(where);
        }
        try (Stream<Path> files = Files.list(where)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static X509Certificate certificate(byte[] der) throws CertificateException {
        Certificate read =
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(der));
        if (read instanceof X509Certificate certificate) {
            return certificate;
        }
        throw new CertificateException("not an X.509 certificate");
    }

    private static PublicKey key(byte[] der) throws GeneralSecurityException {
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm)
                        .generatePublic(new X509EncodedKeySpec(der));
            } catch (InvalidKeySpecException e) {
                // of another kind
            }
        }
        throw new InvalidKeySpecException("a public key of an unknown kind");
    }

    /** Why this signer does not count now; empty when it does. */
    Optional<String> whyNot(X509Certificate signer) {
        PublicKey key = signer.getPublicKey();
        if (keys.contains(key)) {
            return Optional.empty();
        }
        String name = "signed by " + signer.getSubjectX500Principal().getName();
        Optional<String> why = Optional.of(name + ", who is not a trusted signer here");
        for (X509Certificate trusted : certificates) {
            if (trusted.getPublicKey().equals(key)) {
                why = dates(trusted).map(wrong -> name + ", whose trusted certificate " + wrong);
                if (why.isEmpty()) {
                    return why;
                }
            }
        }
        return why;
    }

    private Optional<String> dates(X509Certificate trusted) {
        try {
            trusted.checkValidity(Date.from(clock.instant()));
            return Optional.empty();
        } catch (CertificateExpiredException e) {
            return Optional.of("expired at " + trusted.getNotAfter().toInstant());
        } catch (CertificateNotYetValidException e) {
            return Optional.of("is not valid before " + trusted.getNotBefore().toInstant());
        }
    }
}
