package org.evenkeel.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** All clients of a run that are killed although their jobs go on; safe for threads. */
final class Legacies implements AutoCloseable {

    private final ChaosCluster cluster;
    private final long seed;
    private final List<Legacy> all = new ArrayList<>();

    Legacies(ChaosCluster cluster, long seed) {
        this.cluster = cluster;
        this.seed = seed;
    }

    synchronized Legacy start() throws IOException {
        return start(cluster.home());
    }

    /**
     * @param home installation whose client library the first client uses
     */
    synchronized Legacy start(Path home) throws IOException {
        Legacy legacy = new Legacy(cluster, home, all.size(), seed);
        all.add(legacy);
        return legacy;
    }

    /** Waits for every heir's end. */
    synchronized List<Legacy.Outcome> outcomes(Duration longest)
            throws IOException, InterruptedException {
        List<Legacy.Outcome> outcomes = new ArrayList<>();
        for (Legacy legacy : all) {
            outcomes.add(legacy.outcome(longest));
        }
        return outcomes;
    }

    @Override
    public synchronized void close() {
        all.forEach(Legacy::close);
    }
}
