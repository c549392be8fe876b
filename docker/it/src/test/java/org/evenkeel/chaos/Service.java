package org.evenkeel.chaos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.evenkeel.chaos.Ledger.Done;

/**
 * How long clients were without service: for every fault on the daemon a client was attached to, or
 * on its link to it, the time until its next completion.
 *
 * <p>A kill counts from the kill; a pause or a cut counts from its end, because nothing that lasts
 * can be answered before it is over. Results that were on their way do not count, so the first 100
 * ms are left out. When another fault hits the daemon that the client is then attached to before
 * service is back, both are one outage, which counts from the later one.
 */
record Service(List<Outage> outages) {

    private static final long ON_ITS_WAY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /**
     * One time without service.
     *
     * @param client which, from 1
     * @param first the fault that began it
     * @param faults how many it was made of
     * @param backNanos how long after the last of them; {@link Long#MAX_VALUE} for never
     */
    record Outage(int client, Done first, int faults, long backNanos) {}

    /**
     * Looks at what clients saw.
     *
     * @param viaFront whether each client's link passes a front
     */
    static Service of(List<ClientReport> clients, List<Boolean> viaFront, List<Done> done) {
        List<Done> inOrder = new ArrayList<>(done);
        inOrder.sort(Comparator.comparingLong(Done::beginNanos));
        List<Outage> outages = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            List<Done> hits = new ArrayList<>();
            for (Done fault : inOrder) {
                if (hits(clients.get(i), viaFront.get(i), fault)) {
                    hits.add(fault);
                }
            }
            outages.addAll(outages(i + 1, clients.get(i), hits));
        }
        outages.sort(Comparator.comparingLong(Outage::backNanos));
        return new Service(outages);
    }

    private static boolean hits(ClientReport client, boolean viaFront, Done fault) {
        return !fault.onNode().isEmpty()
                && (viaFront || !fault.onClient())
                && client.attachedAt(fault.beginNanos()).equals(fault.onNode());
    }

    private static List<Outage> outages(int number, ClientReport client, List<Done> hits) {
        List<Outage> outages = new ArrayList<>();
        for (int i = 0; i < hits.size(); ) {
            Done first = hits.get(i);
            int faults = 0;
            long over = first.endNanos();
            long back = 0;
            while (i < hits.size() && (faults == 0 || hits.get(i).beginNanos() < back)) {
                over = Math.max(over, hits.get(i).endNanos());
                back = client.nextCompletion(over + ON_ITS_WAY_NANOS);
                faults++;
                i++;
            }
            long took = back == Long.MAX_VALUE ? back : back - over;
            outages.add(new Outage(number, first, faults, took));
        }
        return outages;
    }

    int count() {
        return outages.size();
    }

    /** Seconds within which this share of all were over; 0 when there were none. */
    double seconds(double share) {
        if (outages.isEmpty()) {
            return 0;
        }
        int rank = (int) Math.ceil(share * outages.size());
        return outages.get(Math.max(0, rank - 1)).backNanos() / 1e9;
    }

    /** Each outage in words, the longest last. */
    List<String> lines() {
        return outages.stream()
                .map(one ->
                        String.format(
                                Locale.ROOT,
                                "%9.3f s client %d, %d faults from %s",
                                one.backNanos() / 1e9,
                                one.client(),
                                one.faults(),
                                one.first()))
                .toList();
    }
}
