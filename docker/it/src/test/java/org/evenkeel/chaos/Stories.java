package org.evenkeel.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the daemons tell of tasks that did not end as they should, kept beside their logs. */
final class Stories {

    private static final int MOST = 10;
    private static final int MOST_LATE = 5;
    private static final Pattern TASK_ID = Pattern.compile("\\b[0-9a-z]{8,13}-\\d+\\b");

    private Stories() {}

    /** Writes {@code stories.txt}, if there is anything to tell; daemons must still run. */
    static void write(ChaosCluster cluster, List<ClientReport> reports) throws IOException {
        List<String> lines = new ArrayList<>();
        for (ClientReport report : reports) {
            List<String> odd = new ArrayList<>();
            odd.addAll(report.open);
            odd.addAll(report.failed);
            odd.addAll(report.twice);
            odd.addAll(report.wrong);
            odd.addAll(latest(report));
            for (String line : odd.subList(0, Math.min(MOST, odd.size()))) {
                lines.add(line);
                Matcher id = TASK_ID.matcher(line);
                if (id.find()) {
                    lines.addAll(stories(cluster, id.group()));
                }
            }
        }
        if (!lines.isEmpty()) {
            Files.write(cluster.root().resolve("stories.txt"), lines);
        }
    }

    /** Tasks that took longest, not more than a few. */
    private static List<String> latest(ClientReport report) {
        return report.late.stream()
                .sorted(Comparator.comparingLong(Stories::tookMillis).reversed())
                .limit(MOST_LATE)
                .toList();
    }

    private static long tookMillis(String line) {
        return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
    }

    private static List<String> stories(ChaosCluster cluster, String task) {
        List<String> lines = new ArrayList<>();
        for (NodeProcess node : cluster.nodes()) {
            try (Observer observer = new Observer(cluster.cluster(), node.name())) {
                lines.add("  " + node.name() + " " + observer.ask("explain", task));
            } catch (IOException | IllegalArgumentException e) {
                lines.add("  " + node.name() + " does not answer: " + e);
            }
        }
        return lines;
    }
}
