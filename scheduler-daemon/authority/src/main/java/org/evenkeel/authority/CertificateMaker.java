package org.evenkeel.authority;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.evenkeel.security.identity.CertificateIssuer;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.KeyedCertificate;
import org.evenkeel.security.identity.Subject;

/**
 * Builds certificates and signs them; decides nothing. BouncyCastle builds the encoding, the JDK
 * has the keys and signs.
 */
public final class CertificateMaker implements CertificateIssuer {
    private static final int SERIAL_BYTES = 16;

    /** What differs from certificate to certificate. */
    private record Draft(
            X500Name issuer, X500Name subject, PublicKey key, Instant from, Instant until) {}

    @Override
    public X509Certificate authority(KeyPair keys, String cluster, SecureRandom random, Instant now)
            throws IdentityException {
        X500Name name = name("Evenkeel cluster " + cluster);
        Instant from = start(now);
        X509v3CertificateBuilder builder =
                begin(
                        new Draft(name, name, keys.getPublic(), from, from.plus(AUTHORITY_LIFE)),
                        random);
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
            addUris(builder, List.of(Subject.authorityUri(cluster)));
        } catch (CertIOException e) {
            throw new IllegalStateException("an extension cannot be encoded", e);
        }
        return sign(builder, keys.getPrivate(), random);
    }

    @Override
    public X509Certificate endEntity(
            PublicKey key,
            Subject subject,
            KeyedCertificate authority,
            SecureRandom random,
            Instant now)
            throws IdentityException {
        X509Certificate issuer = authority.certificate();
        X500Name issuerName = X500Name.getInstance(issuer.getSubjectX500Principal().getEncoded());
        Instant from = start(now);
        Instant end = issuer.getNotAfter().toInstant();
        Instant until = from.plus(LIFE).isBefore(end) ? from.plus(LIFE) : end;
        X509v3CertificateBuilder builder =
                begin(new Draft(issuerName, name(subject.name()), key, from, until), random);
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(
                    Extension.extendedKeyUsage,
                    false,
                    new ExtendedKeyUsage(
                            new KeyPurposeId[] {
                                KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth
                            }));
            addUris(builder, subject.uris());
        } catch (CertIOException e) {
            throw new IllegalStateException("an extension cannot be encoded", e);
        }
        return sign(builder, authority.key(), random);
    }

    private static Instant start(Instant now) {
        return now.truncatedTo(ChronoUnit.SECONDS).minus(BACKDATED);
    }

    private static X509v3CertificateBuilder begin(Draft draft, SecureRandom random) {
        return new JcaX509v3CertificateBuilder(
                draft.issuer(),
                serial(random),
                Date.from(draft.from()),
                Date.from(draft.until()),
                draft.subject(),
                draft.key());
    }

    /** Random, positive, always of the same length: a serial tells nothing. */
    private static BigInteger serial(SecureRandom random) {
        byte[] bytes = new byte[SERIAL_BYTES];
        random.nextBytes(bytes);
        bytes[0] = (byte) (bytes[0] & 0x3F | 0x40);
        return new BigInteger(bytes);
    }

    private static X500Name name(String commonName) {
        return new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, commonName).build();
    }

    private static void addUris(X509v3CertificateBuilder builder, List<String> uris)
            throws CertIOException {
        GeneralName[] names =
                uris.stream()
                        .map(uri -> new GeneralName(GeneralName.uniformResourceIdentifier, uri))
                        .toArray(GeneralName[]::new);
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
    }

    private static X509Certificate sign(
            X509v3CertificateBuilder builder, PrivateKey key, SecureRandom random)
            throws IdentityException {
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(
                                    new JcaContentSignerBuilder("SHA256withECDSA")
                                            .setSecureRandom(random)
                                            .build(key)));
        } catch (OperatorCreationException | CertificateException e) {
            throw new IdentityException("the certificate cannot be signed", e);
        }
    }
}
