package org.evenkeel.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.wire.proto.Answers;

/** The meters of each node that ever answered. Not for several threads at a time. */
final class NodeMetrics {
    private final MeterRegistry registry;
    private final Map<String, NodeMeters> nodes = new LinkedHashMap<>();

    NodeMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Shows what nodes answered now. */
    void update(Answers answers) {
        for (NodeFigures now : NodeFigures.of(answers)) {
            nodes.computeIfAbsent(now.name(), name -> new NodeMeters(registry, now)).show(now);
        }
    }
}
