package org.evenkeel.daemon.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.evenkeel.daemon.config.ConfigException;
import org.evenkeel.daemon.fake.Signer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which jars are used where code has to be signed. */
class SignedJarsTest {

    private static final JarBounds SMALL =
            new JarBounds(8 << 10, 50, 64 << 10, 4 << 20, 100, 100_000, Duration.ofMinutes(1));

    @TempDir static Path directory;
    private static Path trusted;
    private static Signer signer;
    private static Signer stranger;
    private static byte[] signed;

    @TempDir Path here;

    @BeforeAll
    static void keys() throws Exception {
        signer = new Signer(directory, "builder");
        stranger = new Signer(directory, "mallory");
        trusted = signer.certificate();
        signed = signer.sign(Signer.jar("a/A.class", "a/B.class", "META-INF/services/x"));
    }

    private SignedJars by(Path signers) throws Exception {
        return new SignedJars(
                TrustedSigners.load(signers, InstantSource.system()), SMALL, System::nanoTime);
    }

    private void verify(SignedJars jars, byte[] jar) throws Exception {
        Path file = here.resolve("it.jar");
        Files.write(file, jar);
        jars.verify(file);
    }

    private void refuses(byte[] jar, String... words) throws Exception {
        SignedJars jars = by(trusted);
        assertThatThrownBy(() -> verify(jars, jar))
                .isInstanceOf(JarRefusedException.class)
                .message()
                .contains(words);
    }

    /** The signed jar with more, or other, entries. */
    private static byte[] with(Map<String, byte[]> more) throws Exception {
        Map<String, byte[]> entries = new LinkedHashMap<>(Signer.unzip(signed));
        entries.putAll(more);
        return Signer.zip(entries);
    }

    @Test
    void whatATrustedSignerHasSignedAsAWholeIsUsed() throws Exception {
        verify(by(trusted), signed);
        verify(by(trusted), stranger.sign(signed)); // by somebody else as well
    }

    @Test
    void aKeyCountsLikeItsCertificate() throws Exception {
        Path key = here.resolve("builder.pub");
        Files.writeString(key, publicKey(trusted));
        verify(by(key), signed);
    }

    private static String publicKey(Path certificate) throws Exception {
        byte[] der =
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(Files.readAllBytes(certificate)))
                        .getPublicKey()
                        .getEncoded();
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(der)
                + "\n-----END PUBLIC KEY-----\n";
    }

    @Test
    void whatIsNotSignedOrByAStrangerIsRefused() throws Exception {
        refuses(Signer.jar("a/A.class"), "is not signed");
        refuses(
                stranger.sign(Signer.jar("a/A.class")),
                "signed by CN=mallory",
                "not a trusted signer");
    }

    @Test
    void everyEntryIsLookedAt() throws Exception {
        refuses(with(Map.of("z/Last.class", new byte[9])), "unsigned", "z/Last.class");
        refuses(with(Map.of("META-INF/versions/9/a/A.class", new byte[9])), "unsigned");
        refuses(with(Map.of("META-INF/SIG-x.class", new byte[9])), "unsigned");
        refuses(with(Map.of("META-INF/x/y.SF", new byte[9])), "unsigned");
        refuses(with(Map.of("a/B.class", new byte[9])), "was changed", "a/B.class");
        Map<String, byte[]> entries = Signer.unzip(signed);
        String manifest =
                new String(entries.get("META-INF/MANIFEST.MF"), StandardCharsets.UTF_8)
                        .replaceFirst("\r\n", "\r\nClass-Path: file:///tmp/evil.jar\r\n");
        refuses(
                with(Map.of("META-INF/MANIFEST.MF", manifest.getBytes(StandardCharsets.UTF_8))),
                "was changed");
    }

    @Test
    void aNameInAMessageHasNoCharacterThatATerminalObeys() throws Exception {
        refuses(
                with(Map.of("z/\u202e\u001b[2J\u009b.class", new byte[9])),
                "unsigned or weakly signed: z/\\u202e\\u001b[2J\\u009b.class");
    }

    @Test
    void anExpiredCertificateDoesNotCountItsKeyDoes() throws Exception {
        Signer old = new Signer(directory, "retired", "-startdate", "-400d", "-validity", "30");
        Path certificate = old.certificate();
        byte[] jar = old.sign(Signer.jar("a/A.class"));
        SignedJars byCertificate = by(certificate);
        assertThatThrownBy(() -> verify(byCertificate, jar))
                .isInstanceOf(JarRefusedException.class)
                .hasMessageContaining("CN=retired, whose trusted certificate expired at");
        Path key = here.resolve("retired.pub");
        Files.writeString(key, publicKey(certificate));
        verify(by(key), jar);
    }

    @Test
    void aJarThatIsTooMuchWorkIsRefusedBeforeItIsDone() throws Exception {
        refuses(new byte[0], "is not a jar");
        refuses(
                "no zip, but longer than one must be".getBytes(StandardCharsets.UTF_8),
                "is not a jar");
        byte[] bomb = signer.sign(Signer.zip(Map.of("zeros", new byte[200_000])));
        refuses(bomb, "is too large when unpacked", "zeros");
        refuses(
                with(Map.of("META-INF/MANIFEST.MF", new byte[100_000])),
                "is too large when unpacked: its META-INF/MANIFEST.MF");
        String[] many = new String[60];
        for (int i = 0; i < many.length; i++) {
            many[i] = "a/" + i;
        }
        refuses(Signer.jar(many), "has more than 50 entries");
        String[] long_ = new String[40];
        for (int i = 0; i < long_.length; i++) {
            long_[i] = "a/" + "x".repeat(300) + i;
        }
        refuses(Signer.jar(long_), "central directory", "too long");
        refuses(with(Map.of("a/dir/", new byte[9])), "directory entry with content: a/dir/");
        AtomicLong clock = new AtomicLong();
        SignedJars slow =
                new SignedJars(
                        TrustedSigners.load(trusted, InstantSource.system()),
                        SMALL,
                        () -> clock.addAndGet(Duration.ofSeconds(31).toNanos()));
        assertThatThrownBy(() -> verify(slow, signed))
                .isInstanceOf(JarRefusedException.class)
                .hasMessageContaining("took more than");
    }

    @Test
    void aNameIsThereOnce() throws Exception {
        byte[] jar = with(Map.of("a/X.class", new byte[9]));
        String latin = new String(jar, StandardCharsets.ISO_8859_1);
        refuses(
                latin.replace("a/X.class", "a/A.class").getBytes(StandardCharsets.ISO_8859_1),
                "has the entry a/A.class twice");
    }

    @Test
    void aTrustThatNamesNobodyIsAnErrorOfTheConfiguration() throws Exception {
        Path empty = Files.createDirectory(here.resolve("empty"));
        assertThatThrownBy(() -> by(empty))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("contains no certificate");
        assertThatThrownBy(() -> by(here.resolve("nowhere")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("require-signed-code");
        Files.copy(trusted, empty.resolve("builder.pem"));
        assertThat(by(empty)).isNotNull();
    }
}
