package org.evenkeel.lab.demo;

import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.StoryLine;
import org.evenkeel.cli.start.LocalDaemons;
import org.evenkeel.cli.text.Story;
import org.evenkeel.lab.facts.ProgramFact;

/** Tells the story of a task that ran elsewhere than where it was submitted. */
record MovedTask(DemoOutput demoOutput) {
    /** The kind of a record that says that a task came from another node. */
    private static final String ARRIVED = "ARRIVED";

    /** Tells that of the task that moved furthest, among one for each node but the entry. */
    void print(LocalDaemons cluster, ProgramFact programFact, String entry) {
        Map<String, String> samples = sampleTasks(programFact);
        samples.remove(entry);
        samples.remove("");
        String moved = "";
        List<StoryLine> story = List.of();
        for (String task : samples.values()) {
            List<StoryLine> candidate = cluster.story(task);
            if (hops(candidate) > hops(story)) {
                moved = task;
                story = candidate;
            }
        }
        if (story.isEmpty()) {
            return; // none moved, or those that did have lost the beginnings of their stories
        }
        demoOutput.print("");
        demoOutput.print("   The history of a task that moved, %s:".formatted(moved));
        Story.lines(story, ZoneId.systemDefault(), demoOutput.terminalColours())
                .forEach(line -> demoOutput.print("   " + line));
        demoOutput.report(
                "story",
                Map.of("task", moved, "story", story.stream().map(StoryLine::fields).toList()));
    }

    /** Ids of tasks by the node that ran them, one for each node. */
    private static Map<String, String> sampleTasks(ProgramFact programFact) {
        Map<String, String> samples = new LinkedHashMap<>();
        programFact
                .map("ranAt")
                .forEach((node, value) -> {
                    if (value instanceof Map<?, ?> map) {
                        samples.put(String.valueOf(node), String.valueOf(map.get("last")));
                    }
                });
        return samples;
    }

    private static long hops(List<StoryLine> story) {
        return story.stream().filter(line -> line.step().getKind().equals(ARRIVED)).count();
    }
}
