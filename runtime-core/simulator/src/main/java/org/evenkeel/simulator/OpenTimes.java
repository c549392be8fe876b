package org.evenkeel.simulator;

import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.AtClose;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.OpenSpan;
import org.jspecify.annotations.Nullable;

/**
 * When simulated nodes are open.
 *
 * @param ofNodes by index, on the clock of the simulation, which begins at 0; who is not there is
 *     always open
 * @param atClose what becomes of what runs then
 */
public record OpenTimes(Map<Integer, List<OpenSpan>> ofNodes, AtClose atClose) {

    /** All nodes are always open. */
    public static final OpenTimes ALWAYS = new OpenTimes(Map.of(), AtClose.PUT_BACK);

    /** What a node is told when it starts; null for nothing. */
    Event.@Nullable HoursSet of(int node) {
        List<OpenSpan> spans = ofNodes.get(node);
        return spans == null ? null : new Event.HoursSet(spans, atClose);
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
