package org.evenkeel.cli;

import java.time.Duration;
import java.util.Optional;
import org.evenkeel.daemon.identity.TokenBook;
import org.evenkeel.model.Numbers;

/** A time as the command line says it: {@code 90s}, {@code 15m}, {@code 2h}. */
final class Ttl {
    static Optional<Duration> parse(String text) {
        return Numbers.duration(text, 6, "s|m|h");
    }

    /** The time that an option says, more than none. */
    static Duration of(String option, String text) throws CommandFailure {
        return parse(text)
                .filter(Duration::isPositive)
                .orElseThrow(() ->
                        new CommandFailure(
                                ExitCode.USAGE,
                                option + " " + text + " is not a time; use 30s, 5m or 1h"));
    }

    static boolean isPermitted(Duration time) {
        return time.isPositive() && time.compareTo(TokenBook.MAX_TTL) <= 0;
    }
}
