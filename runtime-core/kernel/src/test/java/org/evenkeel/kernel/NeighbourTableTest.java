package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.Features;
import org.junit.jupiter.api.Test;

class NeighbourTableTest {

    private final NeighbourTable table = new NeighbourTable();

    /** As a task for a certain node does, before the policy looks at all of them. */
    @Test
    void whoLooksAtOneNeighbourAloneHidesNoChangeOfItFromThePolicy() {
        table.setOrder(List.of(new NodeId("b"), new NodeId("c")));
        Neighbour c = table.findOrAdd(new NodeId("c"));
        c.linkUp(Features.ALL);
        List<NeighbourView> before = table.views();
        assertThat(before.getLast().believed()).isEqualTo(LoadState.HIGH);

        c.believe(LoadState.LOW, 1);
        assertThat(c.view().believed()).isEqualTo(LoadState.LOW);

        assertThat(table.views().getLast().believed()).isEqualTo(LoadState.LOW);
        assertThat(table.views()).isSameAs(table.views());
    }
}
