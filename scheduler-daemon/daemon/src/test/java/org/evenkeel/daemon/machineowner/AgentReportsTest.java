package org.evenkeel.daemon.machineowner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Agents of several desktop sessions, which are names here. */
class AgentReportsTest {
    private static final long SECOND = 1_000_000_000L;

    private final AgentReports<String> reports = new AgentReports<>();

    private void says(String agent, long idleSeconds, boolean locked, long atSecond) {
        reports.said(agent, Duration.ofSeconds(idleSeconds), locked, atSecond * SECOND);
    }

    private AgentReports.Known at(long second) {
        return reports.known(second * SECOND);
    }

    @Test
    void nothingIsKnownWithoutAnAgentAndWhenItHasGone() {
        assertThat(at(1)).isEqualTo(AgentReports.Known.NOTHING);
        says("a", 5, false, 1);
        assertThat(reports.gone("a")).isTrue();
        assertThat(at(2)).isEqualTo(AgentReports.Known.NOTHING);
        assertThat(reports.gone("b")).as("it has never said anything").isFalse();
    }

    @Test
    void timePassesBetweenReports() {
        says("a", 5, false, 1);
        assertThat(at(4)).isEqualTo(new AgentReports.Known(8 * SECOND, false));
    }

    @Test
    void ofSeveralSessionsTheOneUsedLastCounts() {
        says("a", 500, false, 10);
        says("b", 2, false, 10);
        assertThat(at(10).idleNanos()).isEqualTo(2 * SECOND);
    }

    @Test
    void aLockedSessionCountsOnlyWhereAllAreLocked() {
        says("a", 1, true, 10);
        assertThat(at(10).locked()).isTrue();
        says("b", 60, false, 10);
        assertThat(at(10)).isEqualTo(new AgentReports.Known(60 * SECOND, false));
    }

    @Test
    void anAgentThatHasFallenSilentKnowsNothing() {
        says("a", 0, false, 10);
        long stale = AgentReports.STALE.toSeconds();
        assertThat(at(10 + stale)).isNotEqualTo(AgentReports.Known.NOTHING);
        assertThat(at(11 + stale)).isEqualTo(AgentReports.Known.NOTHING);
        assertThat(reports.isEmpty()).isTrue();
    }

    @Test
    void ofTooManyAgentsTheEarliestAreForgotten() {
        for (int i = 0; i <= AgentReports.MAX_AGENTS; i++) {
            says("a" + i, i == 0 ? 0 : 100, false, 10);
        }
        assertThat(at(10).idleNanos()).isEqualTo(100 * SECOND);
    }
}
