package org.evenkeel.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterFormTest {
    private static ClusterForm form(boolean master) {
        return new ClusterForm(
                List.of(1.0, 1.0, 0.5), 1, "nrics", "worker-busy", "complete", master);
    }

    @Test
    void nodesHaveTheProcessorsByTheirSpeeds() {
        assertThat(form(false).machinesText()).isEqualTo("n1=0.4,n2=0.4,n3=0.2");
        assertThat(form(false).fastest()).isEqualTo(0.4);
        assertThat(form(false).entry()).isEqualTo("n1");
    }

    @Test
    void farNodesAreReachedOverNeighbours() {
        assertThat(form(false).routesText()).isEqualTo("n1,n2,n3");
        assertThat(form(true).routesText()).isEqualTo("n2,n3,n4");
        List<Double> nine = Collections.nCopies(9, 1.0);
        assertThat(new ClusterForm(nine, 1, "hybrid", "worker-busy", "mesh", false).routesText())
                .isEqualTo("n1,n2,n4,n2/n3,n2/n5,n4/n7,n2/n3/n6,n2/n5/n8,n2/n3/n6/n9");
    }

    @Test
    void masterIsOneMoreAndRunsNothing() {
        assertThat(form(true).machinesText()).isEqualTo("n2=0.4,n3=0.4,n4=0.2");
        assertThat(form(true).daemonSpeeds()).containsExactly(1.0, 1.0, 1.0, 0.5);
        assertThat(form(true).entry()).isEqualTo("n2");
    }
}
