package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.evenkeel.daemon.identity.Authority;
import org.evenkeel.daemon.identity.AuthorityFiles;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.daemon.identity.Issued;
import org.evenkeel.daemon.identity.TokenBook;
import org.evenkeel.model.Digest;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.JoinToken;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.Subject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code evenkeel cluster}, {@code token} and {@code cert}, in a directory of their own. */
class IdentityCommandsTest {
    @TempDir private Path folder;
    private final SecureRandom random = new SecureRandom();
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    private Path directory() {
        return folder.resolve("lab");
    }

    private int execute(String line) {
        out = new StringWriter();
        err = new StringWriter();
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        words.addAll(List.of("--cluster-dir", directory().toString()));
        CommandLine command = Main.commandLine();
        command.setOut(new PrintWriter(out, true));
        command.setErr(new PrintWriter(err, true));
        return command.execute(words.toArray(String[]::new));
    }

    private Map<String, Object> json(String line) throws Exception {
        assertThat(execute(line + " --json")).as(err.toString()).isZero();
        return JSON.std.mapFrom(out.toString());
    }

    private Authority authority() throws Exception {
        return Authority.open(new AuthorityFiles(directory()), random);
    }

    private Credentials join(String name) throws Exception {
        Authority authority = authority();
        KeyPair keys = Keys.generate(random);
        Subject subject = new Subject(authority.cluster(), name, EnumSet.of(CertRole.DAEMON));
        return Credentials.of(
                keys.getPrivate(),
                authority.issue(
                        keys.getPublic(), subject, Issued.byToken("ab12cd34"), Instant.now()),
                authority.certificate());
    }

    @Test
    void initMakesTheAuthorityAndThisMachinesCertificateAndSaysWhatIsNext() throws Exception {
        assertThat(execute("cluster init --name head")).isZero();
        assertThat(out.toString())
                .contains("its node head")
                .contains("evenkeel daemon --cluster-dir " + directory() + " --listen HOST:PORT")
                .contains("evenkeel token create --cluster-dir " + directory());
        Credentials own = new IdentityFiles(directory()).load().orElseThrow();
        assertThat(own.subject())
                .isEqualTo(
                        new Subject(
                                authority().cluster(),
                                "head",
                                EnumSet.of(CertRole.DAEMON, CertRole.MASTER)));
        assertThat(own.authority()).isEqualTo(authority().certificate());
        assertThat(new IdentityFiles(directory()).revoked(own.authority())).isPresent();
        for (String file :
                List.of(
                        "identity/node.pem",
                        "identity/revoked",
                        "authority/ca.pem",
                        "authority/issued",
                        "authority/revoked")) {
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(directory().resolve(file))))
                    .as(file)
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void initInJson() throws Exception {
        assertThat(json("cluster init --name head"))
                .containsEntry("node", "head")
                .containsEntry("roles", List.of("daemon", "master"))
                .containsKeys("cluster", "authority", "serial", "until", "next");
        assertThat(out.toString()).doesNotContain("PRIVATE");
    }

    @Test
    void initTwiceIsRefusedAndChangesNothing() throws Exception {
        execute("cluster init --name head");
        byte[] before = Files.readAllBytes(directory().resolve("authority/ca.pem"));
        assertThat(execute("cluster init --name other")).isEqualTo(1);
        assertThat(err.toString())
                .contains("an authority exists already, and this machine is head")
                .contains("evenkeel token create");
        assertThat(directory().resolve("authority/ca.pem")).hasBinaryContent(before);
        assertThat(authority().list()).hasSize(1);
    }

    @Test
    void initIsRefusedWhereThisMachineBelongsToAnotherCluster() throws Exception {
        execute("cluster init --name head");
        new IdentityFiles(folder.resolve("other")).save(join("n2"));
        Files.move(directory(), folder.resolve("elsewhere"));
        Files.move(folder.resolve("other"), directory());
        assertThat(execute("cluster init")).isEqualTo(1);
        assertThat(err.toString())
                .contains("this machine is n2 (daemon)")
                .contains("authority is on another machine");
        assertThat(directory().resolve("authority/ca.pem")).doesNotExist();
    }

    @Test
    void initIsRefusedWhereAuthorityAndIdentityAreOfDifferentClusters() throws Exception {
        execute("cluster init --name head");
        Credentials first = new IdentityFiles(directory()).load().orElseThrow();
        Files.move(directory(), folder.resolve("elsewhere"));
        execute("cluster init --name head");
        new IdentityFiles(directory()).save(first);
        assertThat(execute("cluster init")).isEqualTo(1);
        assertThat(err.toString()).contains("which belongs to another cluster");
    }

    @Test
    void initGoesOnWhereItWasEnded() throws Exception {
        execute("cluster init --name head");
        Files.delete(directory().resolve("identity/node.pem"));
        assertThat(execute("cluster init --name head")).isEqualTo(1);
        assertThat(err.toString()).contains("evenkeel cert revoke head");
        assertThat(execute("cert revoke head")).isZero();
        String cluster = authority().cluster();
        assertThat(execute("cluster init --name head")).isZero();
        assertThat(new IdentityFiles(directory()).load().orElseThrow().subject().cluster())
                .isEqualTo(cluster);
    }

    @Test
    void tokenCreatePrintsTheCommandToPasteAsItsLastLine() throws Exception {
        execute("cluster init --name head");
        assertThat(execute("token create --address head.lab:7070")).isZero();
        String last = out.toString().lines().toList().getLast();
        assertThat(last).startsWith("evenkeel join head.lab:7070 ek1-");
        JoinToken token = JoinToken.parse(last.substring(last.lastIndexOf(' ') + 1));
        assertThat(token.pins(authority().certificate())).isTrue();
        new TokenBook(new AuthorityFiles(directory()), random)
                .redeem(token.id(), token.secret(), Digest.of(new byte[32]), Instant.now());
    }

    @Test
    void withoutAnAddressThereIsAPlaceholderAndAHint() throws Exception {
        execute("cluster init --name head");
        assertThat(execute("token create")).isZero();
        assertThat(out.toString()).contains("evenkeel daemon --listen HOST:PORT");
        assertThat(out.toString().lines().toList().getLast())
                .startsWith("evenkeel join ADDRESS ek1-");
    }

    @Test
    void tokensAreMadeListedAndRevoked() throws Exception {
        execute("cluster init --name head");
        Map<String, Object> made = json("token create --role submit,observe --for laptop --ttl 2h");
        assertThat(made)
                .containsEntry("roles", List.of("submit", "observe"))
                .containsEntry("for", "laptop")
                .doesNotContainKey("address");
        String id = (String) made.get("id");
        assertThat(execute("token list")).isZero();
        String secret = ((String) made.get("token")).substring(13, 65);
        assertThat(out.toString()).contains(id, "submit, observe", "laptop").doesNotContain(secret);
        assertThat(json("token list").toString()).contains(id).doesNotContain(secret);
        assertThat(execute("token revoke " + id)).isZero();
        assertThat(execute("token revoke " + id)).isEqualTo(3);
        assertThat(execute("token list")).isZero();
        assertThat(out.toString()).contains("no unused tokens");
    }

    /** The state directory is a link to a disk that is not there: not even root can write to it. */
    @Test
    void joinFindsOutThatItCannotKeepACertificateBeforeTheTokenIsUsed() throws Exception {
        execute("cluster init --name head");
        String token = (String) json("token create").get("token");
        Files.move(directory(), folder.resolve("first"));
        Files.createSymbolicLink(directory(), folder.resolve("not/mounted"));
        try (ServerSocketChannel authority = ServerSocketChannel.open()) {
            authority.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            authority.configureBlocking(false);
            int port = authority.socket().getLocalPort();
            assertThat(execute("join 127.0.0.1:" + port + " " + token)).isEqualTo(1);
            assertThat(authority.accept()).as("somebody who was asked").isNull();
        }
        assertThat(err.toString())
                .contains("cannot store a certificate in " + directory())
                .contains("is still unused")
                .doesNotContain("no daemon answers");
    }

    /** With an authority that is not there, whoever knows the token goes as far as to it. */
    @Test
    void aTokenMayComeFromStandardInput() throws Exception {
        execute("cluster init --name head");
        String token = (String) json("token create").get("token");
        Files.move(directory(), folder.resolve("first"));
        InputStream before = System.in;
        try {
            assertThat(executeWith("join 127.0.0.1:1 - --name n2", token + "\n"))
                    .as(() -> err.toString())
                    .isEqualTo(3);
            assertThat(err.toString()).contains("no daemon answers at 127.0.0.1:1");
            assertThat(executeWith("join 127.0.0.1:1 -", "")).isEqualTo(2);
            assertThat(err.toString())
                    .contains(
                            "standard input is empty; paste the token that \"evenkeel token create\" printed");
            assertThat(executeWith("join 127.0.0.1:1 -", "x".repeat(2_000))).isEqualTo(2);
            assertThat(executeWith("join 127.0.0.1:1 -", "ek1-nonsense")).isEqualTo(1);
        } finally {
            System.setIn(before);
        }
    }

    private int executeWith(String line, String input) {
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.US_ASCII)));
        return execute(line);
    }

    @Test
    void initNamesWhatIsInTheWay() throws Exception {
        Files.createSymbolicLink(directory(), folder.resolve("not/mounted"));
        assertThat(execute("cluster init --name head")).isEqualTo(1);
        assertThat(err.toString()).contains(directory() + " is not a directory");
    }

    @Test
    void aTokenForAMasterIsOneForADaemonToo() throws Exception {
        execute("cluster init --name head");
        assertThat(json("token create --role master"))
                .containsEntry("roles", List.of("daemon", "master"));
        assertThat(json("token create --role master,submit"))
                .containsEntry("roles", List.of("daemon", "master", "submit"));
    }

    @Test
    void tokenCreateRefusesWhatMakesNoSense() {
        execute("cluster init --name head");
        for (String wrong :
                List.of(
                        "--role king",
                        "--ttl 25h",
                        "--ttl 0s",
                        "--ttl soon",
                        "--for a/b",
                        "--address nowhere",
                        "--address a;b:1",
                        "--address head:0")) {
            assertThat(execute("token create " + wrong)).as(wrong).isEqualTo(2);
            assertThat(err.toString()).contains(wrong.substring(0, wrong.indexOf(' ')));
        }
        assertThat(execute("token list")).isZero();
        assertThat(out.toString()).contains("no unused tokens");
    }

    @Test
    void certShowSaysWhoThisMachineIsAndWhetherThatCounts() throws Exception {
        assertThat(execute("cert show")).isEqualTo(3);
        assertThat(err.toString()).contains("evenkeel join", "evenkeel cluster init");
        execute("cluster init --name head");
        assertThat(execute("cert show")).isZero();
        assertThat(out.toString())
                .contains("head", "daemon, master", authority().cluster(), "valid", "list 1");
        assertThat(json("cert show"))
                .containsEntry("counts", true)
                .containsEntry("authorityHere", true);
        execute("cert revoke head");
        assertThat(execute("cert show")).isEqualTo(1);
        assertThat(out.toString()).contains("is revoked");
    }

    @Test
    void certShowRefusesAKeyThatOthersCanRead() throws Exception {
        execute("cluster init --name head");
        Path file = directory().resolve("identity/node.pem");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(execute("cert show")).isEqualTo(1);
        assertThat(err.toString()).contains("chmod 600 " + file);
    }

    @Test
    void certificatesAreListedAndRevoked() throws Exception {
        execute("cluster init --name head");
        Credentials n2 = join("n2");
        authority().renew(n2.certificate(), n2.certificate().getPublicKey(), Instant.now());
        assertThat(execute("cert list")).isZero();
        assertThat(out.toString().lines()).hasSize(3).anyMatch(line -> line.contains("renewal:"));
        assertThat(execute("cert list --all")).isZero();
        assertThat(out.toString().lines()).hasSize(4);
        Map<String, Object> revoked = json("cert revoke n2");
        assertThat(revoked)
                .containsEntry("names", List.of("n2"))
                .containsEntry("revocationList", 2)
                .containsEntry("new", true);
        assertThat((List<?>) revoked.get("serials")).hasSize(2);
        assertThat(execute("cert list --all")).isZero();
        assertThat(out.toString().lines().filter(line -> line.contains("revoked"))).hasSize(2);
        assertThat(
                        new IdentityFiles(directory())
                                .revoked(authority().certificate())
                                .orElseThrow()
                                .isRevoked(n2.certificate().getSerialNumber()))
                .isTrue();
        assertThat(execute("cert revoke n2")).isZero();
        assertThat(out.toString()).contains("already revoked");
        assertThat(execute("cert revoke n9")).isEqualTo(3);
    }

    @Test
    void certRevokeKnowsWhatAnOldCopyOfTheAuthorityDoesNot() throws Exception {
        execute("cluster init --name head");
        Credentials n2 = join("n2");
        join("n3");
        Path file = directory().resolve("authority/revoked");
        byte[] old = Files.readAllBytes(file);
        execute("cert revoke n2");
        Files.write(file, old);
        assertThat(execute("cert revoke n3")).isZero();
        assertThat(authority().revoked().isRevoked(n2.certificate().getSerialNumber())).isTrue();
        assertThat(authority().revoked().serials()).hasSize(2);
        Files.write(directory().resolve("identity/revoked"), new byte[9]);
        assertThat(execute("cert revoke n3")).isZero();
        assertThat(execute("cert show")).isZero();
    }

    @Test
    void whereTheAuthorityIsNotThereIsNothingToGive() {
        for (String line :
                List.of(
                        "token create",
                        "token list",
                        "token revoke ab12cd34",
                        "cert list",
                        "cert revoke n1")) {
            assertThat(execute(line)).as(line).isEqualTo(3);
            assertThat(err.toString()).contains("evenkeel cluster init");
        }
        assertThat(directory()).doesNotExist();
    }
}
