package org.evenkeel.daemon.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.junit.jupiter.api.Test;

/** A process that was called gone is a member again when it answers. */
class MemberTableTest {
    private static final NodeRef B = new NodeRef(new NodeId("b"), 7, "host", 7000);

    private final MemberTable members =
            new MemberTable(new NodeRef(new NodeId("a"), 1, "host", 7001));

    @Test
    void whatOthersSayOfAProcessThatIsGoneDoesNotCount() {
        assertThat(members.learn(B)).isTrue();
        members.forget(B);
        assertThat(members.learn(B)).isFalse();
        assertThat(members.get(B.id())).isNull();
    }

    @Test
    void oneThatAnswersIsBack() {
        members.learn(B);
        members.forget(B);
        members.isBack(B);
        assertThat(members.learn(B)).isTrue();
    }

    @Test
    void aProcessWithANumberAboveTheSignedOnesIsTheLaterOne() {
        NodeRef greatest = new NodeRef(B.id(), -1, "host", 7000);
        members.learn(B);
        assertThat(members.learn(greatest)).isTrue();
        assertThat(members.learn(B)).isFalse();
        members.forget(B);
        assertThat(members.get(B.id())).isEqualTo(greatest);
        members.forget(greatest);
        assertThat(members.learn(greatest)).isFalse();
    }

    @Test
    void anEarlierProcessIsNotBackWithALaterOne() {
        members.forget(B);
        members.isBack(new NodeRef(B.id(), 6, "host", 7000));
        assertThat(members.learn(B)).isFalse();
    }
}
