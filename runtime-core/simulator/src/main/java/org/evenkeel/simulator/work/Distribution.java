package org.evenkeel.simulator.work;

import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.model.NameWithOptions;
import org.evenkeel.model.SpellingSuggestion;

/**
 * A distribution of times: service times of tasks, latencies of links.
 *
 * <p>Immutable; chance comes in as an argument.
 */
public sealed interface Distribution {

    /** One time, in nanoseconds, at least 0. */
    long drawNanos(SplittableRandom random);

    /** The mean, in nanoseconds. */
    long meanNanos();

    /** As read by {@link #parse}. */
    String name();

    /** Always the same. */
    record Fixed(long meanNanos) implements Distribution {
        @Override
        public long drawNanos(SplittableRandom random) {
            return meanNanos;
        }

        @Override
        public String name() {
            return "fixed(" + Seconds.text(meanNanos) + ")";
        }
    }

    /** Memoryless: most times are short. */
    record Exponential(long meanNanos) implements Distribution {
        @Override
        public long drawNanos(SplittableRandom random) {
            return Math.max(1, (long) (-Math.log(1 - random.nextDouble()) * meanNanos));
        }

        @Override
        public String name() {
            return "exponential(" + Seconds.text(meanNanos) + ")";
        }
    }

    /** Every time between two is equally likely. */
    record Uniform(long fromNanos, long toNanos) implements Distribution {
        @Override
        public long drawNanos(SplittableRandom random) {
            return fromNanos + (long) (random.nextDouble() * (toNanos - fromNanos));
        }

        @Override
        public long meanNanos() {
            return fromNanos + (toNanos - fromNanos) / 2;
        }

        @Override
        public String name() {
            return "uniform(" + Seconds.text(fromNanos) + "," + Seconds.text(toNanos) + ")";
        }
    }

    /**
     * Heavy-tailed: a few tasks make up much of the work.
     *
     * @param shape greater than 1; the variance is infinite up to 2
     */
    record Pareto(long meanNanos, double shape) implements Distribution {
        @Override
        public long drawNanos(SplittableRandom random) {
            double smallest = meanNanos * (shape - 1) / shape;
            double longest = 1000.0 * meanNanos;
            return (long)
                    Math.min(longest, smallest / Math.pow(1 - random.nextDouble(), 1 / shape));
        }

        @Override
        public String name() {
            return "pareto(" + Seconds.text(meanNanos) + ",shape=" + shape + ")";
        }
    }

    /** The names that {@link #parse} reads. */
    List<String> NAMES = List.of("fixed", "exponential", "uniform", "pareto");

    /**
     * Reads {@code 0.02} or {@code 20ms} (fixed), {@code exponential(1s)}, {@code
     * uniform(0.5,1.5)}, {@code pareto(1,shape=1.5)}; a plain number counts seconds, a missing mean
     * is 1 s.
     *
     * @throws IllegalArgumentException naming what is wrong and the nearest known word
     */
    static Distribution parse(String text) {
        String trimmed = text.strip();
        if (!trimmed.isEmpty()
                && (Character.isDigit(trimmed.charAt(0)) || trimmed.startsWith("."))) {
            return new Fixed(Seconds.nanos(trimmed));
        }
        NameWithOptions choice = NameWithOptions.parse(text);
        return switch (choice.name()) {
            case "fixed" -> new Fixed(mean(choice));
            case "exponential" -> new Exponential(mean(choice));
            case "uniform" -> uniform(choice);
            case "pareto" -> pareto(choice);
            default ->
                    throw new IllegalArgumentException(
                            "unknown distribution \""
                                    + choice.name()
                                    + "\"; "
                                    + SpellingSuggestion.hint(choice.name(), NAMES));
        };
    }

    private static long mean(NameWithOptions choice) {
        if (choice.arguments().size() > 1) {
            throw new IllegalArgumentException(choice.name() + " has one argument, its mean");
        }
        if (!choice.options().isEmpty() && !choice.name().equals("pareto")) {
            throw new IllegalArgumentException(choice.name() + " has no options");
        }
        return choice.arguments().isEmpty()
                ? Seconds.NANOS
                : Seconds.nanos(choice.arguments().getFirst());
    }

    private static Uniform uniform(NameWithOptions choice) {
        if (choice.arguments().size() != 2 || !choice.options().isEmpty()) {
            throw new IllegalArgumentException(
                    "uniform has two arguments, e.g. uniform(0.5,1.5), not " + choice);
        }
        long from = Seconds.nanos(choice.arguments().get(0));
        long to = Seconds.nanos(choice.arguments().get(1));
        if (to < from) {
            throw new IllegalArgumentException(choice + " ends before it begins");
        }
        return new Uniform(from, to);
    }

    private static Pareto pareto(NameWithOptions choice) {
        for (String key : choice.options().keySet()) {
            if (!key.equals("shape")) {
                throw new IllegalArgumentException(
                        "pareto has no option \"" + key + "\"; did you mean \"shape\"?");
            }
        }
        String written = choice.option("shape", "1.5");
        double shape;
        try {
            shape = Double.parseDouble(written);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "pareto: shape is not a number: \"" + written + "\"", e);
        }
        if (!(shape > 1) || shape > 100) {
            throw new IllegalArgumentException(
                    "pareto: shape must be above 1 and at most 100, not " + written);
        }
        return new Pareto(mean(choice), shape);
    }
}
