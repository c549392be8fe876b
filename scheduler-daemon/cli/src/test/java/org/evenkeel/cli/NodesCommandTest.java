package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.cli.text.TerminalColours;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.proto.NodesAnswer;
import org.junit.jupiter.api.Test;

/** The table of nodes. */
class NodesCommandTest {

    private static NodesAnswer node(String name, String version) {
        return NodesAnswer.newBuilder().setNode(name).setState("low").setVersion(version).build();
    }

    private static String text(NodesAnswer... reports) {
        return String.join("\n", NodesCommand.table(List.of(reports)).lines(TerminalColours.PLAIN));
    }

    @Test
    void versionsAreShownWhereTheyDiffer() {
        String later = "1.0 (abc)";
        assertThat(text(node("n1", later), node("n2", later))).doesNotContain("version");
        assertThat(text(node("n1", ""), node("n2", ""))).doesNotContain("version");
        assertThat(text(node("n1", later), node("n2", "")).lines())
                .satisfiesExactly(
                        heads -> assertThat(heads).endsWith("version"),
                        first -> assertThat(first).endsWith("1.0 (abc)"),
                        second -> assertThat(second).endsWith(Software.EARLIER));
    }

    @Test
    void theJsonOfANodeAlwaysHasItsVersion() {
        assertThat(NodesCommand.fields(node("n1", "1.0"))).containsEntry("version", "1.0");
        assertThat(NodesCommand.fields(node("n2", ""))).containsEntry("version", Software.EARLIER);
    }

    @Test
    void nodesComeByName() {
        assertThat(NodesCommand.sorted(List.of(node("n10", ""), node("n2", ""), node("n1", ""))))
                .extracting(NodesAnswer::getNode)
                .containsExactly("n1", "n2", "n10");
    }

    @Test
    void theBusyShareIsOfTheTimeOfAllWorkers() {
        NodesAnswer.Builder node = NodesAnswer.newBuilder();
        assertThat(NodesCommand.busyShare(node.build())).isZero();
        node.setWorkers(2).setUptimeNanos(1000).getTotalsBuilder().setRunNanos(500);
        assertThat(NodesCommand.busyShare(node.build())).isEqualTo(0.25);
    }

    @Test
    void aTimeThatIsNoneIsShownAsItCame() {
        NodesAnswer.Builder node = NodesAnswer.newBuilder();
        node.getHoursBuilder().setNotice("paused").setUntil("tomorrow");
        assertThat(NodesCommand.state(node.build())).isEqualTo("paused until tomorrow");
        node.getHoursBuilder().setOnHold(true);
        assertThat(NodesCommand.state(node.build())).isEqualTo("paused, tasks move at tomorrow");
    }
}
