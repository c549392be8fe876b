package org.evenkeel.simulator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.evenkeel.kernel.trace.TraceLog;
import org.evenkeel.kernel.trace.TraceRecord;
import org.evenkeel.model.Numbers;
import org.evenkeel.model.TaskId;

/** All trace records of one task, on all nodes and in all their lives. */
final class TaskTrace {

    private record TraceLine(SimNode node, int life, TraceRecord record) {
        String text() {
            String other = record.other() == null ? "" : " " + record.other();
            String slot = record.slot() < 0 ? "" : " in slot " + record.slot();
            String why = record.reason().isEmpty() ? "" : ": " + record.reason();
            return Numbers.format(
                    "%12.6f s  %s/%d  %s%s%s%s",
                    record.atNanos() / 1e9, node.id, life, record.kind().words(), other, slot, why);
        }
    }

    static List<String> of(TaskId task, SimNode[] nodes) {
        List<TraceLine> lines = new ArrayList<>();
        for (SimNode node : nodes) {
            int life = 1;
            for (TraceLog trace : node.traces()) {
                for (TraceRecord record : trace.story(task)) {
                    lines.add(new TraceLine(node, life, record));
                }
                life++;
            }
        }
        lines.sort(Comparator.comparingLong(line -> line.record.atNanos()));
        List<String> texts = new ArrayList<>(lines.size());
        lines.forEach(line -> texts.add(line.text()));
        return texts;
    }
}
