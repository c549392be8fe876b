package org.evenkeel.daemon.metrics;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.evenkeel.daemon.files.LibraryOnDemand;
import org.evenkeel.wire.proto.Answers;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Turns what nodes answer into metrics. An installation has the implementation in {@code
 * lib/metrics}, for most processes have no use for it. Any thread may use it.
 */
public interface MetricsExporter {

    /** Name of the directory with the implementation. */
    String DIRECTORY = "metrics";

    /**
     * Finds the implementation.
     *
     * @throws IOException if there is none
     */
    static MetricsExporter load() throws IOException {
        // A command has no configuration of its logs: what is said of the library would be output.
        if (LoggerFactory.getLogger("io.micrometer") instanceof Logger library) {
            library.setLevel(Level.WARN);
        }
        return LibraryOnDemand.load(DIRECTORY, MetricsExporter.class)
                .orElseThrow(() ->
                        new IOException(
                                "no code for metrics in %s; install Evenkeel again"
                                        .formatted(LibraryOnDemand.directory(DIRECTORY))));
    }

    /** The figures of all nodes that answered, in the text format of Prometheus, version 0.0.4. */
    String text(Answers answers);

    /** The same figures one by one, without those that are not known. */
    List<Sample> samples(Answers answers);

    /**
     * One figure.
     *
     * @param name as in the text, {@code evenkeel_tasks}
     * @param labels in the text's order
     */
    record Sample(String name, Map<String, String> labels, double value) {}

    /**
     * Offers the figures of one node until it is closed.
     *
     * @param figures asked for each page and each sending; answered soon, on any thread
     * @param readers who may read the page; null to serve it without TLS to every process that
     *     reaches the address
     * @throws IOException if the address cannot be listened on
     */
    Running start(
            MetricsSettings settings,
            Supplier<CompletionStage<Answers>> figures,
            @Nullable ReaderCheck readers)
            throws IOException;

    /** What serves and sends. */
    interface Running extends AutoCloseable {
        /** Where the page is served, if it is. */
        Optional<InetSocketAddress> address();

        @Override
        void close();
    }
}
