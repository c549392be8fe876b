package org.evenkeel.testcontainers.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a killed run left is told from what somebody still uses. */
class RunLabelTest {
    private static final long MORE_THAN_ANY_PID = 999_999_999;

    private static Map<String, String> with(String label, String value) {
        Map<String, String> labels = new HashMap<>(RunLabel.ours());
        labels.put(label, value);
        return labels;
    }

    @Test
    void whatThisProcessStartedIsInUse() {
        assertThat(RunLabel.isLeftOver(RunLabel.ours())).isFalse();
    }

    @Test
    void whatAProcessStartedThatIsOverIsLeft() {
        assertThat(RunLabel.isLeftOver(with(RunLabel.RUN, MORE_THAN_ANY_PID + ":1"))).isTrue();
    }

    @Test
    void processIdsComeAgain() {
        String ours = RunLabel.ours().get(RunLabel.RUN);
        String earlier = ours.substring(0, ours.indexOf(':')) + ":1";
        assertThat(RunLabel.isLeftOver(with(RunLabel.RUN, earlier))).isTrue();
    }

    @Test
    void processIdsOfAnotherMachineOrContainerSayNothingHere() {
        Map<String, String> labels = with(RunLabel.RUN, MORE_THAN_ANY_PID + ":1");
        labels.put(RunLabel.WHERE, "elsewhere pid:[1]");
        assertThat(RunLabel.isLeftOver(labels)).isFalse();
        labels.remove(RunLabel.WHERE);
        assertThat(RunLabel.isLeftOver(labels)).isFalse();
    }

    @Test
    void whatHasNoSuchLabelIsSomebodyElses() {
        assertThat(RunLabel.isLeftOver(Map.of())).isFalse();
        assertThat(RunLabel.isLeftOver(with(RunLabel.RUN, "x"))).isFalse();
        assertThat(RunLabel.isLeftOver(with(RunLabel.RUN, "1:2:3"))).isFalse();
    }
}
