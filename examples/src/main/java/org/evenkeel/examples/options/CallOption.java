package org.evenkeel.examples.options;

import java.util.SplittableRandom;

/**
 * The right to buy a share at a fixed price. A European option pays by the share's price at the
 * end; an Asian option pays by the average of its prices at equally distant dates.
 *
 * @param spot price of the share now
 * @param strike price at which it may be bought
 * @param rate interest rate for a year, such as 0.05
 * @param volatility of the share for a year, such as 0.2
 * @param years until the end
 * @param dates at which the share's price is taken; the last one is the end
 */
public record CallOption(
        double spot, double strike, double rate, double volatility, double years, int dates) {

    /** What the two options pay on one path of the share's price, in today's money. */
    record Payoffs(double european, double asian) {}

    /** Draws a path: a geometric Brownian motion. */
    Payoffs simulate(SplittableRandom random) {
        double step = years / dates;
        double drift = (rate - volatility * volatility / 2) * step;
        double diffusion = volatility * Math.sqrt(step);
        double price = spot;
        double sum = 0;
        for (int date = 0; date < dates; date++) {
            price *= Math.exp(drift + diffusion * random.nextGaussian());
            sum += price;
        }
        return new Payoffs(payoff(price), payoff(sum / dates));
    }

    private double payoff(double price) {
        return Math.exp(-rate * years) * Math.max(0, price - strike);
    }

    /** The price of the European option by the formula of Black and Scholes (1973). */
    double blackScholes() {
        double deviation = volatility * Math.sqrt(years);
        double d1 =
                (Math.log(spot / strike) + rate * years + deviation * deviation / 2) / deviation;
        double d2 = d1 - deviation;
        return spot * normal(d1) - strike * Math.exp(-rate * years) * normal(d2);
    }

    /** The standard normal distribution function by its series, exact to some 1e-15. */
    static double normal(double x) {
        double sum = x;
        double term = x;
        for (int i = 3; Math.abs(term) > 1e-17; i += 2) {
            term *= x * x / i;
            sum += term;
        }
        return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
    }
}
