package org.evenkeel.cli.query;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.wire.proto.Answers;

/** Which nodes of a cluster did not answer, and why, where that is known. */
public final class MissingAnswers {
    /** A line for each node that refused, and one for all that are silent; none if all answered. */
    public static List<String> lines(Answers answers) {
        Set<String> silent = new LinkedHashSet<>(answers.getSilentList());
        List<String> lines = new ArrayList<>();
        for (Answers.Refusal refusal : answers.getRefusalsList()) {
            silent.remove(refusal.getNode());
            lines.add("no answer from " + refusal.getNode() + ": " + refusal.getWhy());
        }
        if (!silent.isEmpty()) {
            lines.add("no answer from " + String.join(", ", silent));
        }
        return lines;
    }
}
