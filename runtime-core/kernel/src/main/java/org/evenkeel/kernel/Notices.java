package org.evenkeel.kernel;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;
import org.evenkeel.kernel.NodeCondition.State;
import org.evenkeel.kernel.Notice.Source;
import org.jspecify.annotations.Nullable;

/** The notices that count, at most one of each source. All of them are heeded. */
final class Notices {
    private record Heeded(Notice notice, NodeCondition condition) {
        boolean is(State state) {
            return condition.is(state);
        }
    }

    private final Map<Source, Heeded> heeded = new EnumMap<>(Source.class);

    /** Replaces the one of its source. */
    void heed(Notice notice) {
        heeded.merge(
                notice.source(),
                new Heeded(notice, NodeCondition.ALWAYS_OPEN),
                (before, now) -> new Heeded(now.notice(), before.condition()));
    }

    void withdraw(Source source) {
        heeded.remove(source);
    }

    /** Looks at the time; the notice that has closed the node by now and had not before. */
    @Nullable Notice advance(long now) {
        heeded.values().removeIf(each -> each.notice().isOver(now));
        Notice closing = null;
        for (Map.Entry<Source, Heeded> entry : heeded.entrySet()) {
            Heeded before = entry.getValue();
            Heeded after = new Heeded(before.notice(), before.notice().at(now));
            entry.setValue(after);
            if (after.is(State.CLOSED) && !before.is(State.CLOSED)) {
                closing = after.notice();
            }
        }
        return closing;
    }

    /** Whether none keeps the node from starting tasks. */
    boolean areOpen() {
        return heeded.isEmpty() || heeded.values().stream().allMatch(each -> each.is(State.OPEN));
    }

    boolean any(State state) {
        return !heeded.isEmpty() && heeded.values().stream().anyMatch(each -> each.is(state));
    }

    /** Whether one that is on hold has workers frozen. */
    boolean freeze() {
        return !heeded.isEmpty()
                && heeded.values().stream()
                        .anyMatch(each -> each.is(State.ON_HOLD) && each.notice().freezes());
    }

    /** When one of them changes, {@link Long#MAX_VALUE} for never. */
    long changesAt() {
        return conditions().mapToLong(NodeCondition::changesAt).min().orElse(NodeCondition.NEVER);
    }

    /** When the first closes the node. */
    long closesAt() {
        return conditions().mapToLong(NodeCondition::closesAt).min().orElse(NodeCondition.NEVER);
    }

    /** When all have ended, {@link Long#MIN_VALUE} when there is none. */
    long endAt() {
        return heeded.values().stream()
                .mapToLong(each -> each.notice().untilNanos())
                .max()
                .orElse(Long.MIN_VALUE);
    }

    /** When those that have closed the node have ended. */
    long opensAt() {
        return conditions()
                .filter(each -> each.is(State.CLOSED))
                .mapToLong(NodeCondition::opensAt)
                .max()
                .orElse(Long.MIN_VALUE);
    }

    private Stream<NodeCondition> conditions() {
        return heeded.values().stream().map(Heeded::condition);
    }

    /** The one that decides what the node is now; null when there is none. */
    @Nullable Notice strictest() {
        return heeded.values().stream()
                .max(
                        Comparator.comparing((Heeded each) -> each.condition().state())
                                .thenComparingLong(each -> each.notice().untilNanos()))
                .map(Heeded::notice)
                .orElse(null);
    }
}
