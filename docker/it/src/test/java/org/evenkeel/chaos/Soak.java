package org.evenkeel.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures a cluster once a second: every daemon and client by /proc, every daemon by its words.
 */
final class Soak implements AutoCloseable {

    /** What is measured of a process. */
    enum Measure {
        RESIDENT_KIB("resident memory, KiB", ""),
        DESCRIPTORS("descriptors", ""),
        THREADS("threads", ""),
        HEAP_BYTES("heap in use, bytes", "heapUsedBytes"),
        LIVE_BYTES("heap in use after a collection, bytes", ""),
        OWNED("tasks owned", "owned"),
        HELD("tasks of others held", "held"),
        WAITING("tasks waiting", "waiting"),
        PREFETCHED("tasks sent ahead to workers", "prefetched"),
        PAYLOAD_BYTES("payload bytes in the heap", "payloadBytes"),
        BLOBS("blobs", "blobs"),
        BLOB_BYTES("bytes of blobs", "blobBytes"),
        JOURNAL_BYTES("bytes of the journal", "bytes"),
        JOURNAL_LIVE_BYTES("bytes of the journal that are live", "liveBytes"),
        JOURNAL_QUEUE("records that waited for the disk at once", "deepestQueue"),
        LINKS("links to peers", "links"),
        CLIENTS("clients", "clients");

        final String words;
        private final String field;

        Measure(String words, String field) {
            this.words = words;
            this.field = field;
        }

        boolean isTold() {
            return !field.isEmpty();
        }
    }

    private final Map<String, Map<Measure, Series>> series = new LinkedHashMap<>();
    private final Map<String, Process> processes = new LinkedHashMap<>();
    private final Map<String, Observer> observers = new LinkedHashMap<>();

    Soak(ChaosCluster cluster, List<ClientProcess> clients) throws IOException {
        for (NodeProcess node : cluster.nodes()) {
            processes.put(node.name(), node.process());
            observers.put(node.name(), new Observer(cluster.cluster(), node.name()));
        }
        for (int i = 0; i < clients.size(); i++) {
            processes.put("client " + (i + 1), clients.get(i).process());
        }
        processes.keySet().forEach(name -> series.put(name, new EnumMap<>(Measure.class)));
    }

    /**
     * Measures once a second for so long, and what is live in the heaps of daemons every so many
     * seconds.
     */
    void measure(long seconds, long liveEvery) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        for (long second = 1; second <= seconds; second++) {
            long wait = begin + TimeUnit.SECONDS.toNanos(second) - System.nanoTime();
            if (wait > 0) {
                TimeUnit.NANOSECONDS.sleep(wait); // what is awaited is the time itself
            }
            sample();
            if (liveEvery > 0 && second % liveEvery == 0) {
                sampleLive();
            }
        }
    }

    /** Has every daemon collect its garbage, and asks what is left. */
    private void sampleLive() throws IOException, InterruptedException {
        for (Map.Entry<String, Observer> one : observers.entrySet()) {
            Process process = processes.get(one.getKey());
            if (process != null && NodeProcess.collectGarbage(process.pid())) {
                long live = Observer.number(one.getValue().ask("stats", ""), "heapUsedBytes");
                add(
                        series.getOrDefault(one.getKey(), Map.of()),
                        Measure.LIVE_BYTES,
                        System.nanoTime(),
                        live);
            }
        }
    }

    private void sample() throws IOException {
        for (Map.Entry<String, Process> one : processes.entrySet()) {
            long now = System.nanoTime();
            Proc proc = Proc.of(one.getValue().pid());
            Map<Measure, Series> its = series.getOrDefault(one.getKey(), Map.of());
            add(its, Measure.RESIDENT_KIB, now, proc.residentKib());
            add(its, Measure.DESCRIPTORS, now, proc.descriptors());
            add(its, Measure.THREADS, now, proc.threads());
            Observer observer = observers.get(one.getKey());
            if (observer != null) {
                String told = observer.ask("nodes", "") + observer.ask("stats", "");
                for (Measure measure : Measure.values()) {
                    if (measure.isTold()) {
                        add(its, measure, now, Observer.number(told, measure.field));
                    }
                }
            }
        }
    }

    private static void add(Map<Measure, Series> to, Measure measure, long nanos, long value) {
        to.computeIfAbsent(measure, key -> new Series()).add(nanos, value);
    }

    /** Processes of which this was measured. */
    List<String> names(Measure measure) {
        List<String> names = new ArrayList<>();
        series.forEach((name, its) -> {
            if (its.containsKey(measure)) {
                names.add(name);
            }
        });
        return names;
    }

    Series of(String name, Measure measure) {
        Series found = series.getOrDefault(name, Map.of()).get(measure);
        if (found == null) {
            throw new IllegalArgumentException(measure + " of " + name + " was not measured");
        }
        return found;
    }

    /** The most that any process had of it at any time. */
    double max(Measure measure) {
        return names(measure).stream().mapToDouble(name -> of(name, measure).max()).max().orElse(0);
    }

    @Override
    public void close() {
        observers.values().forEach(Observer::close);
    }
}
