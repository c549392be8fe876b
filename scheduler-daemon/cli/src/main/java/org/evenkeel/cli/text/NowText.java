package org.evenkeel.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.evenkeel.cli.query.NowLine;
import org.evenkeel.kernel.WaitReason;
import org.evenkeel.wire.proto.ExplainAnswer;

/** Where a task is at this moment and why it does not run, as text: a line for each node. */
public final class NowText {
    private static final double SECOND = 1e9;

    /**
     * The lines, with a heading.
     *
     * @param all whether also nodes are shown that have no record of the task, although it runs
     */
    public static List<String> lines(
            List<NowLine> nodes, boolean all, TerminalColours terminalColours) {
        boolean waits = nodes.stream().anyMatch(NowText::waits);
        List<NowLine> shown =
                nodes.stream().filter(line -> all || waits || line.isKnown()).toList();
        if (shown.isEmpty()) {
            return List.of("Now: no node has it. If it ended, the last lines above say how.");
        }
        int width = shown.stream().mapToInt(line -> line.node().length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        lines.add("Now:");
        for (NowLine line : shown) {
            lines.add(
                    "  "
                            + terminalColours.bold(Story.pad(line.node(), width))
                            + "  "
                            + text(all || waits ? line.now() : place(line.now())));
        }
        return lines;
    }

    /** Without the rules of a node that does not have the task, which runs. */
    private static ExplainAnswer.Now place(ExplainAnswer.Now now) {
        return now.getState().equals("AWAY")
                ? now.toBuilder()
                        .clearReasons()
                        .addAllReasons(
                                now.getReasonsList().stream()
                                        .filter(reason -> WaitReason.saysWhere(reason.getCode()))
                                        .toList())
                        .build()
                : now;
    }

    private static boolean waits(NowLine line) {
        return switch (line.now().getState()) {
            case "READY", "PREFETCHED", "HANDING" -> true;
            default -> false;
        };
    }

    /** The kernel takes it for running, but no process does yet. */
    private static boolean isStarting(ExplainAnswer.Now now) {
        return now.getReasonsList().stream()
                .map(ExplainAnswer.Reason::getCode)
                .anyMatch(code ->
                        code.equals(WaitReason.WORKER_STARTING.name())
                                || code.equals(WaitReason.UNFIT.name()));
    }

    private static String text(ExplainAnswer.Now now) {
        String reasons =
                now.getReasonsList().stream()
                        .map(ExplainAnswer.Reason::getWords)
                        .collect(Collectors.joining("; "));
        String state = state(isStarting(now) ? "READY" : now.getState());
        if (state.isEmpty()) {
            return reasons;
        }
        String time =
                now.hasForNanos()
                        ? " for " + NumberFormatter.seconds(now.getForNanos() / SECOND)
                        : "";
        return state + time + (reasons.isEmpty() ? "" : ": " + reasons) + expected(now);
    }

    private static String expected(ExplainAnswer.Now now) {
        if (!now.hasExpectedNanos()) {
            return "";
        }
        String what = now.getState().equals("RUNNING") ? "end" : "start";
        String time = NumberFormatter.seconds(now.getExpectedNanos() / SECOND);
        return "; expected to " + what + " in about " + time + certainty(now);
    }

    /** Nothing at a daemon of an earlier version. */
    private static String certainty(ExplainAnswer.Now now) {
        if (!now.hasSpreadNanos()) {
            return "";
        }
        String tasks = now.getRuns() == 1 ? "one such task" : now.getRuns() + " such tasks";
        long low = Math.max(0, now.getExpectedNanos() - now.getSpreadNanos());
        long high = now.getExpectedNanos() + now.getSpreadNanos();
        String span =
                now.getRuns() == 1
                        ? ""
                        : NumberFormatter.seconds(low / SECOND)
                                + " to "
                                + NumberFormatter.seconds(high / SECOND)
                                + ", ";
        return " (" + span + "from " + tasks + ")";
    }

    /** How a state is said; the constant itself for one of a later version. */
    private static String state(String constant) {
        return switch (constant) {
            case "", "AWAY", "DONE" -> "";
            case "RUNNING" -> "runs";
            case "READY", "PREFETCHED", "QUEUED" -> "waits";
            case "HANDING" -> "is being handed on";
            case "PARKED", "DELEGATED" -> "has started";
            default -> constant;
        };
    }
}
