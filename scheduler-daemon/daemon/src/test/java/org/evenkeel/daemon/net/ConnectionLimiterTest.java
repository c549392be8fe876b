package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.daemon.fake.TestAuthority;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many are connected at a time. */
class ConnectionLimiterTest {

    @TempDir Path directory;

    private static AuthenticatedPeer certified(TestAuthority authority, String name)
            throws Exception {
        Credentials own = authority.issue(name, CertRole.SUBMIT);
        return AuthenticatedPeer.of(
                Role.CLIENT,
                new TransportIdentity.Certified(own.subject(), own.chain().getFirst()));
    }

    @Test
    void oneNameGetsAShareAndAllABound() throws Exception {
        TestAuthority authority = new TestAuthority(directory);
        AuthenticatedPeer alice = certified(authority, "alice");
        ConnectionLimiter connectionLimiter = new ConnectionLimiter(8);
        Runnable first = connectionLimiter.enter(alice);
        assertThat(connectionLimiter.whyNot(alice)).isNull();
        connectionLimiter.enter(alice);
        assertThat(connectionLimiter.whyNot(alice)).contains("of alice: 2");
        assertThat(connectionLimiter.whyNot(certified(authority, "bob"))).isNull();
        first.run();
        assertThat(connectionLimiter.whyNot(alice)).isNull();
    }

    @Test
    void whoIsOnThisMachineCountsAndItsWorkersDoNot() {
        AuthenticatedPeer local =
                AuthenticatedPeer.of(Role.OBSERVER, new TransportIdentity.Local());
        AuthenticatedPeer worker = AuthenticatedPeer.of(Role.WORKER, new TransportIdentity.Local());
        ConnectionLimiter connectionLimiter = new ConnectionLimiter(8);
        List<Runnable> leaves = new ArrayList<>();
        while (connectionLimiter.whyNot(local) == null) {
            leaves.add(connectionLimiter.enter(local));
            connectionLimiter.enter(worker);
        }
        assertThat(leaves).hasSize(8);
        assertThat(connectionLimiter.whyNot(local)).contains("too many connections");
        assertThat(connectionLimiter.whyNot(worker)).isNull();
        leaves.getFirst().run();
        assertThat(connectionLimiter.whyNot(local)).isNull();
    }
}
