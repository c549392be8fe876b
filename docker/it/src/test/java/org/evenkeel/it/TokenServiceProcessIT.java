package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * docker/container/token-service.sh with an authority of its own: machines ask for tokens in a
 * directory in which other programs write what they like.
 */
@Timeout(600)
@Tag("extended")
class TokenServiceProcessIT {
    private static final Path SCRIPT =
            Path.of("..", "..", "docker", "container", "token-service.sh");
    private static final Duration LIMIT = StartedNodes.LIMIT;

    @TempDir private static Path root;

    /** Of the authority of all tests. */
    private static Path state;

    private static Path key;
    private static byte[] keyBefore;

    private Path requests;
    private Path said;
    private Process script;

    @BeforeAll
    static void initialise() throws Exception {
        state = root.resolve("state");
        assertThat(new Command(state).run("cluster", "init").exitCode()).isZero();
        key = state.resolve("clusters/default/authority/ca.pem");
        keyBefore = Files.readAllBytes(key);
        assertThat(Files.readString(key)).contains("PRIVATE KEY");
    }

    @BeforeEach
    void start() throws Exception {
        Path directory = Files.createTempDirectory(root, "test");
        requests = Files.createDirectory(directory.resolve("requests"));
        said = directory.resolve("said.txt");
        ProcessBuilder builder =
                new ProcessBuilder("bash", SCRIPT.toRealPath().toString(), "authority:4712")
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile());
        var environment = builder.environment();
        environment.put("PATH", Home.unpack() + ":" + environment.get("PATH"));
        environment.put("EVENKEEL_JAVA_HOME", System.getProperty("java.home"));
        environment.put("EVENKEEL_STATE", state.toString());
        environment.put("EVENKEEL_JOIN_DIRECTORY", requests.toString());
        script = builder.start();
    }

    @AfterEach
    void end() throws InterruptedException {
        script.descendants().forEach(ProcessHandle::destroyForcibly);
        script.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }

    @Test
    void whatIsAskedForIsGivenAndNothingElse() throws Exception {
        List<String> before = tokens();
        ask("n1.daemon");
        ask("n.2.submit");
        assertThat(answer("n1")).startsWith("evenkeel join authority:4712 ek1-").hasLineCount(1);
        assertThat(answer("n.2")).startsWith("evenkeel join authority:4712 ek1-");
        ask("n3.master");
        ask("n4.admin");
        ask("a b.daemon");
        ask("x\nevil.daemon");
        ask("\033[2Jevil.daemon");
        awaitTaken();
        List<String> given = tokens();
        given.removeAll(before);
        assertThat(given).containsExactlyInAnyOrder("n1 [daemon]", "n.2 [submit]");
        assertThat(Files.readString(said))
                .contains("1 requests for tokens were not met")
                .hasLineCount(1)
                .doesNotContain("evil", "\033");
    }

    @Test
    @LongForm
    void linksAndDirectoriesInPlaceOfFilesGetNobodyTheKey() throws Exception {
        Files.createSymbolicLink(requests.resolve("l1.daemon.request"), key);
        Files.createSymbolicLink(requests.resolve("l2.daemon.request"), key.resolveSibling("."));
        Files.createSymbolicLink(requests.resolve("l3.part"), key);
        Files.createSymbolicLink(requests.resolve("l3.answer"), key);
        Files.createDirectory(requests.resolve("l4.answer"));
        Files.writeString(requests.resolve("l5.daemon.request"), "daemon");
        ask("l3.daemon");
        ask("l4.daemon");
        awaitTaken();
        assertThat(answer("l3")).startsWith("evenkeel join ");
        Awaitility.await("l4 is told of")
                .atMost(LIMIT)
                .until(() -> Files.readString(said).contains("for l4 could not be put there"));
        assertThat(requests.resolve("l4.answer")).isEmptyDirectory();
        assertKeyIsSafe();
    }

    /** Whatever is made in the directory is replaced by a link to the key, as fast as may be. */
    @Test
    @LongForm
    void whoIsFasterGetsNothingEither() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread hostile = Thread.ofPlatform().start(() -> replaceAllUntil(over));
        try {
            for (String name : new String[] {"r1", "r2"}) {
                ask(name + ".daemon");
            }
            awaitTaken();
            Awaitility.await("r2's answer")
                    .atMost(LIMIT)
                    .until(() ->
                            Files.exists(requests.resolve("r2.answer"), LinkOption.NOFOLLOW_LINKS)
                                    || Files.readString(said).contains("not met"));
        } finally {
            over.set(true);
            hostile.join();
        }
        ask("r3.daemon");
        assertThat(answer("r3")).startsWith("evenkeel join ");
        assertKeyIsSafe();
    }

    private void replaceAllUntil(AtomicBoolean over) {
        while (!over.get()) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(requests)) {
                for (Path one : all) {
                    if (Files.isRegularFile(one, LinkOption.NOFOLLOW_LINKS)) {
                        Files.delete(one);
                        Files.createSymbolicLink(one, key);
                    }
                }
            } catch (IOException e) {
                // the script was faster
            }
        }
    }

    /** Of each open token the machine that it is for, and its roles. */
    private static List<String> tokens() throws Exception {
        String json = new Command(state).run("token", "list", "--json").out();
        List<String> tokens = new ArrayList<>();
        for (Object one : (List<?>) JSON.std.mapFrom(json).get("tokens")) {
            Map<?, ?> token = (Map<?, ?>) one;
            tokens.add(token.get("for") + " " + token.get("roles"));
        }
        return tokens;
    }

    private void ask(String request) throws IOException {
        Files.createDirectory(requests.resolve(request + ".request"));
    }

    /** Waits until no request is open that is one. */
    private void awaitTaken() {
        Awaitility.await("requests are taken")
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    try (DirectoryStream<Path> open =
                            Files.newDirectoryStream(requests, "*.request")) {
                        for (Path one : open) {
                            if (Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS)) {
                                return false;
                            }
                        }
                        return true;
                    }
                });
    }

    private String answer(String name) throws IOException {
        Path file = requests.resolve(name + ".answer");
        Awaitility.await("answer for " + name)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS));
        return Files.readString(file);
    }

    private void assertKeyIsSafe() throws IOException {
        assertThat(script.isAlive()).isTrue();
        assertThat(key).hasBinaryContent(keyBefore);
        assertThat(Files.readString(said)).doesNotContain("PRIVATE", "BEGIN");
    }
}
