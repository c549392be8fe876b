package org.evenkeel.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What was done to a cluster, and when; safe for threads. */
final class Ledger {

    /**
     * One fault that was done.
     *
     * @param where a node, or a link as "n1-n2"
     * @param onNode the daemon whose clients lose service by it; empty when none does
     * @param onClient whether it was done to a client's link to that daemon alone
     */
    record Done(
            Fault fault,
            String where,
            String onNode,
            boolean onClient,
            long beginNanos,
            long endNanos) {}

    private static final Duration FULL_DISK_ECHO = Duration.ofSeconds(1);

    private final long startNanos = System.nanoTime();
    private final Instant start = Instant.now();
    private final List<Done> failStops = new ArrayList<>();
    private final List<Done> done = new ArrayList<>();
    private final List<String> unexpected = new ArrayList<>();
    private final Set<Long> killedWorkers = new HashSet<>();

    synchronized void add(Done one) {
        done.add(one);
    }

    synchronized void killedWorkers(List<Long> pids) {
        killedWorkers.addAll(pids);
    }

    /** Something nobody had done happened, for instance a daemon ended. */
    synchronized void unexpected(String words) {
        unexpected.add(at(System.nanoTime()) + " " + words);
    }

    /** A daemon stopped because its disk was full, as it should: then its clients lose service. */
    synchronized void failStop(Done one) {
        failStops.add(one);
    }

    synchronized int failStops() {
        return failStops.size();
    }

    /** What was done, and what came of it, that takes service from clients. */
    synchronized List<Done> hits() {
        List<Done> hits = new ArrayList<>(done);
        hits.addAll(failStops);
        return hits;
    }

    /** Whether this node could write no file then, or a moment before. */
    synchronized boolean hadFullDisk(String node, Instant when) {
        return done.stream()
                .filter(one -> one.fault() == Fault.FULL_DISK && one.where().equals(node))
                .anyMatch(one ->
                        !when.isBefore(start.plusNanos(one.beginNanos() - startNanos))
                                && when.isBefore(
                                        start.plusNanos(one.endNanos() - startNanos)
                                                .plus(FULL_DISK_ECHO)));
    }

    synchronized List<String> unexpected() {
        return List.copyOf(unexpected);
    }

    synchronized List<Done> done() {
        return List.copyOf(done);
    }

    synchronized Set<Long> killedWorkers() {
        return Set.copyOf(killedWorkers);
    }

    /** Seconds since the beginning. */
    private String at(long nanos) {
        return String.format(Locale.ROOT, "%8.3f s", (nanos - startNanos) / 1e9);
    }

    synchronized int count(Fault fault) {
        return (int) done.stream().filter(one -> one.fault() == fault).count();
    }

    /** How often and how long in all, in seconds. */
    record Sum(int count, double seconds) {}

    synchronized Map<Fault, Sum> sums() {
        Map<Fault, Sum> sums = new EnumMap<>(Fault.class);
        for (Fault fault : Fault.values()) {
            long nanos =
                    done.stream()
                            .filter(one -> one.fault() == fault)
                            .mapToLong(one -> one.endNanos() - one.beginNanos())
                            .sum();
            sums.put(fault, new Sum(count(fault), nanos / 1e9));
        }
        return sums;
    }

    /** Every fault in its order, a line each. */
    synchronized List<String> lines() {
        return done.stream()
                .sorted((a, b) -> Long.compare(a.beginNanos() - b.beginNanos(), 0))
                .map(one ->
                        String.format(
                                Locale.ROOT,
                                "%s %-12s %-10s %6.3f s",
                                at(one.beginNanos()),
                                one.fault(),
                                one.where(),
                                (one.endNanos() - one.beginNanos()) / 1e9))
                .toList();
    }
}
