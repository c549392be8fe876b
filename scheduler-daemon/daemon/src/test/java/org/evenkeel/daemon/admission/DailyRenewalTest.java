package org.evenkeel.daemon.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.evenkeel.daemon.config.TlsEngine;
import org.evenkeel.daemon.fake.TestAuthority;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.model.NodeId;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine's certificate is renewed once a day, and kept when that fails. */
class DailyRenewalTest {

    @TempDir private Path directory;
    private TestAuthority authority;
    private final AtomicInteger asked = new AtomicInteger();

    @BeforeEach
    void makeAuthority() throws Exception {
        authority = new TestAuthority(directory);
    }

    private NodeIdentity issued(Duration ago) throws Exception {
        Instant then = Instant.now().minus(ago);
        new IdentityFiles(directory).save(authority.issue("n1", then, CertRole.DAEMON));
        return NodeIdentity.load(
                        directory, new NodeId("n1"), InstantSource.system(), TlsEngine.AUTO)
                .orElseThrow();
    }

    private Renewal renewal(NodeIdentity identity) {
        return new Renewal(identity, this::renewed, InstantSource.system(), Runnable::run);
    }

    private Credentials renewed(Credentials own)
            throws IOException, org.evenkeel.security.identity.IdentityException {
        asked.incrementAndGet();
        return Credentials.of(
                own.key(),
                authority.authority.renew(
                        own.certificate(), own.certificate().getPublicKey(), Instant.now()),
                own.authority());
    }

    @Test
    void aCertificateOfYesterdayIsRenewedOnDiskAndInUse() throws Exception {
        NodeIdentity identity = issued(Duration.ofHours(25));
        Credentials before = identity.own();
        renewal(identity).look();
        assertThat(identity.own().certificate()).isNotEqualTo(before.certificate());
        assertThat(identity.own().key()).isEqualTo(before.key());
        assertThat(new IdentityFiles(directory).load().orElseThrow().certificate())
                .isEqualTo(identity.own().certificate());
        renewal(identity).look();
        assertThat(asked).as("not twice a day").hasValue(1);
    }

    @Test
    void oneOfTodayIsLeftAlone() throws Exception {
        renewal(issued(Duration.ofHours(20))).look();
        assertThat(asked).hasValue(0);
    }

    @Test
    void oneThatHasExpiredIsRenewedToo() throws Exception {
        NodeIdentity identity = issued(Duration.ofDays(100));
        renewal(identity).look();
        assertThat(identity.own().certificate().getNotAfter().toInstant())
                .isAfter(Instant.now().plus(Duration.ofDays(89)));
    }

    @Test
    void whenNobodyAnswersTheOldOneStays() throws Exception {
        NodeIdentity identity = issued(Duration.ofDays(3));
        Credentials before = identity.own();
        Renewal.Source absent =
                own -> {
                    throw new IOException("no route to host");
                };
        new Renewal(identity, absent, InstantSource.system(), Runnable::run).look();
        assertThat(identity.own()).isEqualTo(before);
        assertThat(new IdentityFiles(directory).load()).contains(before);
    }
}
