package org.evenkeel.keepers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.evenkeel.daemon.keepers.KeeperException.Kind;
import org.evenkeel.kernel.keepers.AnswerCodec;
import org.evenkeel.kernel.keepers.EntryCodec;
import org.evenkeel.kernel.keepers.LogAnswer.Done;
import org.evenkeel.kernel.keepers.LogEntry.MemberJoined;
import org.junit.jupiter.api.Test;

/** What the state does with entries, without a server. */
class ReplicatedStateTest {

    private final Ending ending = new Ending("n1");
    private final ReplicatedState state = new ReplicatedState(new PeerNames(List.of()), ending);

    private TransactionContext entry(long index, byte[] bytes) {
        return TransactionContext.newBuilder()
                .setStateMachine(state)
                .setServerRole(RaftPeerRole.FOLLOWER)
                .setLogEntry(
                        LogEntryProto.newBuilder()
                                .setTerm(1)
                                .setIndex(index)
                                .setStateMachineLogEntry(
                                        StateMachineLogEntryProto.newBuilder()
                                                .setLogData(ByteString.copyFrom(bytes)))
                                .build())
                .build();
    }

    @Test
    void entryIsAppliedAndItsPlaceKept() throws Exception {
        byte[] joined = EntryCodec.write(new MemberJoined(TestKeepers.PROCESS, 1, 0));
        byte[] answer = state.applyTransaction(entry(4, joined)).join().getContent().toByteArray();
        assertThat(AnswerCodec.read(answer)).isEqualTo(Done.APPLIED);
        assertThat(state.getLastAppliedTermIndex().getIndex()).isEqualTo(4);
        assertThat(state.<Integer>ask(asked -> asked.members().size())).isEqualTo(1);
    }

    /** Its state would be another one than that of the others. */
    @Test
    void keeperThatCannotReadAnEntryEnds() {
        assertThatThrownBy(() -> state.applyTransaction(entry(5, new byte[] {1, 99})))
                .hasMessageStartingWith("it cannot read entry 5: ");
        assertThat(ending.reason())
                .hasValueSatisfying(reason -> {
                    assertThat(reason.kind()).isEqualTo(Kind.ENDED);
                    assertThat(reason)
                            .hasMessageStartingWith("keeper n1 has ended: it cannot read")
                            .hasMessageContaining("kind 99 of entries is unknown");
                });
    }

    @Test
    void theFirstReasonOfAnEndCounts() {
        ending.because("one", null);
        ending.because("another", null);
        ending.closed();
        assertThat(ending.reason().orElseThrow()).hasMessage("keeper n1 has ended: one");
    }

    @Test
    void bytesOnTheirWayAreBounded() {
        Outstanding outstanding = new Outstanding(3L * Outstanding.OVERHEAD_BYTES);
        assertThat(outstanding.take(100)).isTrue();
        assertThat(outstanding.take(100)).isTrue();
        assertThat(outstanding.take(100)).isFalse();
        outstanding.give(100);
        assertThat(outstanding.take(100)).isTrue();
        assertThat(outstanding.bytes()).isEqualTo(200 + 2L * Outstanding.OVERHEAD_BYTES);
    }

    /** Ratis would end the process when a thread fails, whichever part it is of. */
    @Test
    void ratisLeavesTheProcessToItsOwner() {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        EmbeddedRatis.prepare();
        assertThat(Thread.getDefaultUncaughtExceptionHandler()).isSameAs(before);
    }
}
