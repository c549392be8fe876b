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
class CrowdTest {

    @TempDir Path directory;

    private static Speaker certified(TestAuthority authority, String name) throws Exception {
        Credentials own = authority.issue(name, CertRole.SUBMIT);
        return Speaker.of(Role.CLIENT, new Caller.Certified(own.subject(), own.chain().getFirst()));
    }

    @Test
    void oneNameGetsAShareAndAllABound() throws Exception {
        TestAuthority authority = new TestAuthority(directory);
        Speaker alice = certified(authority, "alice");
        Crowd crowd = new Crowd(8);
        Runnable first = crowd.enter(alice);
        assertThat(crowd.whyNot(alice)).isNull();
        crowd.enter(alice);
        assertThat(crowd.whyNot(alice)).contains("of alice: 2");
        assertThat(crowd.whyNot(certified(authority, "bob"))).isNull();
        first.run();
        assertThat(crowd.whyNot(alice)).isNull();
    }

    @Test
    void whoIsOnThisMachineCountsAndItsWorkersDoNot() {
        Speaker local = Speaker.of(Role.OBSERVER, new Caller.Local());
        Speaker worker = Speaker.of(Role.WORKER, new Caller.Local());
        Crowd crowd = new Crowd(8);
        List<Runnable> leaves = new ArrayList<>();
        while (crowd.whyNot(local) == null) {
            leaves.add(crowd.enter(local));
            crowd.enter(worker);
        }
        assertThat(leaves).hasSize(8);
        assertThat(crowd.whyNot(local)).contains("too many are connected");
        assertThat(crowd.whyNot(worker)).isNull();
        leaves.getFirst().run();
        assertThat(crowd.whyNot(local)).isNull();
    }
}
