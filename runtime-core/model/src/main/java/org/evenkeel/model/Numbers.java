package org.evenkeel.model;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Reads numbers from text. */
public final class Numbers {

    private Numbers() {}

    /** A whole number from {@code least} to {@code most}; empty if the text is not one. */
    public static OptionalLong whole(String text, long least, long most) {
        try {
            long value = Long.parseLong(text);
            return value >= least && value <= most ? OptionalLong.of(value) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** A number from {@code least} to {@code most}; empty if the text is not one. */
    public static OptionalDouble decimal(String text, double least, double most) {
        try {
            double value = Double.parseDouble(text);
            return value >= least && value <= most
                    ? OptionalDouble.of(value)
                    : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }
}
