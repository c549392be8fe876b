package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.TaskGroup;
import org.evenkeel.samples.Work;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class GroupTest extends ClientTestBase {

    @Test
    void groupCanBeJoinedAgain() throws Exception {
        daemon("n1");
        TaskGroup<Integer> group =
                client().submitAll(List.of(new Work.Square(2), new Work.Square(3)));
        assertThat(group.join()).containsExactly(4, 9);
        assertThat(group.join()).containsExactly(4, 9);
        List<Integer> seen = new ArrayList<>();
        group.forEachAsCompleted(handle -> seen.add(handle.join()));
        assertThat(seen).containsExactlyInAnyOrder(4, 9);
    }
}
