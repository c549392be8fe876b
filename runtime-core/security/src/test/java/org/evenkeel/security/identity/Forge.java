package org.evenkeel.security.identity;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes certificates: right ones unless it is told otherwise, one thing at a time. */
final class Forge {
    static final String CLUSTER = "0123456789abcdef";
    static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    static final Instant FROM = NOW.minus(Duration.ofMinutes(5));
    static final Instant UNTIL = FROM.plus(Duration.ofDays(90));
    static final SecureRandom RANDOM = new SecureRandom();

    private final KeyPair keys;
    private final KeyPair signer;
    private final String issuer;
    private SecureRandom random = RANDOM;
    private String subject;
    private List<GeneralName> names = new ArrayList<>();
    private Instant from = FROM;
    private Instant until = UNTIL;
    private BigInteger serial = new BigInteger(120, RANDOM).setBit(120);
    private boolean authority;
    private int usage = KeyUsage.digitalSignature;
    private String algorithm = "SHA256withECDSA";
    private byte[] rawNames;
    private boolean strangeExtension;

    private Forge(KeyPair keys, KeyPair signer, String issuer, String subject) {
        this.keys = keys;
        this.signer = signer;
        this.issuer = issuer;
        this.subject = subject;
    }

    /** An authority, signed by itself. */
    static Forge authority(KeyPair keys) {
        Forge forge = new Forge(keys, keys, "CN=authority", "CN=authority");
        forge.authority = true;
        forge.usage = KeyUsage.keyCertSign;
        forge.until = NOW.plus(Duration.ofDays(3650));
        return forge.uris("evenkeel://" + CLUSTER + "/authority");
    }

    /** A daemon's certificate, n1. */
    static Forge daemon(KeyPair keys, KeyPair signer) {
        return new Forge(keys, signer, "CN=authority", "CN=n1")
                .uris("evenkeel://" + CLUSTER + "/daemon/n1");
    }

    Forge uris(String... uris) {
        names = new ArrayList<>();
        for (String uri : uris) {
            names.add(new GeneralName(GeneralName.uniformResourceIdentifier, uri));
        }
        return this;
    }

    Forge dnsName(String name) {
        names.add(new GeneralName(GeneralName.dNSName, name));
        return this;
    }

    /** Alternative names that are no alternative names. */
    Forge rawNames(byte[] bytes) {
        rawNames = bytes.clone();
        return this;
    }

    Forge valid(Instant notBefore, Instant notAfter) {
        from = notBefore;
        until = notAfter;
        return this;
    }

    Forge serial(long number) {
        serial = BigInteger.valueOf(number);
        return this;
    }

    /** Signs with numbers from there. */
    Forge random(SecureRandom numbers) {
        random = numbers;
        return this;
    }

    Forge subject(String name) {
        subject = name;
        return this;
    }

    /** Key usage as BouncyCastle counts it; 0 leaves it out. */
    Forge usage(int bits) {
        usage = bits;
        return this;
    }

    Forge mayIssue(boolean yes) {
        authority = yes;
        return this;
    }

    Forge algorithm(String name) {
        algorithm = name;
        return this;
    }

    Forge strangeExtension() {
        strangeExtension = true;
        return this;
    }

    X509Certificate make() throws Exception {
        JcaX509v3CertificateBuilder builder =
                new JcaX509v3CertificateBuilder(
                        new X500Name(issuer),
                        serial,
                        Date.from(from),
                        Date.from(until),
                        new X500Name(subject),
                        keys.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
        if (usage != 0) {
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(usage));
        }
        if (rawNames != null) {
            builder.addExtension(Extension.subjectAlternativeName, false, rawNames);
        } else if (!names.isEmpty()) {
            builder.addExtension(
                    Extension.subjectAlternativeName,
                    false,
                    new GeneralNames(names.toArray(GeneralName[]::new)));
        }
        if (strangeExtension) {
            builder.addExtension(
                    new ASN1ObjectIdentifier("1.3.6.1.4.1.99999.1"), true, DERNull.INSTANCE);
        }
        return new JcaX509CertificateConverter()
                .getCertificate(
                        builder.build(
                                new JcaContentSignerBuilder(algorithm)
                                        .setSecureRandom(random)
                                        .build(signer.getPrivate())));
    }

    static KeyPair keys() {
        return Keys.generate(RANDOM);
    }

    /** Numbers that are the same for the same seed. */
    static SecureRandom random(long seed) throws GeneralSecurityException {
        SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
        random.setSeed(seed);
        return random;
    }

    static KeyPair rsaKeys() throws GeneralSecurityException {
        return pair("RSA", new RSAKeyGenParameterSpec(2048, RSAKeyGenParameterSpec.F4));
    }

    static KeyPair keysOn(String curve) throws GeneralSecurityException {
        return pair("EC", new ECGenParameterSpec(curve));
    }

    private static KeyPair pair(String algorithm, AlgorithmParameterSpec parameters)
            throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
        generator.initialize(parameters);
        return generator.generateKeyPair();
    }
}
