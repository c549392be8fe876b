package org.evenkeel.security.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CredentialsTest {
    private static final KeyPair AUTHORITY_KEYS = Forge.keys();
    private static final KeyPair KEYS = Forge.keys();

    private X509Certificate authority;
    private Credentials credentials;

    @BeforeEach
    void make() throws Exception {
        authority = Forge.authority(AUTHORITY_KEYS).make();
        credentials =
                Credentials.of(
                        KEYS.getPrivate(), Forge.daemon(KEYS, AUTHORITY_KEYS).make(), authority);
    }

    private static void isRefused(byte[] pem, String because) {
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> Pem.readCredentials(pem))
                .withMessageContaining(because);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private String text() {
        return new String(Pem.write(credentials), StandardCharsets.US_ASCII);
    }

    @Test
    void writtenOnesAreReadBackTheSame() throws Exception {
        assertThat(Pem.readCredentials(Pem.write(credentials))).isEqualTo(credentials);
        assertThat(Pem.readCertificate(Pem.write(authority))).isEqualTo(authority);
        KeyedCertificate pair = new KeyedCertificate(AUTHORITY_KEYS.getPrivate(), authority);
        assertThat(Pem.readKeyed(Pem.write(pair))).isEqualTo(pair);
        assertThat(credentials.chain()).containsExactly(credentials.certificate(), authority);
    }

    @Test
    void linesMayEndAsWindowsEndsThemAndBlocksMayStandApart() throws Exception {
        String spread = text().replace("\n", "\r\n").replace("-----BEGIN", "\r\n-----BEGIN");
        assertThat(Pem.readCredentials(ascii(spread))).isEqualTo(credentials);
    }

    @Test
    void opensslReadsTheForm() {
        assertThat(text())
                .startsWith("-----BEGIN PRIVATE KEY-----\n")
                .endsWith("-----END CERTIFICATE-----\n")
                .matches(
                        "(?s)(-----[A-Z ]+-----\n([A-Za-z0-9+/=]{1,64}\n)+-----[A-Z ]+-----\n){3}");
    }

    @Test
    void aKeyOfAnotherPairIsRefused() {
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() ->
                        Credentials.of(
                                Forge.keys().getPrivate(), credentials.certificate(), authority))
                .withMessageContaining("does not match");
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() ->
                        Pem.readKeyed(
                                Pem.write(new KeyedCertificate(KEYS.getPrivate(), authority))))
                .withMessageContaining("does not match");
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRefused() throws Exception {
        X509Certificate foreign = Forge.daemon(KEYS, Forge.keys()).make();
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> Credentials.of(KEYS.getPrivate(), foreign, authority))
                .withMessageContaining("not signed by the authority");
        X509Certificate elsewhere =
                Forge.daemon(KEYS, AUTHORITY_KEYS)
                        .uris("evenkeel://fedcba9876543210/daemon/n1")
                        .make();
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> Credentials.of(KEYS.getPrivate(), elsewhere, authority))
                .withMessageContaining("different clusters");
    }

    @Test
    void anRsaKeyIsRefused() throws Exception {
        byte[] der = Forge.rsaKeys().getPrivate().getEncoded();
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> Keys.privateKey(der))
                .withMessageContaining("longer than a P-256 key");
        byte[] other = Forge.keysOn("secp384r1").getPrivate().getEncoded();
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> Keys.privateKey(other))
                .withMessageContaining("not a P-256 key");
    }

    @Test
    void aPublicKeyMustBeAPointOfTheCurve() throws Exception {
        byte[] der = KEYS.getPublic().getEncoded();
        assertThat(Keys.publicKey(der)).isEqualTo(KEYS.getPublic());
        der[der.length - 1] ^= 1;
        assertThatExceptionOfType(IdentityException.class).isThrownBy(() -> Keys.publicKey(der));
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> Keys.publicKey(Forge.rsaKeys().getPublic().getEncoded()))
                .withMessageContaining("91 bytes");
    }

    @Test
    void anotherOrderOrNumberOfBlocksIsRefused() throws Exception {
        isRefused(Pem.write(authority), "must contain PRIVATE KEY, CERTIFICATE, CERTIFICATE");
        byte[] five = ascii(new String(Pem.write(authority), StandardCharsets.US_ASCII).repeat(5));
        isRefused(five, "more than 4 blocks");
        isRefused(new byte[0], "must contain");
    }

    @Test
    void textThatIsNotPemIsRefused() {
        isRefused(ascii("my key\n" + text()), "not PEM");
        isRefused(ascii(text() + "junk"), "not PEM");
        isRefused(ascii(text().replace("PRIVATE", "EC PRIVATE")), "not PEM");
        isRefused(ascii(text().substring(0, text().length() - 30)), "cut off");
        isRefused(ascii(text().replaceFirst("=", " ")), "");
        isRefused(ascii(text().replaceFirst("\n([A-Za-z0-9+/]{10})", "\n$1\n")), "64 characters");
    }

    @Test
    void aFileLongerThanSixteenKibibytesIsRefused() {
        isRefused(new byte[PemBlocks.MAX_BYTES + 1], "exceeds the limit");
    }

    @Test
    void aCertificateLongerThanFourKibibytesIsRefused() {
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> Certificates.read(new byte[Certificates.MAX_BYTES + 1]))
                .withMessageContaining("exceeds the limit");
    }

    @Test
    void onlyOneCertificateInDerIsRead() throws Exception {
        byte[] der = authority.getEncoded();
        byte[] longer = java.util.Arrays.copyOf(der, der.length + 1);
        for (byte[] bytes : List.of(longer, Pem.write(authority))) {
            assertThatExceptionOfType(IdentityException.class)
                    .isThrownBy(() -> Certificates.read(bytes));
        }
    }

    @Test
    void noTextShowsTheKey() {
        KeyedCertificate pair = new KeyedCertificate(KEYS.getPrivate(), credentials.certificate());
        byte[] der = KEYS.getPrivate().getEncoded();
        String secret = Base64.getEncoder().encodeToString(der).substring(40, 80);
        for (Object shown :
                List.of(
                        credentials,
                        pair,
                        new PemBlocks.Block(PemBlocks.PRIVATE_KEY, der),
                        new Verdict.Valid(credentials.subject(), credentials.certificate()))) {
            assertThat(shown.toString())
                    .doesNotContain(secret)
                    .doesNotContain(
                            ((java.security.interfaces.ECPrivateKey) KEYS.getPrivate())
                                    .getS()
                                    .toString())
                    .doesNotContain(
                            ((java.security.interfaces.ECPrivateKey) KEYS.getPrivate())
                                    .getS()
                                    .toString(16))
                    .doesNotContain("PrivateKeyImpl");
        }
        assertThat(credentials)
                .hasToString("Credentials of n1 (daemon) of cluster " + Forge.CLUSTER);
    }
}
