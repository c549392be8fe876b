package org.evenkeel.daemon.cli.criu;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about CRIU on this machine: the steps in their order, up to the first that
 * failed.
 *
 * @param path of the command, null if there is none
 * @param version as it says it, null if it does not
 */
public record CriuReport(@Nullable String path, @Nullable String version, List<Step> steps) {

    /**
     * One thing that was looked at.
     *
     * @param name of one word
     * @param said what was seen
     * @param advice what to do about it, empty when nothing is to be done
     */
    public record Step(String name, boolean fine, String said, String advice) {}

    /** Whether CRIU works here. */
    public boolean isUsable() {
        return !steps.isEmpty() && steps.getLast().fine() && steps.size() == CriuProbe.STEPS;
    }

    /** For {@code --json}; without a value what is not known. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("usable", isUsable());
        fields.put("path", path);
        fields.put("version", version);
        fields.put("needed", CriuProbe.NEEDED);
        fields.put("movesWholeProcesses", false);
        List<Map<String, Object>> all = new ArrayList<>();
        for (Step step : steps) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("step", step.name());
            one.put("fine", step.fine());
            one.put("said", step.said());
            one.put("advice", step.advice());
            all.add(one);
        }
        fields.put("steps", all);
        return fields;
    }
}
