package org.evenkeel.lab.table1;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** A cluster of the table: so many nodes of each kind, a kind known by its serial time. */
public enum Site {
    EQUAL("16 equal", 16, 329.6),
    THREE_KINDS("8+8+8 of three kinds", 8, 329.6, 577.4, 1270),
    TWO_KINDS("5+5 of two kinds", 5, 1023, 2932);

    private final String title;
    private final int nodesOfAKind;

    @SuppressWarnings("ImmutableEnumChecker") // a copy that no thread changes
    private final List<Double> serialSeconds;

    Site(String title, int nodesOfAKind, double... serialSeconds) {
        this.title = title;
        this.nodesOfAKind = nodesOfAKind;
        this.serialSeconds = DoubleStream.of(serialSeconds).boxed().toList();
    }

    /** A human-readable description. */
    public String title() {
        return title;
    }

    /** What the job takes on one node of each kind, the fastest kind first. */
    public List<Double> serialSeconds() {
        return serialSeconds;
    }

    /** Nodes of all kinds. */
    public int nodes() {
        return nodesOfAKind * serialSeconds.size();
    }

    /** The speed of every node, the fastest first; those have 1. */
    public List<Double> speeds() {
        List<Double> speeds = new ArrayList<>();
        for (double seconds : serialSeconds) {
            for (int node = 0; node < nodesOfAKind; node++) {
                speeds.add(serialSeconds.getFirst() / seconds);
            }
        }
        return speeds;
    }

    /** Speed-up against each kind, if the job took so long. */
    public List<Double> speedUps(double makespanSeconds) {
        return serialSeconds.stream().map(serial -> serial / makespanSeconds).toList();
    }

    /** The largest speed-up against each kind that the nodes' speeds allow: their sum. */
    public List<Double> bounds() {
        return speedUps(leastSeconds());
    }

    /** The time that perfectly divisible work would take. */
    public double leastSeconds() {
        return serialSeconds.getFirst() / speeds().stream().mapToDouble(speed -> speed).sum();
    }

    /**
     * The time below which no policy gets with tasks that one node at a time runs, even if they
     * could be moved at any moment for nothing: for every number of tasks, the longest ones need at
     * least what they take on as many of the fastest nodes (Liu, Yang, "Optimal scheduling of
     * independent tasks on heterogeneous computing systems", ACM 1974).
     *
     * @param tasks seconds at speed 1 of each, longest first
     */
    public double leastSeconds(List<Double> tasks) {
        double least = leastSeconds();
        double work = 0;
        double speed = 0;
        List<Double> speeds = speeds();
        for (int i = 0; i < Math.min(tasks.size(), speeds.size()); i++) {
            work += tasks.get(i);
            speed += speeds.get(i);
            least = Math.max(least, work / speed);
        }
        return least;
    }
}
