package org.evenkeel.kernel.calendar;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How good a plan with tasks is, beside machines that divide work as finely as one likes.
 *
 * <p>The bounds are not the printed ones, which do not hold: the left one is an upper bound, and
 * the right one needs clusters that all compute and that are released when they are done.
 *
 * <p>Exact while the least common multiple of the task times has up to {@value #MAX_BITS} bits;
 * beyond that the relative error of a rate is at most 2<sup>-448</sup>.
 */
public final class PlanMetrics {
    private static final int MAX_BITS = 512;

    private final CalendarPlan plan;
    private final BigInteger unit;

    /**
     * Of a plan.
     *
     * @throws IllegalArgumentException if it has no tasks
     */
    public PlanMetrics(CalendarPlan plan) {
        if (plan.tasks() == 0) {
            throw new IllegalArgumentException("a plan without tasks is neither good nor bad");
        }
        this.plan = plan;
        this.unit = unit(plan.intervals());
    }

    /**
     * Limits of the inefficiency, both inclusive.
     *
     * @param lower at least 0
     * @param upper at most 1
     */
    public record Bounds(Fraction lower, Fraction upper) {}

    /**
     * When the same work would be done if all processors computed, and work could be cut anywhere.
     *
     * @param release whether a cluster is given up when its last packet has ended
     */
    public Fraction referenceTime(boolean release) {
        BigInteger left = unit.multiply(BigInteger.valueOf(plan.tasks()));
        BigInteger rate = BigInteger.ZERO;
        long now = 0;
        for (Change change : changes(release)) {
            BigInteger done = rate.multiply(BigInteger.valueOf(change.at() - now));
            if (done.compareTo(left) >= 0) {
                break;
            }
            left = left.subtract(done);
            rate = rate.add(change.rate());
            now = change.at();
        }
        // Without any rate, what is left is what rounding took away.
        return rate.signum() == 0
                ? Fraction.of(now, 1)
                : Fraction.of(now, 1).plus(new Fraction(left, rate));
    }

    /** Reference time by finish. */
    public Fraction efficiency(boolean release) {
        return referenceTime(release).over(plan.finish());
    }

    /**
     * Between which 1 - efficiency with release must be; empty unless all processors of all
     * clusters compute.
     */
    public Optional<Bounds> inefficiencyBounds() {
        if (plan.intervals().stream().anyMatch(i -> i.computing() < i.processors())) {
            return Optional.empty();
        }
        BigInteger rate = BigInteger.ZERO;
        Bounds bounds = new Bounds(Fraction.ZERO, Fraction.ZERO);
        int partial = -1;
        for (int i = 0; i < plan.intervals().size(); i++) {
            Share share = plan.shares().get(i);
            if (share.tasks() > 0) {
                rate = rate.add(rate(plan.intervals().get(i)));
                partial =
                        share.lastStageTasks() < plan.intervals().get(i).computing() ? i : partial;
            }
        }
        if (partial >= 0) {
            ClusterInterval interval = plan.intervals().get(partial);
            long idle = interval.processors() - plan.shares().get(partial).lastStageTasks();
            bounds =
                    new Bounds(
                            new Fraction(BigInteger.valueOf(idle).multiply(unit), rate)
                                    .over(plan.finish()),
                            Fraction.of(idle, interval.processors())
                                    .times(Fraction.of(interval.taskTime(), plan.finish())));
        }
        return Optional.of(bounds);
    }

    /** Which part of the time until the finish an interval's cluster is there by it. */
    public Fraction availability(int interval) {
        ClusterInterval there = plan.intervals().get(interval);
        long until = Math.min(there.to(), plan.finish());
        return Fraction.of(Math.max(0, until - there.from()), plan.finish());
    }

    /** How much sooner all is done than on one processor of an interval's cluster. */
    public Fraction speedUp(int interval) {
        return Fraction.of(plan.tasks(), 1)
                .times(Fraction.of(plan.intervals().get(interval).taskTime(), plan.finish()));
    }

    /**
     * A rate that begins or ends.
     *
     * @param rate tasks in a tick and {@code unit}; negative when it ends
     */
    private record Change(long at, BigInteger rate) {}

    private List<Change> changes(boolean release) {
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < plan.intervals().size(); i++) {
            ClusterInterval interval = plan.intervals().get(i);
            long end = release ? plan.endOf(i) : interval.to();
            if (end > interval.from()) {
                BigInteger rate = rate(interval);
                changes.add(new Change(interval.from(), rate));
                changes.add(new Change(end, rate.negate()));
            }
        }
        changes.sort(Comparator.comparingLong(Change::at));
        return changes;
    }

    private BigInteger rate(ClusterInterval interval) {
        return unit.multiply(BigInteger.valueOf(interval.processors()))
                .divide(BigInteger.valueOf(interval.taskTime()));
    }

    private static BigInteger unit(List<ClusterInterval> intervals) {
        BigInteger unit = BigInteger.ONE;
        for (ClusterInterval interval : intervals) {
            BigInteger time = BigInteger.valueOf(interval.taskTime());
            unit = unit.multiply(time.divide(unit.gcd(time)));
            if (unit.bitLength() > MAX_BITS) {
                return BigInteger.ONE.shiftLeft(MAX_BITS);
            }
        }
        return unit;
    }
}
