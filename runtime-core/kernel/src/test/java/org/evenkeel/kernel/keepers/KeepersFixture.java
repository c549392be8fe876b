package org.evenkeel.kernel.keepers;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.kernel.keepers.LogAnswer.Done;
import org.evenkeel.kernel.keepers.LogAnswer.Reason;
import org.evenkeel.kernel.keepers.LogAnswer.Refused;
import org.evenkeel.kernel.keepers.LogEntry.JobOpened;
import org.evenkeel.kernel.keepers.LogEntry.LeaseExpired;
import org.evenkeel.kernel.keepers.LogEntry.MemberJoined;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/** A state with the processes and jobs of tests. */
final class KeepersFixture {
    static final NodeId NODE_A = new NodeId("a");
    static final NodeId NODE_B = new NodeId("b");

    /** The next process of its node is greater only when compared unsigned. */
    static final ProcessId A = new ProcessId(NODE_A, Long.MAX_VALUE);

    static final ProcessId LATER_A = new ProcessId(NODE_A, Long.MIN_VALUE);
    static final ProcessId B = new ProcessId(NODE_B, 7);
    static final JobId JOB = new JobId(0x5a17);
    static final String ALICE = "alice";

    final KeeperState state = new KeeperState();

    /** Applies an entry that takes effect, and whose copy then says that it did. */
    void applies(LogEntry entry) {
        assertThat(state.apply(entry)).as("%s", entry).isEqualTo(Done.APPLIED);
        already(entry);
    }

    /** Applies an entry after which everything is as it was, because it was as the entry asks. */
    void already(LogEntry entry) {
        assertThat(unchanged(entry)).as("%s", entry).isEqualTo(Done.ALREADY);
    }

    /** Applies an entry that changes nothing. */
    void refuses(LogEntry entry, Reason reason, long known) {
        assertThat(unchanged(entry)).as("%s", entry).isEqualTo(new Refused(reason, known));
    }

    private LogAnswer unchanged(LogEntry entry) {
        byte[] before = SnapshotCodec.write(state);
        LogAnswer answer = state.apply(entry);
        assertThat(SnapshotCodec.write(state)).as("state after %s", entry).isEqualTo(before);
        return answer;
    }

    /** The process has its lease, from number 1. */
    void join(ProcessId process) {
        applies(new MemberJoined(process, 1, state.generation()));
    }

    /** Both have their leases, and A owns the job under epoch 1. */
    void openAtA() {
        join(A);
        join(B);
        applies(new JobOpened(JOB, ALICE, A, state.generation()));
    }

    /** The process loses its lease. */
    void expire(ProcessId process) {
        applies(new LeaseExpired(process, member(process.node()).number()));
    }

    Member member(NodeId node) {
        Member member = state.members().get(node);
        assertThat(member).as("%s", node).isNotNull();
        return member;
    }

    /** The job is open, and this is its owner. */
    void isOwned(@Nullable NodeId owner, long epoch) {
        assertThat(state.jobs()).containsEntry(JOB, new JobState.Open(ALICE, epoch, owner));
    }
}
