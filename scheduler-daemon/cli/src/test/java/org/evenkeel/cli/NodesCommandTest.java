package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.cli.ask.Answers;
import org.evenkeel.cli.ask.NodeReport;
import org.evenkeel.cli.show.TerminalColours;
import org.evenkeel.wire.Software;
import org.junit.jupiter.api.Test;

/** The table of nodes. */
class NodesCommandTest {

    private static List<NodeReport> reports(String... nodes) throws Exception {
        return NodeReport.list(
                Answers.parse("{\"answers\":[" + String.join(",", nodes) + "],\"silent\":[]}"));
    }

    private static String node(String name, String more) {
        return "{\"node\":\"" + name + "\",\"state\":\"low\"" + more + "}";
    }

    private static String text(List<NodeReport> reports) {
        return String.join("\n", NodesCommand.table(reports).lines(TerminalColours.PLAIN));
    }

    @Test
    void versionsAreShownWhereTheyDiffer() throws Exception {
        String later = ",\"version\":\"1.0 (abc)\"";
        assertThat(text(reports(node("n1", later), node("n2", later)))).doesNotContain("version");
        assertThat(text(reports(node("n1", ""), node("n2", "")))).doesNotContain("version");
        assertThat(text(reports(node("n1", later), node("n2", ""))).lines())
                .satisfiesExactly(
                        heads -> assertThat(heads).endsWith("version"),
                        first -> assertThat(first).endsWith("1.0 (abc)"),
                        second -> assertThat(second).endsWith(Software.EARLIER));
    }

    @Test
    void theJsonOfANodeAlwaysHasItsVersion() throws Exception {
        List<NodeReport> both = reports(node("n1", ",\"version\":\"1.0\""), node("n2", ""));
        assertThat(NodesCommand.fields(both.get(0))).containsEntry("version", "1.0");
        assertThat(NodesCommand.fields(both.get(1))).containsEntry("version", Software.EARLIER);
    }
}
