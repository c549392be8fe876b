package org.evenkeel.testcontainers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.testcontainers.engine.EngineException;
import org.evenkeel.testcontainers.engine.WorkerGroup;

/**
 * Nodes of a cluster as workstations of given speeds, on one machine: workers are throttled, each
 * daemon keeps a reserve beside, and what the workers really get is measured. Reserves are not
 * counted against the machine, for daemons seldom all need them; whether it carried every node is
 * what {@link ReceivedCpuTime#doubt} says. Made when the nodes run and their workers are warm;
 * closing gives all of them their former size again.
 *
 * <p>Workers that are started later, those of a node that is started again too, are throttled
 * within a quarter of a second. Where this program may not change control groups ({@link
 * #isApart}), daemons and workers share one quota.
 */
public final class Workstations implements AutoCloseable {

    /** What of the machine workers may have together: more is not kept. */
    static final double MOST_OF_MACHINE = 0.85;

    private static final long LOOK_MILLIS = 250;

    private final List<Station> stations = new ArrayList<>();
    private final Thread looks;
    private boolean over;

    private static final class Station {
        final EvenkeelNode node;
        final double quota;
        final WorkerGroup group;
        double wanted;
        double used;

        Station(EvenkeelNode node, double quota, WorkerGroup group) {
            this.node = node;
            this.quota = quota;
            this.group = group;
        }

        void count(WorkerGroup.Look look) {
            wanted += look.wanted();
            used += look.used();
        }
    }

    /**
     * @param cpus node to processors of its workers
     * @param reserve processors that each daemon may use beside
     */
    Workstations(List<EvenkeelNode> nodes, Map<String, Double> cpus, double reserve) {
        requireRoom(cpus, Runtime.getRuntime().availableProcessors());
        for (EvenkeelNode node : nodes) {
            Double quota = cpus.get(node.name());
            if (quota != null) {
                stations.add(new Station(node, quota, WorkerGroup.of(node.container())));
            }
        }
        try {
            for (Station station : stations) {
                station.group.gather();
                station.node.limit(
                        station.group.isApart() ? station.quota + reserve : station.quota);
                station.group.limit(station.quota);
                station.group.look(0);
            }
        } catch (RuntimeException e) {
            restore();
            throw e;
        }
        looks = Thread.ofPlatform().daemon().name("evenkeel-workstations").start(this::look);
    }

    static void requireRoom(Map<String, Double> cpus, int processors) {
        double sum = cpus.values().stream().mapToDouble(each -> each).sum();
        if (sum > MOST_OF_MACHINE * processors) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "%.2f processors for workstations are too many: of the %d of this"
                                    + " machine %.2f can be given away",
                            sum,
                            processors,
                            MOST_OF_MACHINE * processors));
        }
    }

    /** Whether daemons have a reserve that workers cannot use. */
    public boolean isApart() {
        return stations.stream().allMatch(station -> station.group.isApart());
    }

    private void look() {
        try {
            long before = System.nanoTime();
            while (true) {
                Thread.sleep(LOOK_MILLIS);
                synchronized (this) {
                    if (over) {
                        return;
                    }
                    long now = System.nanoTime();
                    for (Station station : stations) {
                        look(station, (now - before) / 1e9);
                    }
                    before = now;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void look(Station station, double seconds) {
        try {
            station.group.gather();
            station.count(station.group.look(seconds));
        } catch (EngineException gone) {
            // its container ends or begins just now; the next look finds it as it is then
        }
    }

    /** What each got since this was made or {@link #forget}, up to the last look. */
    public synchronized List<ReceivedCpuTime> receivedCpuTime() {
        return stations.stream()
                .map(station ->
                        new ReceivedCpuTime(
                                station.node.name(),
                                station.quota,
                                station.wanted == 0 ? 0 : station.used / station.wanted,
                                station.wanted))
                .toList();
    }

    /** Begins to count anew: another measurement begins. */
    public synchronized void forget() {
        for (Station station : stations) {
            station.wanted = 0;
            station.used = 0;
        }
    }

    private void restore() {
        for (Station station : stations) {
            try {
                station.group.unlimit();
                station.node.throttle();
            } catch (EngineException gone) {
                // it runs no more; when it is started again it has its size
            }
        }
    }

    /** Every node has its former size again. */
    @Override
    public void close() {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
        }
        looks.interrupt();
        restore();
    }
}
