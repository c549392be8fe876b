package org.evenkeel.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
        assertThat(DaemonWords.flags(ClusterSettings.of(3), 2)).isEmpty();
    }

    @Test
    void topologySaysWhoTheNeighboursAreAndWhereTheyAre() {
        ClusterSettings settings =
                ClusterSettings.of(4)
                        .withTopology("mesh")
                        .withPolicy("hybrid")
                        .withFlags("--owner-lease", "3s");
        assertThat(DaemonWords.flags(settings, 1))
                .containsExactly(
                        "--policy",
                        "hybrid",
                        "--neighbours",
                        "n2=n2:4712,n3=n3:4712",
                        "--owner-lease",
                        "3s");
    }

    @Test
    void oneNodeHasFlagsOfItsOwn() {
        ClusterSettings settings =
                ClusterSettings.of(2)
                        .withFlags("--owner-lease", "3s")
                        .withFlagsOf("n1", "--master", "true");
        assertThat(DaemonWords.flags(settings, 1))
                .containsExactly("--owner-lease", "3s", "--master", "true");
        assertThat(DaemonWords.flags(settings, 2)).containsExactly("--owner-lease", "3s");
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
