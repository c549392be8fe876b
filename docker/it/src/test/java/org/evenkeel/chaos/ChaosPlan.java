package org.evenkeel.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Everything that will be done, drawn beforehand: equal seeds and forms give equal plans. */
record ChaosPlan(List<Step> steps) {

    private static final Fault[] CUTS = {
        Fault.RESET, Fault.CUT, Fault.HANG, Fault.HANG_ONE_WAY, Fault.HANG_ONE_WAY
    };

    /** Every so manieth cut is of the link between a client and its daemon. */
    private static final int CLIENT_CUTS = 4;

    private static final int CLOCK_HOURS = 6;

    /**
     * One fault.
     *
     * @param atMillis when, from the beginning
     * @param ofClient which client's daemon it is done to, as an index; {@link #NO_CLIENT} when it
     *     does not matter
     * @param node whose, as an index, when {@code ofClient} does not say; the next one that is well
     *     takes its place
     * @param other the other end of a link, an index that is never {@code node}; {@link #CLIENT}
     *     for the client's
     * @param millis how long it lasts; of a killed daemon, how long it stays away; of a client, how
     *     long it lives
     * @param clockHours what the clock of a killed daemon is off by when it returns
     */
    record Step(
            long atMillis,
            Fault fault,
            int ofClient,
            int node,
            int other,
            long millis,
            int clockHours) {}

    /** The other end of a client's link. */
    static final int CLIENT = -1;

    static final int NO_CLIENT = -1;

    /** The client that knows its daemon by the address of its front. */
    static final int CLIENT_BY_ADDRESS = 1;

    private static final int CLIENTS = 2;

    static ChaosPlan draw(Form form, int nodes, long seed) {
        Random random = new Random(seed);
        List<Fault> faults = new ArrayList<>();
        add(faults, form.daemonKills(), Fault.KILL_DAEMON);
        add(faults, form.workerKills(), Fault.KILL_WORKER);
        add(faults, form.pauses(), Fault.PAUSE_DAEMON);
        add(faults, form.workerPauses(), Fault.PAUSE_WORKER);
        add(faults, form.fullDisks(), Fault.FULL_DISK);
        add(faults, form.clientKills(), Fault.KILL_CLIENT);
        for (int i = 0; i < form.cuts(); i++) {
            faults.add(CUTS[i % CUTS.length]);
        }
        Collections.shuffle(faults, random);
        double every = (double) form.spread().toMillis() / faults.size();
        List<Step> steps = new ArrayList<>();
        int cuts = 0;
        for (int i = 0; i < faults.size(); i++) {
            Fault fault = faults.get(i);
            int node = random.nextInt(nodes);
            int other = (node + 1 + random.nextInt(nodes - 1)) % nodes;
            int ofClient = random.nextBoolean() ? NO_CLIENT : random.nextInt(CLIENTS);
            boolean client = fault.isCut() && cuts++ % CLIENT_CUTS == CLIENT_CUTS - 1;
            steps.add(
                    new Step(
                            (long) (every * (i + random.nextDouble())),
                            fault,
                            client ? CLIENT_BY_ADDRESS : ofClient,
                            node,
                            client ? CLIENT : other,
                            millis(fault, form.longestPause(), random),
                            random.nextInt(2 * CLOCK_HOURS + 1) - CLOCK_HOURS));
        }
        return new ChaosPlan(List.copyOf(steps));
    }

    private static void add(List<Fault> faults, int count, Fault fault) {
        faults.addAll(Collections.nCopies(count, fault));
    }

    private static long millis(Fault fault, Duration longestPause, Random random) {
        long most = longestPause.toMillis();
        return switch (fault) {
            case KILL_DAEMON -> random.nextLong(100, 2_500);
            case KILL_WORKER, RESET, CLOCK_STEP -> 0;
            case PAUSE_DAEMON, PAUSE_WORKER -> random.nextLong(1_000, most + 1);
            case CUT, HANG, HANG_ONE_WAY -> random.nextLong(300, Math.min(most, 10_000) + 1);
            case FULL_DISK -> random.nextLong(1_000, 5_000);
            case KILL_CLIENT -> random.nextLong(1_500, 5_000);
            default -> throw new IllegalArgumentException(fault + " is one of a network");
        };
    }
}
