package org.evenkeel.daemon.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.evenkeel.model.Digest;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.RevocationList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IssuedLogTest {
    private static final Instant NOW = Cluster.NOW;
    private static final Duration DAY = Duration.ofDays(1);

    @TempDir private Path folder;
    private Path file;
    private IssuedLog log;

    @BeforeEach
    void begins() throws Exception {
        file = folder.resolve("issued");
        log = new IssuedLog(file, 64 << 10);
        log.create();
    }

    private static Issued entry(int serial, int key, Instant until) {
        return new Issued(
                BigInteger.valueOf(serial),
                "n" + key,
                EnumSet.of(CertRole.DAEMON),
                new Digest(key, 0, 0, 0),
                until.minus(DAY.multipliedBy(90)),
                until,
                Issued.INIT);
    }

    private static Retention retention(Instant now, int... revoked) throws Exception {
        List<BigInteger> serials =
                java.util.Arrays.stream(revoked).mapToObj(BigInteger::valueOf).toList();
        return new Retention(
                RevocationList.sign(1, serials, NOW, Keys.generate(Cluster.RANDOM).getPrivate()),
                now);
    }

    private List<Integer> serials() throws Exception {
        List<Integer> serials = new ArrayList<>();
        log.forEach(entry -> serials.add(entry.serial().intValue()));
        return serials;
    }

    private void fillUntilLinesAreDropped(Issued entry, Retention retention) throws Exception {
        long before = Files.size(file);
        for (int i = 0; i < 1000 && Files.size(file) >= before; i++) {
            before = Files.size(file);
            log.append(entry, retention);
        }
    }

    private void tear(String tail) throws Exception {
        Files.writeString(file, tail, StandardCharsets.ISO_8859_1, StandardOpenOption.APPEND);
    }

    @Test
    void linesAreReadInTheirOrder() throws Exception {
        assertThat(serials()).isEmpty();
        for (int i = 1; i <= 300; i++) {
            log.append(entry(i, i, NOW), retention(NOW));
        }
        assertThat(serials()).hasSize(300).isSorted();
    }

    @Test
    void whatACrashLeftAtTheEndIsPassedOverAndCutOff() throws Exception {
        log.append(entry(1, 1, NOW), retention(NOW));
        String line = entry(2, 2, NOW).line();
        for (String tail : List.of("0", line.substring(0, 50), line, "\0".repeat(300))) {
            tear(tail);
            assertThat(serials()).as(tail).doesNotContain(2);
            int before = serials().size();
            log.append(entry(10 + before, 3, NOW), retention(NOW));
            assertThat(serials()).hasSize(before + 1);
        }
    }

    @Test
    void aDamagedLineIsNamed() throws Exception {
        log.append(entry(1, 1, NOW), retention(NOW));
        tear("nonsense\n");
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(this::serials)
                .withMessageContaining(file + ", line 2");
    }

    @Test
    void aFullLogKeepsWhatMatters() throws Exception {
        Instant past = NOW.minus(DAY);
        Instant longPast = NOW.minus(DAY.multipliedBy(91));
        log.append(entry(1, 1, longPast), retention(NOW)); // can no longer be renewed
        log.append(entry(2, 2, past), retention(NOW)); // key 2 has a later one
        log.append(entry(3, 2, NOW.plus(DAY)), retention(NOW));
        log.append(entry(4, 3, past), retention(NOW)); // key 3 may renew with it
        log.append(entry(5, 4, past), retention(NOW)); // revoked, and key 4 has a later one
        log.append(entry(6, 4, NOW.plus(DAY)), retention(NOW));
        fillUntilLinesAreDropped(entry(7, 1, longPast), retention(NOW, 5));
        assertThat(serials()).containsExactly(3, 4, 5, 6, 7);
        Cluster.assertPrivate(folder);
        assertThat(Files.size(folder.resolve("issued.old"))).isGreaterThan(60 << 10);
        assertThat(folder.resolve("issued.new")).doesNotExist();
    }

    @Test
    void aCrashWhileLinesAreDroppedLosesNone() throws Exception {
        for (int i = 1; i <= 100; i++) {
            log.append(entry(i, i, NOW.minus(DAY.multipliedBy(100))), retention(NOW));
        }
        byte[] content = Files.readAllBytes(file);
        Files.write(folder.resolve("issued.new"), new byte[100]);
        Files.createLink(folder.resolve("issued.old"), file);
        assertThat(serials()).hasSize(100);
        Issued past = entry(500, 1, NOW.minus(DAY.multipliedBy(100)));
        fillUntilLinesAreDropped(past, retention(NOW));
        assertThat(serials()).containsExactly(500);
        assertThat(Files.readAllBytes(folder.resolve("issued.old"))).startsWith(content);
        assertThat(folder.resolve("issued.new")).doesNotExist();
    }

    @Test
    void aLogFullOfWhatMattersTakesNoMoreAndLosesNothing() throws Exception {
        int[] next = {0};
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> {
                    while (next[0] < 1000) {
                        next[0]++;
                        log.append(entry(next[0], next[0], NOW.plus(DAY)), retention(NOW));
                    }
                })
                .withMessageContaining("is full of certificates that count");
        assertThat(serials()).hasSize(next[0] - 1);
        assertThat(Files.size(file)).isLessThanOrEqualTo(64 << 10);
    }

    @Test
    void anEndlessFileIsRefused() throws Exception {
        Files.writeString(file, (entry(1, 1, NOW).line() + "\n").repeat(1000));
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(this::serials)
                .withMessageContaining("longer than");
    }

    @Test
    void theLongestLineFitsItsBound() {
        Issued longest =
                new Issued(
                        BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE),
                        "n".repeat(64),
                        EnumSet.allOf(CertRole.class),
                        Digest.NONE,
                        Instant.parse("9999-12-31T23:59:59Z"),
                        Instant.parse("9999-12-31T23:59:59Z"),
                        "x".repeat(64));
        assertThat(longest.bytes().length).isLessThanOrEqualTo(Issued.MAX_LINE);
    }

    @Test
    void linesReadBackTheSameAndNothingElseIsThrown() throws Exception {
        Issued entry = entry(77, 1, NOW);
        assertThat(Issued.parse(entry.line())).isEqualTo(entry);
        OpenToken token =
                new OpenToken(
                        "ab12cd34",
                        EnumSet.of(CertRole.SUBMIT, CertRole.OBSERVE),
                        java.util.Optional.of("n1"),
                        NOW,
                        NOW.plus(DAY));
        String line = token.line(new byte[32]);
        assertThat(OpenToken.parse("ab12cd34", line).token()).isEqualTo(token);
        for (long seed = 1; seed <= 10_000; seed++) {
            Random random = new Random(seed);
            try {
                Issued.parse(mutated(entry.line(), random));
                OpenToken.parse("ab12cd34", mutated(line, random));
            } catch (IdentityException e) {
                assertThat(e.reason()).as("seed %d", seed).isNotBlank();
            }
        }
    }

    private static String mutated(String text, Random random) {
        StringBuilder mutated = new StringBuilder(text);
        for (int times = 1 + random.nextInt(3); times > 0 && !mutated.isEmpty(); times--) {
            int at = random.nextInt(mutated.length());
            switch (random.nextInt(4)) {
                case 0 -> mutated.setLength(at);
                case 1 -> mutated.insert(at, (char) random.nextInt(0x250));
                case 2 -> mutated.deleteCharAt(at);
                default -> mutated.setCharAt(at, (char) random.nextInt(128));
            }
        }
        return mutated.toString();
    }
}
