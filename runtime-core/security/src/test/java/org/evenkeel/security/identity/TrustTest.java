package org.evenkeel.security.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TrustTest {
    private static final KeyPair AUTHORITY_KEYS = Forge.keys();
    private static final KeyPair KEYS = Forge.keys();
    private static final Predicate<BigInteger> NONE = serial -> false;

    private X509Certificate authority;
    private Trust trust;

    @BeforeEach
    void trusts() throws Exception {
        authority = Forge.authority(AUTHORITY_KEYS).make();
        trust = new Trust(authority);
    }

    private static Forge daemon() {
        return Forge.daemon(KEYS, AUTHORITY_KEYS);
    }

    private Verdict verify(X509Certificate certificate, Instant now) {
        return trust.verify(List.of(certificate), now, NONE);
    }

    private void isRefused(Forge forge, String because) throws Exception {
        isRefused(verify(forge.make(), Forge.NOW), because);
    }

    private static void isRefused(Verdict verdict, String because) {
        assertThat(verdict).isInstanceOf(Verdict.Refused.class);
        assertThat(((Verdict.Refused) verdict).reason()).contains(because);
    }

    @Test
    void whatTheAuthoritySignedIsValidWithAndWithoutTheAuthorityBehindIt() throws Exception {
        X509Certificate certificate = daemon().make();
        Verdict valid =
                new Verdict.Valid(
                        new Subject(Forge.CLUSTER, "n1", Set.of(CertRole.DAEMON)), certificate);
        assertThat(verify(certificate, Forge.NOW)).isEqualTo(valid);
        assertThat(trust.verify(List.of(certificate, authority), Forge.NOW, NONE)).isEqualTo(valid);
        assertThat(trust.cluster()).isEqualTo(Forge.CLUSTER);
    }

    @Test
    void anotherAuthoritysWorkIsRefusedThoughAllNamesAreTheSame() throws Exception {
        KeyPair otherKeys = Forge.keys();
        X509Certificate other = Forge.authority(otherKeys).make();
        X509Certificate certificate = Forge.daemon(KEYS, otherKeys).make();
        isRefused(verify(certificate, Forge.NOW), "belongs to another cluster");
        isRefused(
                trust.verify(List.of(certificate, other), Forge.NOW, NONE),
                "the chain ends in another authority");
        isRefused(
                trust.verify(List.of(certificate, authority), Forge.NOW, NONE),
                "belongs to another cluster");
    }

    @Test
    void anAlteredCertificateIsRefused() throws Exception {
        byte[] der = daemon().make().getEncoded();
        byte[] signature = der.clone();
        signature[der.length - 1] ^= 1;
        isRefused(verify(Certificates.read(signature), Forge.NOW), "altered");
        String text = new String(der, java.nio.charset.StandardCharsets.ISO_8859_1);
        byte[] name = der.clone();
        name[text.indexOf("/daemon/n1") + 9] = '2';
        X509Certificate renamed = Certificates.read(name);
        assertThat(Subject.of(renamed).name()).isEqualTo("n2");
        isRefused(verify(renamed, Forge.NOW), "altered");
    }

    @Test
    void expiredMayBeRenewedForNinetyDaysAndNoLonger() throws Exception {
        X509Certificate certificate = daemon().make();
        assertThat(verify(certificate, Forge.UNTIL)).isInstanceOf(Verdict.Valid.class);
        assertThat(verify(certificate, Forge.UNTIL.plus(Duration.ofDays(1))))
                .isEqualTo(new Verdict.Expired(Subject.of(certificate), certificate));
        assertThat(verify(certificate, Forge.UNTIL.plus(Duration.ofDays(90))))
                .isInstanceOf(Verdict.Expired.class);
        isRefused(
                verify(certificate, Forge.UNTIL.plus(Duration.ofDays(90)).plusSeconds(1)),
                "join again with a new token");
        isRefused(verify(certificate, Forge.UNTIL.plus(Duration.ofDays(91))), "expired on");
    }

    @Test
    void clocksMayBeTenMinutesApartAndNoMore() throws Exception {
        Instant from = Forge.NOW.plus(Duration.ofHours(1));
        X509Certificate certificate = daemon().valid(from, Forge.UNTIL).make();
        assertThat(verify(certificate, from.minus(Duration.ofMinutes(10))))
                .isInstanceOf(Verdict.Valid.class);
        isRefused(verify(certificate, from.minus(Duration.ofMinutes(11))), "set the clocks");
    }

    @Test
    void revokedIsRefusedAlsoWhenItCouldBeRenewed() throws Exception {
        X509Certificate certificate = daemon().serial(77).make();
        Predicate<BigInteger> revoked = BigInteger.valueOf(77)::equals;
        isRefused(trust.verify(List.of(certificate), Forge.NOW, revoked), "n1 is revoked");
        Instant later = Forge.UNTIL.plus(Duration.ofDays(1));
        isRefused(trust.verify(List.of(certificate), later, revoked), "revoked");
        assertThat(trust.verify(List.of(daemon().serial(78).make()), Forge.NOW, revoked))
                .isInstanceOf(Verdict.Valid.class);
    }

    @Test
    void anAuthorityIsNoEndEntity() throws Exception {
        isRefused(verify(authority, Forge.NOW), "authority's");
        isRefused(daemon().mayIssue(true), "authority's");
    }

    @Test
    void nobodySignsInTheAuthoritysName() throws Exception {
        KeyPair below = Forge.keys();
        X509Certificate certificate = Forge.daemon(Forge.keys(), below).make();
        X509Certificate between =
                Forge.daemon(below, AUTHORITY_KEYS).subject("CN=authority").mayIssue(true).make();
        isRefused(
                trust.verify(List.of(certificate, between), Forge.NOW, NONE), "another authority");
        isRefused(
                trust.verify(List.of(certificate, between, authority), Forge.NOW, NONE),
                "a chain of 3");
    }

    @Test
    void onlyKeysOnP256Count() throws Exception {
        isRefused(Forge.daemon(Forge.rsaKeys(), AUTHORITY_KEYS), "\"RSA\", not an EC key on P-256");
        isRefused(
                Forge.daemon(Forge.keysOn("secp384r1"), AUTHORITY_KEYS), "not an EC key on P-256");
    }

    @Test
    void onlyOneWayOfSigningCounts() throws Exception {
        isRefused(daemon().algorithm("SHA512withECDSA"), "not by SHA256withECDSA");
    }

    @Test
    void theKeyMustBeForSignatures() throws Exception {
        isRefused(daemon().usage(0), "digitalSignature");
        isRefused(daemon().usage(KeyUsage.keyAgreement), "digitalSignature");
    }

    @Test
    void theSubjectIsOfTheAuthoritysCluster() throws Exception {
        isRefused(
                daemon().uris("evenkeel://fedcba9876543210/daemon/n1"),
                "the certificate belongs to cluster fedcba9876543210, its authority to cluster "
                        + Forge.CLUSTER);
    }

    @Test
    void anUnreadableSubjectIsRefused() throws Exception {
        isRefused(daemon().uris("evenkeel://" + Forge.CLUSTER + "/king/n1"), "unknown role");
        isRefused(daemon().rawNames(new byte[] {1, 2, 3}), "");
        isRefused(daemon().uris(), "has no role");
    }

    @Test
    void whatIsCriticalAndUnknownIsRefused() throws Exception {
        isRefused(daemon().strangeExtension(), "not issued by this authority");
    }

    @Test
    void noCertificateIsRefused() {
        isRefused(trust.verify(List.of(), Forge.NOW, NONE), "evenkeel join");
    }

    @Test
    void anAuthorityEndsToo() throws Exception {
        X509Certificate shortLived =
                Forge.authority(AUTHORITY_KEYS).valid(Forge.FROM, Forge.NOW).make();
        Trust brief = new Trust(shortLived);
        X509Certificate certificate = daemon().make();
        assertThat(brief.verify(List.of(certificate), Forge.NOW, NONE))
                .isInstanceOf(Verdict.Valid.class);
        isRefused(
                brief.verify(List.of(certificate), Forge.NOW.plusSeconds(1), NONE),
                "evenkeel cluster init");
        isRefused(
                brief.verify(List.of(certificate), Forge.FROM.minus(Duration.ofMinutes(11)), NONE),
                "set this machine's clock");
    }

    @Test
    void onlyAnAuthorityIsTrusted() throws Exception {
        isNoAuthority(daemon().make(), "may not sign");
        isNoAuthority(Forge.authority(AUTHORITY_KEYS).mayIssue(false).make(), "may not sign");
        isNoAuthority(Forge.authority(AUTHORITY_KEYS).usage(KeyUsage.cRLSign).make(), "may not");
        isNoAuthority(Forge.authority(AUTHORITY_KEYS).subject("CN=x").make(), "another authority");
        isNoAuthority(
                Forge.authority(AUTHORITY_KEYS).uris("evenkeel://" + Forge.CLUSTER).make(),
                "does not name a cluster");
        isNoAuthority(Forge.authority(AUTHORITY_KEYS).uris().make(), "does not name a cluster");
        isNoAuthority(
                Forge.authority(Forge.rsaKeys()).algorithm("SHA256withRSA").make(),
                "SHA256withRSA");
        byte[] der = authority.getEncoded();
        der[der.length - 1] ^= 1;
        isNoAuthority(Certificates.read(der), "its signature does not match");
    }

    private static void isNoAuthority(X509Certificate certificate, String because) {
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> new Trust(certificate))
                .withMessageContaining("cannot be an authority")
                .withMessageContaining(because);
    }
}
