package org.evenkeel.daemon.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.evenkeel.model.Digest;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.JoinToken;
import org.evenkeel.security.identity.Keys;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenBookTest {
    private static final Instant NOW = Cluster.NOW;
    private static final Duration QUARTER = Duration.ofMinutes(15);
    private static final Set<CertRole> DAEMON = EnumSet.of(CertRole.DAEMON);
    private static final Digest KEY = Issued.digest(Keys.generate(Cluster.RANDOM).getPublic());

    @TempDir private Path directory;
    private Cluster cluster;
    private TokenBook book;

    @BeforeEach
    void makesACluster() throws Exception {
        cluster = Cluster.create(directory);
        book = fresh();
    }

    /** As another process has it. */
    private TokenBook fresh() {
        return new TokenBook(new AuthorityFiles(directory), Cluster.RANDOM);
    }

    private JoinToken create() throws Exception {
        return book.create(DAEMON, QUARTER, Optional.empty(), NOW);
    }

    private void isRefused(JoinToken token, Instant now, String because) {
        isRefused(token.id(), token.secret(), now, because);
    }

    private void isRefused(String id, byte[] secret, Instant now, String because) {
        assertThatExceptionOfType(TokenRefusedException.class)
                .isThrownBy(() -> fresh().redeem(id, secret, KEY, now))
                .withMessageContaining(because)
                .satisfies(e ->
                        assertThat(e.getMessage())
                                .hasSizeLessThan(300)
                                .doesNotContain(
                                        HexFormat.of()
                                                .formatHex(java.util.Arrays.copyOf(secret, 32))));
    }

    @Test
    void aTokenGivesWhatItWasMadeForAndPinsTheAuthority() throws Exception {
        Set<CertRole> roles = EnumSet.of(CertRole.SUBMIT, CertRole.OBSERVE);
        JoinToken token = book.create(roles, QUARTER, Optional.of("laptop"), NOW);
        assertThat(token.pins(cluster.authority.certificate())).isTrue();
        OpenToken given = fresh().redeem(token.id(), token.secret(), KEY, NOW.plusSeconds(899));
        assertThat(given)
                .isEqualTo(
                        new OpenToken(
                                token.id(), roles, Optional.of("laptop"), NOW, NOW.plus(QUARTER)));
    }

    @Test
    void aTokenCountsOnce() throws Exception {
        JoinToken token = create();
        book.redeem(token.id(), token.secret(), KEY, NOW);
        assertThatExceptionOfType(TokenRefusedException.class)
                .isThrownBy(() -> book.redeem(token.id(), token.secret(), KEY, NOW));
        isRefused(token, NOW, "token " + token.id() + " was used already");
    }

    /** Its answer may not have reached it. */
    @Test
    void whoHasACertificateByItMayAskAgain() throws Exception {
        JoinToken token = create();
        KeyPair own = Keys.generate(Cluster.RANDOM);
        Digest key = Issued.digest(own.getPublic());
        for (int i = 0; i < TokenBook.MAX_ANSWERS; i++) {
            fresh().redeem(token.id(), token.secret(), key, NOW);
            isRefused(token, NOW, "token " + token.id() + " was used already");
            cluster.authority.issue(
                    own.getPublic(), cluster.daemon("n2"), Issued.byToken(token.id()), NOW);
            isRefused(token, NOW, "token " + token.id() + " was used already");
        }
        assertThatExceptionOfType(TokenRefusedException.class)
                .isThrownBy(() -> book.redeem(token.id(), token.secret(), key, NOW))
                .withMessageContaining("was used 16 times by the same key");
    }

    @Test
    void whoAsksAgainNeedsTheSecretAndTheTimeToo() throws Exception {
        JoinToken token = create();
        KeyPair own = Keys.generate(Cluster.RANDOM);
        Digest key = Issued.digest(own.getPublic());
        book.redeem(token.id(), token.secret(), key, NOW);
        cluster.authority.issue(
                own.getPublic(), cluster.daemon("n2"), Issued.byToken(token.id()), NOW);
        assertThatExceptionOfType(TokenRefusedException.class)
                .isThrownBy(() -> book.redeem(token.id(), new byte[32], key, NOW))
                .withMessageContaining("a wrong secret");
        assertThatExceptionOfType(TokenRefusedException.class)
                .isThrownBy(() -> book.redeem(token.id(), token.secret(), key, NOW.plus(QUARTER)))
                .withMessageContaining("expired");
    }

    @Test
    void ofManyThreadsOneRedeems() throws Exception {
        int threads = 4;
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            for (int round = 0; round < 20; round++) {
                JoinToken token = create();
                CountDownLatch start = new CountDownLatch(threads);
                Callable<Boolean> attempt =
                        () -> {
                            TokenBook own = fresh();
                            start.countDown();
                            start.await();
                            try {
                                own.redeem(token.id(), token.secret(), KEY, NOW);
                                return true;
                            } catch (TokenRefusedException e) {
                                return false;
                            }
                        };
                List<Future<Boolean>> attempts = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    attempts.add(pool.submit(attempt));
                }
                int redeemed = 0;
                for (Future<Boolean> each : attempts) {
                    redeemed += each.get() ? 1 : 0;
                }
                assertThat(redeemed).isEqualTo(1);
            }
        }
    }

    @Test
    void withoutTheLockTheRenameAloneLetsOneIn() throws Exception {
        TokenFiles files = new TokenFiles(cluster.files.tokens());
        JoinToken token = create();
        assertThat(files.end(token.id(), TokenFiles.State.USED)).isTrue();
        assertThat(files.end(token.id(), TokenFiles.State.USED)).isFalse();
    }

    @Test
    void aTokenExpires() throws Exception {
        JoinToken token = create();
        isRefused(token, NOW.plus(QUARTER), "expired at " + NOW.plus(QUARTER));
        assertThat(book.list(NOW.plus(QUARTER))).isEmpty();
        book.redeem(token.id(), token.secret(), KEY, NOW.plus(QUARTER).minusMillis(1));
    }

    @Test
    void aRevokedTokenLetsNobodyIn() throws Exception {
        JoinToken token = create();
        assertThat(book.revoke(token.id())).isTrue();
        assertThat(book.revoke(token.id())).isFalse();
        isRefused(token, NOW, "is revoked");
        for (String id : List.of("zzzzzzzz", "", "../ca.pem", token.id() + ".revoked")) {
            assertThat(book.revoke(id)).isFalse();
        }
    }

    @Test
    void anUnknownTokenIsRefusedAndNoFileIsTouchedForIt() throws Exception {
        isRefused("zzzzzzzz", new byte[32], NOW, "token zzzzzzzz is unknown");
        for (String id : List.of("", "../../x", "/etc/passwd", "ZZZZZZZZ", "a".repeat(100_000))) {
            isRefused(id, new byte[32], NOW, "id is malformed");
        }
    }

    @Test
    void aWrongSecretIsRefusedAndTheTokenStaysOpen() throws Exception {
        JoinToken token = create();
        byte[] wrong = token.secret();
        wrong[31] ^= 1;
        isRefused(token.id(), wrong, NOW, "a wrong secret");
        isRefused(token.id(), new byte[0], NOW, "a wrong secret");
        isRefused(token.id(), new byte[1 << 20], NOW, "a wrong secret");
        book.redeem(token.id(), token.secret(), KEY, NOW);
    }

    @Test
    void aPeerIsToldOneReasonWhateverTheReasonIs() {
        assertThat(TokenRefusedException.TO_PEER)
                .doesNotContain("used")
                .doesNotContain("expired")
                .doesNotContain("unknown")
                .contains("evenkeel token create");
    }

    @Test
    void secretsAreNotOnDisk() throws Exception {
        JoinToken token = create();
        String text = token.text();
        String inText = text.substring(13, 65);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                assertThat(Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1))
                        .doesNotContain(HexFormat.of().formatHex(token.secret()))
                        .doesNotContain(inText);
            }
        }
        assertThat(book.list(NOW).toString() + token).doesNotContain(inText);
        byte[] hash = {1, 2, 3};
        assertThat(new OpenToken.Stored(book.list(NOW).getFirst(), hash).toString())
                .doesNotContain("secretHash");
    }

    @Test
    void onlyTheOwnerReadsTheFilesOfTokens() throws Exception {
        JoinToken token = create();
        create();
        book.redeem(token.id(), token.secret(), KEY, NOW);
        Cluster.assertPrivate(directory);
        Path file = cluster.files.tokens().resolve(create().id());
        Files.setPosixFilePermissions(
                file, java.nio.file.attribute.PosixFilePermissions.fromString("rw-rw-r--"));
        isRefused(file.getFileName().toString(), new byte[32], NOW, "chmod 600");
    }

    @Test
    void listShowsThoseThatAreOpen() throws Exception {
        JoinToken used = create();
        JoinToken revoked = create();
        JoinToken open = create();
        book.redeem(used.id(), used.secret(), KEY, NOW);
        book.revoke(revoked.id());
        assertThat(fresh().list(NOW)).extracting(OpenToken::id).containsExactly(open.id());
        assertThat(
                        new TokenBook(new AuthorityFiles(directory.resolve("x")), Cluster.RANDOM)
                                .list(NOW))
                .isEmpty();
    }

    @Test
    void theNumberOfOpenTokensHasABound() throws Exception {
        for (int i = 0; i < TokenBook.MAX_OPEN; i++) {
            book.create(DAEMON, QUARTER, Optional.empty(), NOW);
            if (i == 0) {
                // One by one costs seconds: the rest are copies under other ids.
                i = copies(TokenBook.MAX_OPEN - 2);
            }
        }
        assertThat(book.list(NOW)).hasSize(TokenBook.MAX_OPEN);
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(this::create)
                .withMessageContaining("1024 tokens are unused");
        book.create(DAEMON, QUARTER, Optional.empty(), NOW.plus(QUARTER));
    }

    private int copies(int number) throws Exception {
        Path one = cluster.files.tokens().resolve(book.list(NOW).getFirst().id());
        for (int i = 0; i < number; i++) {
            Path copy = one.resolveSibling(String.format("%08d", i));
            Files.copy(one, copy, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
        }
        return number;
    }

    @Test
    void whatIsOverIsForgottenAfterADay() throws Exception {
        JoinToken used = create();
        book.redeem(used.id(), used.secret(), KEY, NOW);
        JoinToken expired = create();
        Instant dayAfter = NOW.plus(QUARTER).plus(Duration.ofHours(24));
        book.create(DAEMON, QUARTER, Optional.empty(), dayAfter);
        isRefused(used, dayAfter, "used before");
        isRefused(expired, dayAfter, "expired");
        book.create(DAEMON, QUARTER, Optional.empty(), dayAfter.plusSeconds(1));
        isRefused(used, dayAfter, "unknown");
        isRefused(expired, dayAfter, "unknown");
        try (Stream<Path> all = Files.list(cluster.files.tokens())) {
            assertThat(all).hasSize(2);
        }
    }

    @Test
    void ofThoseThatAreOverNotAllAreRemembered() throws Exception {
        JoinToken token = create();
        Path file = cluster.files.tokens().resolve(token.id());
        for (int i = 0; i < 1100; i++) {
            Files.copy(
                    file,
                    file.resolveSibling(String.format("%08d.used", i)),
                    java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
        }
        create();
        try (Stream<Path> all = Files.list(cluster.files.tokens())) {
            assertThat(all.count()).isEqualTo(2 + 1024);
        }
    }

    @Test
    void rolesNamesAndTimesAreChecked() {
        refusesToCreate(EnumSet.noneOf(CertRole.class), QUARTER, "needs a role");
        refusesToCreate(EnumSet.of(CertRole.MASTER), QUARTER, "requires the role daemon");
        refusesToCreate(
                EnumSet.of(CertRole.MASTER, CertRole.SUBMIT), QUARTER, "requires the role daemon");
        for (Duration ttl :
                List.of(
                        Duration.ZERO,
                        Duration.ofSeconds(-5),
                        Duration.ofMillis(999),
                        Duration.ofHours(24).plusSeconds(1))) {
            refusesToCreate(DAEMON, ttl, "1 second to 24 hours");
        }
    }

    private void refusesToCreate(Set<CertRole> roles, Duration ttl, String because) {
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> book.create(roles, ttl, Optional.empty(), NOW))
                .withMessageContaining(because);
    }

    @Test
    void aSecondMachineMayBecomeMaster() throws Exception {
        Set<CertRole> roles = EnumSet.of(CertRole.DAEMON, CertRole.MASTER);
        JoinToken token = book.create(roles, QUARTER, Optional.empty(), NOW);
        assertThat(book.redeem(token.id(), token.secret(), KEY, NOW).roles()).isEqualTo(roles);
    }

    @Test
    void withoutAnAuthorityThereAreNoTokens() {
        TokenBook nowhere =
                new TokenBook(new AuthorityFiles(directory.resolve("x")), Cluster.RANDOM);
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> nowhere.create(DAEMON, QUARTER, Optional.empty(), NOW))
                .withMessageContaining("evenkeel cluster init");
    }

    @Test
    void aDamagedFileLetsNobodyInAndHindersNobody() throws Exception {
        JoinToken token = create();
        Path file = cluster.files.tokens().resolve(token.id());
        for (String wrong :
                List.of("", "nonsense", Files.readString(file).replace("daemon", "king"))) {
            Files.writeString(file, wrong);
            isRefused(token, NOW, "");
            create();
        }
        Files.writeString(file.resolveSibling("notes.txt"), "mine");
        assertThat(Files.exists(file)).isTrue();
        create();
        assertThat(file.resolveSibling("notes.txt")).exists();
    }

    @Test
    void aCrashBeforeTheRenameLeavesNoToken() throws Exception {
        Path half = cluster.files.tokens().resolve("ab12cd34.4711.tmp");
        Files.writeString(half, "half a tok");
        isRefused("ab12cd34", new byte[32], NOW, "unknown");
        assertThat(book.list(NOW)).isEmpty();
    }
}
