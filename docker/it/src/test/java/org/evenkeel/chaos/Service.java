package org.evenkeel.chaos;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * How long clients were without service: for every fault on the daemon a client was attached to, or
 * on its link to it, the time until a task completed that was submitted after the fault began. A
 * kill counts from the kill; a pause or a cut from its end, because what lasts cannot be answered
 * before it is over.
 */
record Service(List<Long> backNanos) {

    /**
     * Looks at what clients saw.
     *
     * @param viaFront whether each client's link passes a front
     */
    static Service of(List<ClientReport> clients, List<Boolean> viaFront, List<Ledger.Done> done) {
        List<Long> back = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            for (Ledger.Done fault : done) {
                boolean reached = !fault.onClient() || viaFront.get(i);
                if (reached
                        && !fault.onNode().isEmpty()
                        && clients.get(i).attachedAt(fault.beginNanos()).equals(fault.onNode())) {
                    back.add(backAfter(clients.get(i), fault));
                }
            }
        }
        Collections.sort(back);
        return new Service(back);
    }

    /** For every client and fault how long it took, longest first. */
    static List<String> lines(List<ClientReport> clients, List<Ledger.Done> done) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            for (Ledger.Done fault : done) {
                if (clients.get(i).attachedAt(fault.beginNanos()).equals(fault.onNode())) {
                    double seconds = backAfter(clients.get(i), fault) / 1e9;
                    lines.add(
                            String.format(
                                    Locale.ROOT, "%9.3f s client %d %s", seconds, i + 1, fault));
                }
            }
        }
        lines.sort(Comparator.reverseOrder());
        return lines;
    }

    private static long backAfter(ClientReport client, Ledger.Done fault) {
        long first = Long.MAX_VALUE;
        for (ClientReport.Completion one : client.completions) {
            if (one.submittedNanos() > fault.beginNanos()) {
                first = Math.min(first, one.nanos());
            }
        }
        return first == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, first - fault.endNanos());
    }

    int count() {
        return backNanos.size();
    }

    /** Seconds within which this share of all times lies; 0 when there are none. */
    double seconds(double share) {
        if (backNanos.isEmpty()) {
            return 0;
        }
        int rank = (int) Math.ceil(share * backNanos.size());
        return backNanos.get(Math.max(0, rank - 1)) / 1e9;
    }
}
