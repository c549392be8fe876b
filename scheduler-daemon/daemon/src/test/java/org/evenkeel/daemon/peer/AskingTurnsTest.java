package org.evenkeel.daemon.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.junit.jupiter.api.Test;

/** A question goes to a few nodes at a time, and to all of a large cluster in time. */
class AskingTurnsTest {
    private static final int NODES = 1_000;
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final ManualTime time = new ManualTime();
    private final List<NodeId> asked = new ArrayList<>();

    private AskingTurns turns(int nodes) {
        List<NodeRef> all =
                IntStream.range(0, nodes)
                        .mapToObj(i -> new NodeRef(new NodeId("n" + i), 1, "127.0.0.1", 1))
                        .toList();
        return new AskingTurns(all, LIMIT_NANOS, time, node -> asked.add(node.id()));
    }

    @Test
    void eachAnswerMakesRoomForOneMore() {
        AskingTurns turns = turns(NODES);
        turns.proceed();
        assertThat(asked).hasSize(AskingTurns.MOST);
        for (int answered = 1; answered <= NODES; answered++) {
            turns.awaitNoMore(asked.get(answered - 1));
            assertThat(asked).hasSize(Math.min(NODES, AskingTurns.MOST + answered));
        }
        assertThat(asked).doesNotHaveDuplicates();
        assertThat(turns.unasked()).isEmpty();
    }

    @Test
    void allAreAskedInHalfOfTheTimeAlsoIfNoneAnswers() {
        for (int nodes : new int[] {65, NODES, 5_000}) {
            asked.clear();
            turns(nodes).proceed();
            time.pass(LIMIT_NANOS / 2, TimeUnit.NANOSECONDS);
            assertThat(asked).as("%d nodes", nodes).hasSize(nodes);
        }
    }

    @Test
    void aLateAnswerMakesNoRoomTwice() {
        AskingTurns turns = turns(NODES);
        turns.proceed();
        time.pass(40, TimeUnit.MILLISECONDS);
        assertThat(asked).hasSize(AskingTurns.MOST);
        time.pass(60, TimeUnit.MILLISECONDS);
        int after = asked.size();
        assertThat(after).isEqualTo(2 * AskingTurns.MOST);
        turns.awaitNoMore(asked.getFirst());
        assertThat(asked).hasSize(after);
    }

    @Test
    void noMoreAreAskedOnceAnAnswerWasEnough() {
        AskingTurns turns = turns(NODES);
        turns.proceed();
        turns.stop();
        time.pass(LIMIT_NANOS, TimeUnit.NANOSECONDS);
        assertThat(asked).hasSize(AskingTurns.MOST);
    }
}
