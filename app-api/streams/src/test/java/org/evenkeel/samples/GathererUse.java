package org.evenkeel.samples;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.MapOptions;
import org.evenkeel.streams.ClusterGatherers;

/** A program that submits lambdas from the middle of a stream. */
public final class GathererUse {

    private GathererUse() {}

    /** Squares in the middle of a stream. */
    public static Stream<Integer> gathered(
            Cluster cluster, Stream<Integer> values, MapOptions options) {
        return values.gather(
                ClusterGatherers.mapConcurrent(cluster, value -> value * value, options));
    }

    /** The same of a function that fails for 0. */
    public static Stream<Integer> gatheredQuotients(Cluster cluster, Stream<Integer> values) {
        return values.gather(ClusterGatherers.mapConcurrent(cluster, value -> 12 / value));
    }

    /** The same of a function that the compiler does not make serializable. */
    public static List<Integer> gatheredPlainly(
            Cluster cluster, Function<Integer, Integer> function) {
        return Stream.of(1).gather(ClusterGatherers.mapConcurrent(cluster, function)).toList();
    }
}
