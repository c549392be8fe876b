package org.evenkeel.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What can be said of a cluster, and what its daemons are told. */
class ClusterSettingsTest {

    @Test
    void oneNodeMayGetSomethingElse() {
        ClusterSettings settings =
                ClusterSettings.of(3).withSize(0.5, "256m").withSize("n2", 0.1, "1g");
        assertThat(settings.sizeOf("n1")).isEqualTo(new MachineSize(0.5, 256L << 20));
        assertThat(settings.sizeOf("n2")).isEqualTo(new MachineSize(0.1, 1L << 30));
    }

    @Test
    void withoutATopologyDaemonsFindEachOther() {
        assertThat(DaemonFlags.flags(ClusterSettings.of(3), 2)).isEmpty();
    }

    @Test
    void topologySaysWhoTheNeighboursAreAndWhereTheyAre() {
        ClusterSettings settings =
                ClusterSettings.of(4)
                        .withTopology("mesh")
                        .withPolicy("hybrid")
                        .withFlags("--owner-lease", "3s");
        assertThat(DaemonFlags.flags(settings, 1))
                .containsExactly(
                        "--policy",
                        "hybrid",
                        "--neighbours",
                        "n2=n2:4712,n3=n3:4712",
                        "--owner-lease",
                        "3s",
                        "--worker-user",
                        "same");
    }

    @Test
    void oneNodeHasFlagsOfItsOwn() {
        ClusterSettings settings =
                ClusterSettings.of(2)
                        .withFlags("--owner-lease", "3s")
                        .withFlagsOf("n1", "--master", "true");
        assertThat(DaemonFlags.flags(settings, 1))
                .containsExactly(
                        "--owner-lease", "3s", "--master", "true", "--worker-user", "same");
        assertThat(DaemonFlags.flags(settings, 2)).containsExactly("--owner-lease", "3s");
    }

    @Test
    void theNodeWithTheAuthorityRunsTasksTooUnlessToldOtherwise() {
        ClusterSettings settings = ClusterSettings.of(2);
        assertThat(DaemonFlags.flags(settings, 1)).containsExactly("--worker-user", "same");
        assertThat(DaemonFlags.flags(settings.withFlags("--worker-user", "auto"), 1))
                .containsExactly("--worker-user", "auto");
    }

    @Test
    void daemonsGetOptionsOfTheJvm() {
        ClusterSettings settings =
                ClusterSettings.of(2).withJvmOptions("-XX:TieredStopAtLevel=1", "-Xmx64m");
        assertThat(DaemonFlags.entrypoint(settings, 1))
                .startsWith("env", "EVENKEEL_JAVA_OPTS=-XX:TieredStopAtLevel=1 -Xmx64m", "bash");
        assertThat(DaemonFlags.entrypoint(ClusterSettings.of(2), 2)).startsWith("bash");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.withJvmOptions("-Xmx64m -Xms1m"))
                .withMessageContaining("-Xmx64m -Xms1m");
    }

    @Test
    void farNodesAreFoundWhereTheirRelaysListen() {
        ClusterSettings settings =
                ClusterSettings.of(3)
                        .withTopology("complete")
                        .withLinks(LinkShape.delay(Duration.ofMillis(20)))
                        .withLink(
                                "n3",
                                "n1",
                                LinkShape.delay(Duration.ofMillis(5))
                                        .withJitter(Duration.ofNanos(7))
                                        .withBandwidth(10_000));
        assertThat(DaemonFlags.flags(settings, 2))
                .containsExactly("--advertise", "n2:4713", "--neighbours", "n1=n1:4713,n3=n3:4713");
        assertThat(settings.networkLinks().words("n2")).containsExactly("20000000/0/0");
        assertThat(settings.networkLinks().words("n1"))
                .containsExactly("20000000/0/0", "n3=5000000/7/10000");
        assertThat(LinkShape.parse("5000000/7/10000"))
                .isEqualTo(new LinkShape(Duration.ofMillis(5), Duration.ofNanos(7), 10_000));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.withLink("n1", "n1", LinkShape.NONE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LinkShape.NONE.withBandwidth(999))
                .withMessageContaining("999");
    }

    @Test
    void whatMakesNoSenseIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterSettings.of(65))
                .withMessageContaining("65");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterSettings.of(3).withTopology("mehs"))
                .withMessageContaining("mesh");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterSettings.of(3).withSize(0, "512m"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterSettings.of(3).withSize(1, "5m"));
    }
}
