package org.evenkeel.daemon.admission;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews this machine's certificate once a day, and tries again every hour when that fails:
 * machines sleep, and the authority may be away for long. Timers run on the event loop, the work
 * elsewhere.
 *
 * @param elsewhere for what blocks
 */
public record Renewal(
        NodeIdentity identity, Source source, InstantSource clock, Executor elsewhere) {
    /** Age at which a certificate is renewed. */
    static final Duration RENEW_AFTER = Duration.ofDays(1);

    private static final Duration LOOK_EVERY = Duration.ofHours(1);

    private static final Logger LOG = LoggerFactory.getLogger(Renewal.class);

    /** Where renewed credentials come from. */
    public interface Source {
        /** Blocks; credentials with the same key. */
        Credentials renew(Credentials own) throws IOException, IdentityException;
    }

    /** Asks the daemon where this machine joined. */
    public static Source bySeed(NodeIdentity identity, InstantSource clock) {
        return own -> {
            Optional<Address> seed = identity.seed();
            if (seed.isEmpty()) {
                throw new IOException(
                        "the address of the authority is unknown; run evenkeel cert renew "
                                + "--address HOST:PORT");
            }
            return new AuthorityClient(seed.get(), clock, LOG::info).renew(own).credentials();
        };
    }

    /** Looks now and then every hour. */
    public void start(TimerSource timers) {
        elsewhere.execute(this::look);
        timers.after(LOOK_EVERY.toNanos(), () -> start(timers));
    }

    /** Renews when it is time; blocks. */
    void look() {
        Instant now = clock.instant();
        Instant from = identity.own().certificate().getNotBefore().toInstant();
        if (now.isBefore(from.plus(RENEW_AFTER))) {
            return;
        }
        try {
            Credentials renewed = source.renew(identity.own());
            identity.renewed(renewed);
            LOG.info(
                    "certificate renewed, valid until {}",
                    renewed.certificate().getNotAfter().toInstant());
        } catch (IOException | IdentityException e) {
            LOG.warn(
                    "certificate not renewed ({}); valid until {}, renewable for {} more days",
                    e.getMessage(),
                    identity.own().certificate().getNotAfter().toInstant(),
                    org.evenkeel.security.identity.Trust.RENEWABLE.toDays());
        }
    }
}
