package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which of the nodes that have a job, or keep a replica of it, a program attaches to. */
class JobFinderTest {

    private static Map<String, ?> node(String name, long attachment, boolean settling) {
        return Map.of(
                "node",
                name,
                "jobs",
                List.of(Map.of("attachment", attachment, "settling", settling)));
    }

    private static Object chosen(List<Map<?, ?>> nodes) {
        Map<?, ?> latest = JobFinder.latest(nodes);
        return latest == null ? "none" : String.valueOf(latest.get("node"));
    }

    @Test
    void theOneWithTheLatestAttachment() {
        assertThat(chosen(List.of(node("a", 1, false), node("b", 2, true), node("c", 0, false))))
                .isEqualTo("b");
    }

    @Test
    void ofReplicasOneThatIsSureToBeTheLatest() {
        assertThat(chosen(List.of(node("a", 0, true), node("b", 0, false), node("c", 0, true))))
                .isEqualTo("b");
    }

    @Test
    void noneWhereNoneHasIt() {
        assertThat(chosen(List.of(Map.of("node", "a", "jobs", List.of())))).isEqualTo("none");
    }
}
