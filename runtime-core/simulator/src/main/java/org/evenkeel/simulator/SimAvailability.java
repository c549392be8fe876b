package org.evenkeel.simulator;

import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.CloseMode;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.AvailabilitySpan;
import org.jspecify.annotations.Nullable;

/**
 * When simulated nodes are open.
 *
 * @param ofNodes by index, on the clock of the simulation, which begins at 0; who is not there is
 *     always open
 * @param closeMode what becomes of what runs then
 */
public record SimAvailability(Map<Integer, List<AvailabilitySpan>> ofNodes, CloseMode closeMode) {

    /** All nodes are always open. */
    public static final SimAvailability ALWAYS = new SimAvailability(Map.of(), CloseMode.MOVE);

    /** What a node is told when it starts; null for nothing. */
    Event.@Nullable AvailabilitySet of(int node) {
        List<AvailabilitySpan> spans = ofNodes.get(node);
        return spans == null ? null : new Event.AvailabilitySet(spans, closeMode);
    }

    /** When the last of them opens for the last time. */
    long lastOpeningNanos() {
        return ofNodes.values().stream()
                .filter(spans -> !spans.isEmpty())
                .mapToLong(spans -> spans.getLast().fromNanos())
                .max()
                .orElse(0);
    }
}
