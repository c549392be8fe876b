package org.evenkeel.cli.top;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.evenkeel.wire.proto.NodesAnswer;
import org.jspecify.annotations.Nullable;

/**
 * A machine, or rather its node.
 *
 * @param state what it does, with the reason if it does not take tasks
 * @param silent whether it does not answer; then only its name is known
 * @param gone when and how one went that is no longer a member, of which only the name is known;
 *     null for a member
 * @param perSecond tasks that ended there since the look before; empty when that is not known
 * @param load low, moderate or high, as it announces
 */
record MachineRow(
        String name,
        String state,
        boolean silent,
        @Nullable GoneMachine gone,
        long busy,
        long workers,
        long waiting,
        OptionalDouble perSecond,
        long parked,
        String load) {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEE HH:mm:ss", Locale.ROOT);

    /**
     * All machines of a look.
     *
     * @param before the look before it, null for none
     */
    static List<MachineRow> list(@Nullable Look before, Look look, ZoneId zone) {
        Map<String, NodesAnswer> earlier = new HashMap<>();
        if (before != null) {
            before.nodes().forEach(node -> earlier.put(node.getNode(), node));
        }
        List<MachineRow> rows = new ArrayList<>();
        Map<String, String> silent = new HashMap<>(look.silent());
        for (NodesAnswer node : look.nodes()) {
            silent.remove(node.getNode());
            rows.add(
                    new MachineRow(
                            node.getNode(),
                            state(node, zone),
                            false,
                            null,
                            node.getBusy(),
                            node.getWorkers(),
                            node.getWaiting(),
                            perSecond(earlier.get(node.getNode()), node),
                            node.getParked(),
                            node.getState()));
        }
        silent.forEach((name, why) -> {
            String state = why.isEmpty() ? "no answer" : "no answer: " + why;
            rows.add(unknown(name, state, null));
        });
        GoneMachine.of(look)
                .forEach((name, gone) -> rows.add(unknown(name, gone.state(zone), gone)));
        return rows;
    }

    private static MachineRow unknown(String name, String state, @Nullable GoneMachine gone) {
        return new MachineRow(
                name, state, gone == null, gone, 0, 0, 0, OptionalDouble.empty(), 0, "");
    }

    /** Whether more than its name is known. */
    boolean answers() {
        return !silent && gone == null;
    }

    /** Those that do not answer come first, those that are gone last. */
    int rank() {
        return silent ? -1 : gone == null ? 0 : 1;
    }

    /** Unknown too when the process was started anew in between, which counts from 0. */
    private static OptionalDouble perSecond(@Nullable NodesAnswer before, NodesAnswer node) {
        if (before == null || before.getIncarnation() != node.getIncarnation()) {
            return OptionalDouble.empty();
        }
        double seconds = (node.getUptimeNanos() - before.getUptimeNanos()) / 1e9;
        long ended = node.getTotals().getRun() - before.getTotals().getRun();
        return seconds <= 0 || ended < 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(ended / seconds);
    }

    private static String state(NodesAnswer node, ZoneId zone) {
        if (node.getDraining()) {
            return "leaving";
        }
        NodesAnswer.Hours hours = node.getHours();
        String notice = hours.getNotice().isEmpty() ? "" : ": " + hours.getNotice();
        if (node.hasHours() && hours.getOnHold()) {
            String word = hours.getFrozen() ? "frozen" : "on hold";
            return word + notice + time(", tasks move at ", hours, zone);
        }
        if (node.hasHours() && !(hours.getOpen() && notice.isEmpty())) {
            String word = hours.getOpen() ? "closing" : "closed";
            return word + notice + time(notice.isEmpty() ? " until " : ", until ", hours, zone);
        }
        return node.getBusy() > 0 ? "working" : "idle";
    }

    /** Nothing where no time is known; the text itself when it is no ISO-8601 time. */
    private static String time(String before, NodesAnswer.Hours hours, ZoneId zone) {
        if (!hours.hasUntil()) {
            return "";
        }
        try {
            return before + TIME.format(Instant.parse(hours.getUntil()).atZone(zone));
        } catch (DateTimeException e) {
            return before + hours.getUntil();
        }
    }
}
