package org.evenkeel.daemon.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.JoinToken;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.Subject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command and a daemon use one authority at the same time. */
class TwoProcessesTest {
    private static final int TOKENS = 40;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** A file that the other process makes before it releases the lock. */
    private static final String RELEASED = "released";

    @TempDir private Path directory;

    @Test
    void eachTokenLetsOneInAndEachCertificateIsInTheLog() throws Exception {
        Cluster cluster = Cluster.create(directory);
        TokenBook book = new TokenBook(cluster.files, Cluster.RANDOM);
        List<JoinToken> tokens = new ArrayList<>();
        for (int i = 0; i < TOKENS; i++) {
            tokens.add(
                    book.create(
                            EnumSet.of(CertRole.DAEMON),
                            Duration.ofMinutes(15),
                            Optional.empty(),
                            Cluster.NOW));
        }
        Process process = start(Redeemer.class);
        try (BufferedReader in = process.inputReader(StandardCharsets.US_ASCII)) {
            assertThat(in.readLine()).isEqualTo("ready");
            try (BufferedWriter out = process.outputWriter(StandardCharsets.US_ASCII)) {
                for (JoinToken token : tokens) {
                    out.write(token.text() + "\n");
                }
            }
            int here = redeem(cluster.files, tokens);
            int there = Integer.parseInt(in.readLine());
            assertThat(here + there).isEqualTo(TOKENS);
            assertThat(cluster.authority.list())
                    .extracting(Issued::how)
                    .hasSize(TOKENS)
                    .doesNotHaveDuplicates();
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void whoComesSecondWaits() throws Exception {
        Cluster cluster = Cluster.create(directory);
        Process process = start(Holder.class);
        try (BufferedReader in = process.inputReader(StandardCharsets.US_ASCII);
                ExecutorService pool = Executors.newSingleThreadExecutor()) {
            assertThat(in.readLine()).isEqualTo("held");
            CompletableFuture<Thread> issuer = new CompletableFuture<>();
            Future<X509Certificate> issued =
                    pool.submit(() -> {
                        issuer.complete(Thread.currentThread());
                        return cluster.issue(Keys.generate(Cluster.RANDOM), "n1");
                    });
            await().atMost(MINUTE).until(() -> issued.isDone() || waits(issuer.join()));
            assertThat(issued).isNotDone();
            assertThat(directory.resolve(RELEASED)).doesNotExist();
            process.outputWriter(StandardCharsets.US_ASCII).close();
            assertThat(issued.get(1, TimeUnit.MINUTES)).isNotNull();
            assertThat(directory.resolve(RELEASED)).exists();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Whether it has not got the lock and pauses before it tries again. */
    private static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING
                && Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame ->
                                frame.getClassName().equals(DirectoryLock.class.getName()));
    }

    private Process start(Class<?> main) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.addAll(List.of(main.getName(), directory.toString()));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private static int redeem(AuthorityFiles files, List<JoinToken> tokens) throws Exception {
        TokenBook book = new TokenBook(files, Cluster.RANDOM);
        Authority authority = Authority.open(files, Cluster.RANDOM);
        int redeemed = 0;
        for (JoinToken token : tokens) {
            try {
                PublicKey key = Keys.generate(Cluster.RANDOM).getPublic();
                OpenToken given =
                        book.redeem(token.id(), token.secret(), Issued.digest(key), Cluster.NOW);
                Subject subject =
                        new Subject(authority.cluster(), "of-" + token.id(), given.roles());
                authority.issue(key, subject, Issued.byToken(token.id()), Cluster.NOW);
                redeemed++;
            } catch (TokenRefusedException e) {
                assertThat(e).hasMessageContaining("used");
            }
        }
        return redeemed;
    }

    /** The other process: redeems what it reads and tells how often it was let in. */
    static final class Redeemer {
        private Redeemer() {}

        public static void main(String[] args) throws Exception {
            System.out.println("ready");
            List<JoinToken> tokens = new ArrayList<>();
            try (BufferedReader in =
                    new BufferedReader(
                            new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    tokens.add(JoinToken.parse(line));
                }
            }
            System.out.println(redeem(new AuthorityFiles(Path.of(args[0])), tokens));
        }
    }

    /** The other process: holds the authority's lock until its standard input ends. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws Exception {
            try (DirectoryLock _ = new AuthorityFiles(Path.of(args[0])).lock()) {
                System.out.println("held");
                while (System.in.read() >= 0) {
                    // until it ends
                }
                Files.createFile(Path.of(args[0], RELEASED));
            }
        }
    }
}
