package org.evenkeel.examples.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoutesTest {
    private static final Machines MACHINES = new Machines(Map.of("n1", 1.0, "n2", 1.0, "n3", 0.5));

    @Test
    void whoIsNotNamedIsANeighbour() {
        assertThat(Routes.parse("n2/n3", MACHINES).all())
                .containsExactly(List.of("n1"), List.of("n2"), List.of("n2", "n3"));
        assertThat(Routes.parse("", MACHINES).all()).hasSize(3);
    }

    @Test
    void badRouteIsNamed() {
        assertThatThrownBy(() -> Routes.parse("n2,n2//n3", MACHINES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"n2//n3\"");
    }
}
