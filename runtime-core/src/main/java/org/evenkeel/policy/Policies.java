package org.evenkeel.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.evenkeel.model.NameWithOptions;
import org.evenkeel.model.Nearest;
import org.evenkeel.policy.baseline.None;
import org.evenkeel.policy.neighbour.Fit;
import org.evenkeel.policy.neighbour.Hybrid;
import org.evenkeel.policy.neighbour.Hybrid1997;
import org.evenkeel.policy.neighbour.LoadTelling;
import org.evenkeel.policy.neighbour.ReceiverInitiated;
import org.evenkeel.policy.neighbour.ReceiverInitiated.Lambda;
import org.evenkeel.policy.neighbour.SenderInitiated;

/** The policies by the names that a configuration uses. */
public final class Policies {

    /**
     * A line of a help text.
     *
     * @param name the policy's name
     * @param options what can be written in parentheses, empty when nothing can
     * @param description one line
     */
    public record Entry(String name, String options, String description) {}

    private record Known(
            Entry entry,
            List<String> keys,
            Function<NameWithOptions, Supplier<? extends Policy>> reader) {}

    private static final String PLACEMENT = "placement";
    private static final String FIT = "fit";

    /**
     * What a daemon uses when nothing else is said: nodes two hops away from a backlog are helped
     * too.
     */
    public static final String DEFAULT = "hybrid(relay=on)";

    private static final String ANNOUNCE = "announce";
    private static final String RELAY = "relay";
    private static final String LAMBDA = "lambda";
    private static final String ADAPTIVE = "adaptive";

    private static final List<Known> KNOWN =
            List.of(
                    new Known(
                            new Entry(
                                    "hybrid",
                                    "placement=paper|local-first,fit=first|best|rotating,"
                                            + "announce=lazy|eager, relay=off|on",
                                    "full nodes push, idle nodes say so and are given tasks"),
                            List.of(PLACEMENT, FIT, ANNOUNCE, RELAY),
                            Policies::hybrid),
                    new Known(
                            new Entry(
                                    "hybrid-1997",
                                    "",
                                    "the printed handlers of that strategy, for experiments"),
                            List.of(),
                            choice -> Hybrid1997::new),
                    new Known(
                            new Entry(
                                    "sender-initiated",
                                    "fit=first|best|rotating",
                                    "full nodes push new tasks; waiting tasks stay"),
                            List.of(FIT),
                            choice -> {
                                Fit fit = choose(choice, FIT, Fit.values(), Fit::spelling);
                                return () -> new SenderInitiated(fit);
                            }),
                    new Known(
                            new Entry(
                                    "receiver-initiated",
                                    "lambda=adaptive|100ms",
                                    "idle nodes ask their neighbours one by one"),
                            List.of(LAMBDA),
                            Policies::receiverInitiated),
                    new Known(
                            new Entry("none", "", "every task runs where it was submitted"),
                            List.of(),
                            choice -> None::new));

    private record Factory(String name, Supplier<? extends Policy> maker) implements PolicyFactory {
        @Override
        public Policy create() {
            return maker.get();
        }
    }

    private Policies() {}

    /** All policies, for {@code --help}. */
    public static List<Entry> all() {
        List<Entry> entries = new ArrayList<>();
        for (Known known : KNOWN) {
            entries.add(known.entry());
        }
        return List.copyOf(entries);
    }

    /**
     * Reads {@code hybrid}, {@code hybrid(placement=local-first,fit=best)} and the like.
     *
     * @throws IllegalArgumentException naming what is wrong and the nearest known word
     */
    public static PolicyFactory parse(String text) {
        NameWithOptions choice = NameWithOptions.parse(text);
        List<String> names = new ArrayList<>();
        for (Known known : KNOWN) {
            if (known.entry().name().equals(choice.name())) {
                choice.checkKeys(known.keys());
                Supplier<? extends Policy> maker = known.reader().apply(choice);
                return new Factory(maker.get().name(), maker);
            }
            names.add(known.entry().name());
        }
        throw new IllegalArgumentException(
                "unknown policy \"" + choice.name() + "\"; " + Nearest.hint(choice.name(), names));
    }

    private static Supplier<Policy> hybrid(NameWithOptions choice) {
        Hybrid.Options options =
                new Hybrid.Options(
                        choose(
                                choice,
                                PLACEMENT,
                                Hybrid.Placement.values(),
                                Hybrid.Placement::spelling),
                        choose(choice, FIT, Fit.values(), Fit::spelling),
                        choose(choice, ANNOUNCE, LoadTelling.values(), LoadTelling::spelling),
                        choose(choice, RELAY, Hybrid.Relay.values(), Hybrid.Relay::spelling));
        return () -> new Hybrid(options);
    }

    private static Supplier<Policy> receiverInitiated(NameWithOptions choice) {
        String written = choice.option(LAMBDA, ADAPTIVE);
        Lambda lambda =
                written.equals(ADAPTIVE) ? Lambda.ADAPTIVE : Lambda.fixed(nanos(choice, written));
        return () -> new ReceiverInitiated(lambda);
    }

    /** The option's value, the first one when it is not given. */
    private static <T> T choose(
            NameWithOptions choice, String key, T[] values, Function<T, String> spelling) {
        List<String> permitted = new ArrayList<>();
        for (T value : values) {
            permitted.add(spelling.apply(value));
        }
        String chosen = choice.option(key, permitted, permitted.getFirst());
        return values[permitted.indexOf(chosen)];
    }

    private static long nanos(NameWithOptions choice, String written) {
        int digits = 0;
        while (digits < written.length() && Character.isDigit(written.charAt(digits))) {
            digits++;
        }
        TimeUnit unit =
                switch (written.substring(digits)) {
                    case "ns" -> TimeUnit.NANOSECONDS;
                    case "us" -> TimeUnit.MICROSECONDS;
                    case "ms" -> TimeUnit.MILLISECONDS;
                    case "s" -> TimeUnit.SECONDS;
                    default -> null;
                };
        if (unit == null || digits == 0 || digits > 9) {
            throw new IllegalArgumentException(
                    choice.name()
                            + ": option \"lambda\" is \"adaptive\" or a time such as 100ms, not \""
                            + written
                            + "\"");
        }
        long nanos = unit.toNanos(Long.parseLong(written.substring(0, digits)));
        if (nanos == 0) {
            throw new IllegalArgumentException(choice.name() + ": lambda must be greater than 0");
        }
        return nanos;
    }
}
