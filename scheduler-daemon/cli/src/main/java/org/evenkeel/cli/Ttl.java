package org.evenkeel.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.daemon.identity.TokenBook;

/** How long a token counts, as the command line says it: {@code 90s}, {@code 15m}, {@code 2h}. */
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

    static boolean isPermitted(Duration time) {
        return time.isPositive() && time.compareTo(TokenBook.MAX_TTL) <= 0;
    }
}
