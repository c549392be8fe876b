package org.evenkeel.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.daemon.identity.TokenBook;

/** A time as the command line says it: {@code 90s}, {@code 15m}, {@code 2h}. */
final class Ttl {
    private static final Pattern FORM = Pattern.compile("(\\d{1,6})([smh])");

    private Ttl() {}

    static Optional<Duration> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long count = Long.parseLong(matcher.group(1));
        return Optional.of(
                switch (matcher.group(2)) {
                    case "s" -> Duration.ofSeconds(count);
                    case "m" -> Duration.ofMinutes(count);
                    default -> Duration.ofHours(count);
                });
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
