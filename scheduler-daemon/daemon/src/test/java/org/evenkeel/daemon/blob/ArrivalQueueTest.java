package org.evenkeel.daemon.blob;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ArrivalQueueTest {
    private final List<String> done = new ArrayList<>();
    private final ArrivalQueue queue = new ArrivalQueue(new ArrivalQueue.Bound(1000));

    private ArrivalQueue.Ticket enter(String what) {
        return Objects.requireNonNull(queue.enter(100, () -> done.add(what)));
    }

    @Test
    void whatCameFirstGoesOnFirst() {
        ArrivalQueue.Ticket first = enter("first");
        enter("second").came();
        assertThat(done).isEmpty();
        first.came();
        assertThat(done).containsExactly("first", "second");
    }

    @Test
    void whatSpeaksOfThoseThatWaitDoesNotOvertakeThem() {
        ArrivalQueue.Ticket child = enter("child");
        child.missing();
        queue.inOrder(() -> done.add("its parent waits for it"));
        child.came();
        assertThat(done).isEmpty();
        child.came();
        assertThat(done).containsExactly("child", "its parent waits for it");
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void nothingWaitsWhereNothingIsBefore() {
        queue.inOrder(() -> done.add("at once"));
        assertThat(done).containsExactly("at once");
    }

    @Test
    void linkThatIsGoneTakesWhatWaitedWithIt() {
        ArrivalQueue.Ticket child = enter("child");
        queue.inOrder(() -> done.add("its parent waits for it"));
        queue.close();
        child.came();
        assertThat(done).isEmpty();
    }
}
