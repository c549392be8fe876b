package org.evenkeel.cli.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.wire.proto.MigrationsAnswer;

/**
 * One move of one task, of the parts that nodes remember. The node it left remembers {@code out}
 * and {@code file}, the one where it resumes {@code wait} and {@code in}; a node that has ended
 * remembers nothing.
 *
 * @param from the node it left, empty when that has ended
 * @param to where it resumes, empty while it does not
 * @param nanos by part; not there when it is not known
 */
public record MigrationLine(
        String at, String task, String from, String to, long bytes, Map<String, Long> nanos) {

    /** The parts, in the order in which they come. */
    public static final List<String> PARTS = List.of("out", "file", "wait", "in");

    /** One part as a node told it. */
    private record Step(String node, MigrationsAnswer.Step told) {
        boolean leaves() {
            return told.getPart().equals("out") || told.getPart().equals("file");
        }

        long grant() {
            return told.getEpoch() << 32 | told.getGrant();
        }
    }

    /** All moves that the answers to {@code migrations} tell of, the oldest first. */
    public static List<MigrationLine> list(List<MigrationsAnswer> nodes) {
        Map<String, List<Step>> byTask = new LinkedHashMap<>();
        for (MigrationsAnswer node : nodes) {
            for (MigrationsAnswer.Step told : node.getStepsList()) {
                byTask.computeIfAbsent(told.getTask(), _ -> new ArrayList<>())
                        .add(new Step(node.getNode(), told));
            }
        }
        List<MigrationLine> lines = new ArrayList<>();
        byTask.values().forEach(steps -> addMoves(steps, lines));
        lines.sort(Comparator.comparing(MigrationLine::at));
        return lines;
    }

    /** A task leaves under one grant and resumes under a later one. */
    private static void addMoves(List<Step> steps, List<MigrationLine> lines) {
        steps.sort(
                Comparator.comparingLong(Step::grant)
                        .thenComparingInt(step -> step.leaves() ? 1 : 0));
        List<Step> move = new ArrayList<>();
        for (Step step : steps) {
            boolean begins =
                    !move.isEmpty()
                            && (step.leaves() && move.getLast().grant() != step.grant()
                                    || !step.leaves()
                                            && !move.getLast().leaves()
                                            && move.getLast().grant() != step.grant()
                                    || step.leaves() && !move.getLast().leaves());
            if (begins) {
                lines.add(of(move));
                move.clear();
            }
            move.add(step);
        }
        if (!move.isEmpty()) {
            lines.add(of(move));
        }
    }

    private static MigrationLine of(List<Step> steps) {
        Map<String, Long> nanos = new LinkedHashMap<>();
        String from = "";
        String to = "";
        long bytes = 0;
        for (Step step : steps) {
            nanos.put(step.told().getPart(), step.told().getNanos());
            bytes = Math.max(bytes, step.told().getBytes());
            from = step.leaves() ? step.node() : from;
            to = step.leaves() ? to : step.node();
        }
        return new MigrationLine(
                steps.getFirst().told().getAt(),
                steps.getFirst().told().getTask(),
                from,
                to,
                bytes,
                nanos);
    }

    /** Whether all four parts are known. */
    public boolean isWhole() {
        return nanos.keySet().containsAll(PARTS);
    }

    /** The sum of what is known. */
    public long totalNanos() {
        return nanos.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The same as a map, for JSON. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("at", at);
        fields.put("task", task);
        fields.put("from", from);
        fields.put("to", to);
        fields.put("bytes", bytes);
        nanos.forEach((part, value) -> fields.put(part + "Nanos", value));
        fields.put("totalNanos", totalNanos());
        fields.put("whole", isWhole());
        return fields;
    }
}
