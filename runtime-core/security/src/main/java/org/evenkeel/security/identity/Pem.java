package org.evenkeel.security.identity;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/** Credentials and certificates as text in PEM, at most {@link PemBlocks#MAX_BYTES} long. */
public final class Pem {
    /** The key, its certificate and the authority's, in this order: the content of one file. */
    public static byte[] write(Credentials credentials) {
        return PemBlocks.write(
                List.of(
                        block(credentials.key()),
                        block(credentials.certificate()),
                        block(credentials.authority())));
    }

    /**
     * Reads what {@link #write(Credentials)} writes, any bytes.
     *
     * @throws IdentityException also if the parts do not belong together
     */
    public static Credentials readCredentials(byte[] text) throws IdentityException {
        List<PemBlocks.Block> blocks =
                read(text, PemBlocks.PRIVATE_KEY, PemBlocks.CERTIFICATE, PemBlocks.CERTIFICATE);
        return Credentials.of(
                Keys.privateKey(blocks.get(0).der()),
                Certificates.read(blocks.get(1).der()),
                Certificates.read(blocks.get(2).der()));
    }

    /** One certificate alone. */
    public static byte[] write(X509Certificate certificate) {
        return PemBlocks.write(List.of(block(certificate)));
    }

    /** Reads one certificate alone. */
    public static X509Certificate readCertificate(byte[] text) throws IdentityException {
        return Certificates.read(read(text, PemBlocks.CERTIFICATE).getFirst().der());
    }

    /** A key and its certificate, without the authority's: an authority's own file. */
    public static byte[] write(KeyedCertificate pair) {
        return PemBlocks.write(List.of(block(pair.key()), block(pair.certificate())));
    }

    /** Reads what {@link #write(KeyedCertificate)} writes. */
    public static KeyedCertificate readKeyed(byte[] text) throws IdentityException {
        List<PemBlocks.Block> blocks = read(text, PemBlocks.PRIVATE_KEY, PemBlocks.CERTIFICATE);
        KeyedCertificate pair =
                new KeyedCertificate(
                        Keys.privateKey(blocks.get(0).der()),
                        Certificates.read(blocks.get(1).der()));
        if (!Keys.match(pair.key(), pair.certificate().getPublicKey())) {
            throw new IdentityException("the key does not match the certificate");
        }
        return pair;
    }

    private static List<PemBlocks.Block> read(byte[] text, String... labels)
            throws IdentityException {
        List<PemBlocks.Block> blocks = PemBlocks.read(text);
        if (!blocks.stream().map(PemBlocks.Block::label).toList().equals(List.of(labels))) {
            throw new IdentityException(
                    "the PEM text must contain " + String.join(", ", labels) + " and nothing else");
        }
        return blocks;
    }

    private static PemBlocks.Block block(PrivateKey key) {
        return new PemBlocks.Block(PemBlocks.PRIVATE_KEY, key.getEncoded());
    }

    private static PemBlocks.Block block(X509Certificate certificate) {
        return new PemBlocks.Block(PemBlocks.CERTIFICATE, Certificates.write(certificate));
    }
}
