package org.evenkeel.recorder.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.evenkeel.recorder.read.NodeWatch.Change;
import org.evenkeel.recorder.read.NodeWatch.State;
import org.junit.jupiter.api.Test;

class NodeWatchTest {

    private static final long SECOND = 1_000_000;

    private final NodeWatch watch = new NodeWatch();

    @Test
    void nodeFallsSilentIsMissedAndComesBackEachOnce() {
        assertThat(watch.update(Set.of("n1", "n2"), 0)).isEmpty();
        assertThat(watch.update(Set.of("n1"), 9 * SECOND)).isEmpty();
        assertThat(watch.update(Set.of("n1"), 11 * SECOND))
                .containsExactly(new Change("n2", State.SILENT, 11 * SECOND));
        assertThat(watch.update(Set.of("n1"), 12 * SECOND)).isEmpty();
        assertThat(watch.update(Set.of("n1"), 31 * SECOND))
                .containsExactly(new Change("n2", State.MISSED, 31 * SECOND));
        assertThat(watch.update(Set.of("n1"), 60 * SECOND)).isEmpty();
        assertThat(watch.update(Set.of("n1", "n2"), 61 * SECOND))
                .containsExactly(new Change("n2", State.ANSWERS, 61 * SECOND));
        assertThat(watch.update(Set.of("n1", "n2"), 62 * SECOND)).isEmpty();
    }

    @Test
    void nodeThatIsKnownFromBeforeIsMissedToo() {
        watch.know(List.of("n9"), 0);
        assertThat(watch.update(Set.of(), 40 * SECOND))
                .containsExactly(new Change("n9", State.MISSED, 40 * SECOND));
    }

    @Test
    void nodeThatHasLeftIsForgotten() {
        watch.update(Set.of("n1"), 0);
        watch.update(Set.of(), 2 * NodeWatch.FORGOTTEN_MICROS);
        assertThat(watch.update(Set.of("n1"), 3 * NodeWatch.FORGOTTEN_MICROS)).isEmpty();
    }
}
