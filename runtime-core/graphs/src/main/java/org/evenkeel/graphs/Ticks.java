package org.evenkeel.graphs;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * How long a tick is: short enough that each of some times is a whole number of them, and no
 * shorter.
 */
final class Ticks {
    private static final int MAX_DIGITS = 40;
    private static final int MAX_TICK_BITS = 61;

    private BigInteger perUnit = BigInteger.ONE;

    /**
     * A decimal that is fit for arithmetic.
     *
     * @param what it is, for the error
     * @throws IllegalArgumentException if it has too many digits or is negative
     */
    static BigDecimal checked(String what, BigDecimal value) {
        if (value.signum() < 0) {
            throw new IllegalArgumentException(what + " " + value + " is negative");
        }
        if (value.signum() == 0) {
            return BigDecimal.ZERO;
        }
        if (value.precision() > MAX_DIGITS || Math.abs((long) value.scale()) > MAX_DIGITS) {
            throw new IllegalArgumentException(what + " has more than " + MAX_DIGITS + " digits");
        }
        return value;
    }

    /** The time that so much takes at so much in a unit of time becomes a whole number of ticks. */
    void cover(BigDecimal amount, BigDecimal rate) {
        BigInteger denominator = denominator(rate, amount);
        BigInteger numerator = numerator(amount, rate);
        denominator = denominator.divide(denominator.gcd(numerator));
        perUnit = perUnit.divide(perUnit.gcd(denominator)).multiply(denominator);
        if (perUnit.bitLength() > MAX_TICK_BITS) {
            throw new IllegalArgumentException(
                    "the times have no common tick: give them fewer digits");
        }
    }

    long perUnit() {
        return perUnit.longValueExact();
    }

    /** A time that is covered. */
    long of(String what, BigDecimal amount, BigDecimal rate) {
        BigInteger ticks =
                numerator(amount, rate).multiply(perUnit).divide(denominator(rate, amount));
        if (ticks.bitLength() > MAX_TICK_BITS) {
            throw new IllegalArgumentException(
                    "%s takes %s ticks of which %s are one unit of time: that is too many"
                            .formatted(what, ticks, perUnit));
        }
        return ticks.longValueExact();
    }

    private static BigInteger numerator(BigDecimal amount, BigDecimal rate) {
        return scaled(amount, rate.scale() - amount.scale());
    }

    private static BigInteger denominator(BigDecimal rate, BigDecimal amount) {
        return scaled(rate, amount.scale() - rate.scale());
    }

    private static BigInteger scaled(BigDecimal value, int power) {
        return value.unscaledValue().multiply(BigInteger.TEN.pow(Math.max(0, power)));
    }
}
