package org.evenkeel.cli.doctor;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.security.identity.Trust;

/** Checks of this machine's certificate and of its authority's; they look nothing up. */
public final class CertificateCheck {
    private static final String CHECK = "certificate";
    static final Duration SOON = Duration.ofDays(30);

    /** This machine has none. */
    public static Finding none() {
        return Finding.ok(CHECK, "none; it is needed only for a cluster of several machines");
    }

    /** It cannot be used. */
    public static Finding unusable(String reason) {
        return Finding.problem(
                CHECK, reason, "do what the reason says; evenkeel cert show tells more");
    }

    /**
     * Whether it is valid, and for how long.
     *
     * @param name whose it is
     * @param refusal why it proves nothing; empty when it does, or has only expired
     */
    public static Finding own(Instant now, String name, Instant until, Optional<String> refusal) {
        if (refusal.isPresent()) {
            return unusable(refusal.get());
        }
        String end = NumberFormatter.time(until.toString());
        if (now.isAfter(until)) {
            return Finding.problem(
                    CHECK,
                    "that of %s expired at %s".formatted(name, end),
                    "run evenkeel cert renew; that is possible until "
                            + NumberFormatter.time(until.plus(Trust.RENEWABLE).toString()));
        }
        String found =
                "that of %s is valid until %s, %d days"
                        .formatted(name, end, Duration.between(now, until).toDays());
        return until.isBefore(now.plus(SOON))
                ? Finding.warning(
                        CHECK,
                        found,
                        "daemons renew it daily if they reach the machine with the authority: "
                                + "see daemon.log, or run evenkeel cert renew")
                : Finding.ok(CHECK, found);
    }

    /** How long the cluster's authority is valid. */
    public static Finding authority(Instant now, Instant until) {
        String check = "authority";
        String found = "valid until " + NumberFormatter.time(until.toString());
        String advice = "create the cluster again (evenkeel cluster init), and join all machines";
        if (now.isAfter(until)) {
            return Finding.problem(check, "it expired: " + found, advice);
        }
        return until.isBefore(now.plus(SOON))
                ? Finding.warning(check, found, advice + " before it ends")
                : Finding.ok(check, found);
    }
}
