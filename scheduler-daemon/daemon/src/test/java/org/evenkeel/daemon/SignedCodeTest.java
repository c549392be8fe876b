package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.daemon.audit.AuditReader;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.fake.FakeBundle;
import org.evenkeel.daemon.fake.Signer;
import org.evenkeel.daemon.fake.Tasks;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Daemons that take signed code only, where it is submitted and where it comes from a peer. */
@Timeout(120)
class SignedCodeTest {

    @TempDir static Path keys;
    private static String trusted;
    private static FakeBundle signed;
    private static FakeBundle unsigned;

    @TempDir Path directory;
    private TestCluster cluster;

    @BeforeAll
    static void sign() throws Exception {
        Signer signer = new Signer(keys, "builder");
        trusted = signer.certificate().toString();
        byte[] jar = Signer.jar("a/A.class");
        unsigned = new FakeBundle(jar);
        signed = new FakeBundle(signer.sign(jar));
    }

    @BeforeEach
    void open() {
        cluster = new TestCluster(directory);
    }

    @AfterEach
    void close() throws Exception {
        cluster.close();
    }

    /** Reasons for so many rejections; serves the code meanwhile. */
    private static List<String> rejections(WireSocket client, FakeBundle bundle, int count)
            throws Exception {
        List<String> reasons = new ArrayList<>();
        while (reasons.size() < count) {
            Frame frame = client.read();
            if (frame.hasBlobRequest()) {
                client.send(bundle.answer(frame.getBlobRequest()));
            } else if (frame.hasRejected()) {
                reasons.add(frame.getRejected().getReason());
            } else {
                assertThat(frame.hasOutcomes()).as("%s", frame).isFalse();
            }
        }
        return reasons;
    }

    @Test
    void aJobWhoseCodeIsNotSignedIsRefusedWithTheReason() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of(ConfigKey.REQUIRE_SIGNED_CODE, trusted));
        try (WireSocket client = cluster.client(daemon, 11)) {
            client.send(Tasks.submit(Tasks.kind("echo", unsigned.digest()), 1, 3, "x"));
            assertThat(rejections(client, unsigned, 3))
                    .allSatisfy(why ->
                            assertThat(why)
                                    .contains("fake.jar is not signed")
                                    .contains("require-signed-code"));
            client.send(Tasks.submit(Tasks.kind("echo", unsigned.digest()), 4, 4, "x"));
            assertThat(rejections(client, unsigned, 1)).hasSize(1); // remembered, not fetched again
            client.send(Tasks.submit(Tasks.kind("echo", signed.digest()), 5, 9, "x"));
            List<OutcomeItem> outcomes = Tasks.outcomes(client, signed, 5);
            assertThat(outcomes).allMatch(one -> one.getStatus() == Status.SUCCEEDED);
        }
        cluster.close();
        AuditReader reader = new AuditReader(line -> true, 1_000);
        for (Path log : AuditReader.logs(directory, null)) {
            reader.read(log);
        }
        assertThat(reader.lines().stream().filter(line -> line.text("what").equals("code-refused")))
                .singleElement()
                .satisfies(line -> assertThat(line.text("why")).contains("fake.jar is not signed"));
    }

    @Test
    void codeThatComesFromAPeerIsLookedAtToo() throws Exception {
        Daemon careless = cluster.start("n1", 0, Map.of(ConfigKey.NEIGHBOURS, "n2"));
        cluster.start(
                "n2",
                1,
                Map.of(ConfigKey.NEIGHBOURS, "n1", ConfigKey.REQUIRE_SIGNED_CODE, trusted));
        try (WireSocket one = cluster.client(careless, 11);
                WireSocket two = cluster.client(careless, 12)) {
            one.send(Tasks.submit(Tasks.kind("echo", unsigned.digest()), 1, 2, "x"));
            Frame frame = one.read();
            while (!frame.hasAccepted()) {
                if (frame.hasBlobRequest()) {
                    one.send(unsigned.answer(frame.getBlobRequest()));
                }
                frame = one.read();
            }
            // Signed tasks get through beside those that are refused again and again.
            two.send(Tasks.submit(Tasks.kind("echo", signed.digest()), 1, 5, "x"));
            assertThat(Tasks.outcomes(two, signed, 5))
                    .allMatch(outcome -> outcome.getStatus() == Status.SUCCEEDED);
        }
    }
}
