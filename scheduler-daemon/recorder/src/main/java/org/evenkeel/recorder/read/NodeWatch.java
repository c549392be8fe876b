package org.evenkeel.recorder.read;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Notices which nodes fall silent and which answer again. Times are microseconds. */
public final class NodeWatch {

    /** A node that has not answered for so long is silent. */
    static final long SILENT_MICROS = 10_000_000;

    /** A silent node whose records are missing from then on, until it answers. */
    static final long MISSED_MICROS = 30_000_000;

    /** A node that has left. */
    static final long FORGOTTEN_MICROS = 86_400_000_000L;

    private final Map<String, Watched> nodes = new TreeMap<>();

    private static final class Watched {
        private long heard;
        private State state = State.ANSWERS;
    }

    /** What a node does. */
    public enum State {
        ANSWERS,
        SILENT,
        MISSED
    }

    /**
     * A node does something else now.
     *
     * @param silentMicros how long it has not answered, or had not
     */
    public record Change(String node, State state, long silentMicros) {}

    /** Nodes that are known from before: they are silent when they do not answer from now on. */
    public void know(Collection<String> known, long now) {
        for (String node : known) {
            nodes.computeIfAbsent(node, _ -> new Watched()).heard = now;
        }
    }

    /** These nodes, and no others, have answered now. */
    public List<Change> update(Collection<String> answered, long now) {
        List<Change> changes = new ArrayList<>();
        for (String node : answered) {
            Watched watched = nodes.computeIfAbsent(node, _ -> new Watched());
            if (watched.state != State.ANSWERS) {
                changes.add(new Change(node, State.ANSWERS, now - watched.heard));
                watched.state = State.ANSWERS;
            }
            watched.heard = now;
        }
        for (Iterator<Map.Entry<String, Watched>> all = nodes.entrySet().iterator();
                all.hasNext(); ) {
            Map.Entry<String, Watched> each = all.next();
            long silent = now - each.getValue().heard;
            State next = state(silent);
            if (each.getValue().state.compareTo(next) < 0) {
                each.getValue().state = next;
                changes.add(new Change(each.getKey(), next, silent));
            }
            if (silent > FORGOTTEN_MICROS) {
                all.remove();
            }
        }
        return changes;
    }

    private static State state(long silentMicros) {
        if (silentMicros >= MISSED_MICROS) {
            return State.MISSED;
        }
        return silentMicros >= SILENT_MICROS ? State.SILENT : State.ANSWERS;
    }
}
