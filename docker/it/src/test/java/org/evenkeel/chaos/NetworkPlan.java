package org.evenkeel.chaos;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The faults of a network, one after the other: equal seeds and forms give equal plans. */
record NetworkPlan(List<Step> steps) {

    /** Of a hundred packets, how many a lossy machine may lose. */
    private static final int MOST_LOST_PERCENT = 15;

    private static final int LEAST_LOST_PERCENT = 2;
    private static final long SHORTEST_MILLIS = 1_000;

    /** In two of three steps, the daemon of this client is hit. */
    private static final int ANY_NODE = 3;

    /**
     * One fault.
     *
     * @param quietMillis time before it
     * @param ofClient the client, as an index, that is hit, or whose daemon is; {@link
     *     ChaosPlan#NO_CLIENT} when it does not matter
     * @param node whose machine, as an index, when {@code ofClient} does not say
     * @param other another machine: the other end of a pair, or the one that is lossy meanwhile
     * @param millis how long it lasts
     * @param lostPercent packets of a hundred that {@code other} loses meanwhile, 0 for none
     */
    record Step(
            long quietMillis,
            Fault fault,
            int ofClient,
            int node,
            int other,
            long millis,
            int lostPercent) {}

    static NetworkPlan draw(NetworkForm form, int nodes, int clients, long seed) {
        Random random = new Random(seed);
        List<Fault> faults = new ArrayList<>();
        List<Fault> all = Arrays.stream(Fault.values()).filter(Fault::isOfNetwork).toList();
        for (int i = 0; i < form.rounds(); i++) {
            faults.addAll(all);
        }
        Collections.shuffle(faults, random);
        List<Step> steps = new ArrayList<>();
        for (Fault fault : faults) {
            int node = random.nextInt(nodes);
            int client = random.nextInt(clients);
            boolean anyNode = random.nextInt(ANY_NODE) == 0 && fault != Fault.CLIENT_SILENT;
            boolean lossy = fault == Fault.LOSSY || random.nextInt(4) == 0;
            int lost = random.nextInt(LEAST_LOST_PERCENT, MOST_LOST_PERCENT + 1);
            steps.add(
                    new Step(
                            random.nextLong(SHORTEST_MILLIS, form.quiet().toMillis() + 1),
                            fault,
                            anyNode ? ChaosPlan.NO_CLIENT : client,
                            node,
                            (node + 1 + random.nextInt(nodes - 1)) % nodes,
                            random.nextLong(SHORTEST_MILLIS, form.longest().toMillis() + 1),
                            lossy ? lost : 0));
        }
        return new NetworkPlan(List.copyOf(steps));
    }
}
