package org.evenkeel.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.evenkeel.cli.text.TerminalColours;
import org.junit.jupiter.api.Test;

class SpreadTextTest {
    private static final String REST = " tasks ran again elsewhere; the results are unchanged.";

    @Test
    void oneNodeThatEndedHasItsTasks() {
        assertThat(told("n3")).contains("   Stopped during the run: n3. Its" + REST);
    }

    @Test
    void severalNodesThatEndedHaveTheirTasks() {
        assertThat(told("n3", "n4")).contains("   Stopped during the run: n3, n4. Their" + REST);
    }

    @Test
    void whereNoNodeEndedNoneIsSaidToHaveStopped() {
        assertThat(told()).noneMatch(line -> line.contains("Stopped during the run"));
    }

    @Test
    void nodeThatGivesNoAnswerHasNotStopped() {
        assertThat(told(Spread.Presence.SILENT, "n3"))
                .contains("   No answer from n3, whose process runs: its counts are missing.")
                .noneMatch(line -> line.contains("Stopped during the run"))
                .noneMatch(line -> line.contains("No task ran twice"));
    }

    private static List<String> told(String... ended) {
        return told(Spread.Presence.ENDED, ended);
    }

    private static List<String> told(Spread.Presence presence, String... nodes) {
        List<String> lines = new ArrayList<>();
        List<Spread.Row> rows = new ArrayList<>();
        rows.add(new Spread.Row("n1", Spread.Presence.ANSWERS, 8, 0, 0, 0, 0, 0, 0, 0, 0.5));
        for (String node : nodes) {
            rows.add(new Spread.Row(node, presence, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        }
        new SpreadText(
                        new DemoOutput(lines::add, new LinkedHashMap<>(), TerminalColours.PLAIN),
                        new Spread(rows))
                .print(8);
        return lines;
    }
}
