package org.evenkeel.cli.query;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.JsonObject;
import org.evenkeel.wire.MessageJson;
import org.evenkeel.wire.proto.PhasesAnswer;

/** A scheduling phase, and the master that says so. */
public record PhaseLine(String master, PhasesAnswer.Phase phase) {

    /** By terms and their phases, oldest first. */
    public static List<PhaseLine> list(List<PhasesAnswer> nodes) {
        return nodes.stream()
                .flatMap(node ->
                        node.getPhasesList().stream()
                                .map(phase -> new PhaseLine(node.getNode(), phase)))
                .sorted(
                        Comparator.comparingLong((PhaseLine line) -> line.phase().getTerm())
                                .thenComparingLong(line -> line.phase().getPhase()))
                .toList();
    }

    /** The same as a map, for JSON. */
    public Map<String, Object> fields() {
        return new JsonObject().with("master", master).withAll(MessageJson.fields(phase));
    }
}
