package org.evenkeel.daemon.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.evenkeel.identity.CertRole;
import org.evenkeel.identity.JoinToken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command and a daemon use one authority at the same time. */
class TwoProcessesTest {
    private static final int TOKENS = 40;

    @TempDir private Path directory;

    @Test
    void eachTokenLetsOneInWhicheverProcessIsAsked() throws Exception {
        Cluster cluster = Cluster.create(directory);
        TokenBook book = new TokenBook(cluster.files, Cluster.RANDOM);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.addAll(List.of(Redeemer.class.getName(), directory.toString()));
        List<JoinToken> tokens = new ArrayList<>();
        for (int i = 0; i < TOKENS; i++) {
            tokens.add(
                    book.create(
                            EnumSet.of(CertRole.DAEMON),
                            Duration.ofMinutes(15),
                            Optional.empty(),
                            Cluster.NOW));
        }
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader in = process.inputReader(StandardCharsets.US_ASCII)) {
            assertThat(in.readLine()).isEqualTo("ready");
            try (BufferedWriter out = process.outputWriter(StandardCharsets.US_ASCII)) {
                for (JoinToken token : tokens) {
                    out.write(token.text() + "\n");
                }
            }
            int here = redeem(book, tokens);
            int there = Integer.parseInt(in.readLine());
            assertThat(here + there).isEqualTo(TOKENS);
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    private static int redeem(TokenBook book, List<JoinToken> tokens) throws IOException {
        int redeemed = 0;
        for (JoinToken token : tokens) {
            try {
                book.redeem(token.id(), token.secret(), Cluster.NOW);
                redeemed++;
            } catch (TokenRefusedException e) {
                assertThat(e).hasMessageContaining("was used");
            }
        }
        return redeemed;
    }

    /** The other process: redeems what it reads and tells how often it was let in. */
    static final class Redeemer {
        private Redeemer() {}

        public static void main(String[] args) throws Exception {
            TokenBook book = new TokenBook(new AuthorityFiles(Path.of(args[0])), Cluster.RANDOM);
            System.out.println("ready");
            List<JoinToken> tokens = new ArrayList<>();
            try (BufferedReader in =
                    new BufferedReader(
                            new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    tokens.add(JoinToken.parse(line));
                }
            }
            System.out.println(redeem(book, tokens));
        }
    }
}
