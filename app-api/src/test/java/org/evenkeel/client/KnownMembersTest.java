package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.wire.link.Endpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The daemon whose address a program was given may be down when the next one starts. */
class KnownMembersTest {

    @TempDir Path cluster;

    private static Map<String, Endpoint> two() {
        Map<String, Endpoint> members = new TreeMap<>();
        members.put("n2", new Endpoint.Tcp("192.0.2.2", 4712));
        members.put("n3", new Endpoint.Tcp("host.example", 4713));
        return members;
    }

    private Path identity() throws Exception {
        Path identity = Files.createDirectories(cluster.resolve("identity"));
        Files.createFile(identity.resolve("node.pem"));
        return identity;
    }

    @Test
    void whatIsKeptIsReadAgain() throws Exception {
        Path identity = identity();
        KnownMembers.write(cluster, two());
        KnownMembers.write(cluster, two());
        assertThat(KnownMembers.read(cluster)).isEqualTo(two());
        assertThat(identity.toFile().list()).containsExactlyInAnyOrder("node.pem", "members");
    }

    @Test
    void nothingIsKeptWithoutACertificateToShow() {
        KnownMembers.write(cluster, two());
        assertThat(cluster.toFile().list()).isEmpty();
        assertThat(KnownMembers.read(cluster)).isEmpty();
    }

    @Test
    void whereThisMachineJoinedIsKnown() throws Exception {
        assertThat(KnownMembers.seed(cluster)).isNull();
        Path file = identity().resolve("seed");
        Files.writeString(file, "192.0.2.7:4712\n");
        assertThat(KnownMembers.seed(cluster)).isEqualTo(new Endpoint.Tcp("192.0.2.7", 4712));
        Files.writeString(file, "unix:/tmp/x\n");
        assertThat(KnownMembers.seed(cluster)).isNull();
        Files.writeString(file, "x".repeat(1_000) + ":4712\n");
        assertThat(KnownMembers.seed(cluster)).as("too long").isNull();
    }

    @Test
    void linesThatAreNoneAreLeftOut() throws Exception {
        Path file = identity().resolve("members");
        Files.writeString(file, "n2\n\nn3 x\nn4 192.0.2.4:96\n n5 :4\nn6 unix:/tmp/x\n");
        assertThat(KnownMembers.read(cluster))
                .isEqualTo(Map.of("n4", new Endpoint.Tcp("192.0.2.4", 96)));
        Files.write(file, new byte[] {(byte) 0xff, 0, (byte) 0xc3});
        assertThat(KnownMembers.read(cluster)).as("not text").isEmpty();
        Files.writeString(file, "n1 192.0.2.1:4712\n".repeat(100_000));
        assertThat(KnownMembers.read(cluster)).as("too long").isEmpty();
    }
}
