package org.evenkeel.kernel.keepers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.evenkeel.kernel.keepers.LogAnswer.Done;
import org.evenkeel.kernel.keepers.LogEntry.LeaseExpired;
import org.evenkeel.kernel.keepers.LogEntry.LimitSet;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/** Rules that hold after each entry, and from entry to entry. */
final class StateRules {
    private final Map<JobId, Long> epochs = new LinkedHashMap<>();
    private final Set<JobId> closed = new LinkedHashSet<>();
    private Map<NodeId, Member> members = Map.of();
    private Map<JobId, JobState> jobs = Map.of();

    /** Remembers how it is. */
    void before(KeeperState state) {
        members = new LinkedHashMap<>(state.members());
        jobs = new LinkedHashMap<>(state.jobs());
    }

    /** Compares with how it was. */
    void after(LogEntry entry, LogAnswer answer, KeeperState state) {
        hold(state);
        state.jobs().forEach(this::followsItsPast);
        if (answer == Done.APPLIED && entry instanceof LeaseExpired expired) {
            Member member = members.get(expired.process().node());
            assertThat(member)
                    .as("only a lease that was not renewed since expires")
                    .isEqualTo(Member.joined(expired.process().incarnation(), expired.number()));
        }
        if (answer == Done.APPLIED && !(entry instanceof LimitSet)) {
            long more = state.bytes() - bytes(members, jobs);
            assertThat(more <= 0 || state.bytes() <= state.limitBytes()).as("%s", entry).isTrue();
        }
    }

    /** What holds of any state. */
    static void hold(KeeperState state) {
        state.jobs().forEach((job, of) -> ownerHasItsLease(state, job, of));
        assertThat(state.bytes()).isEqualTo(bytes(state.members(), state.jobs()));
        assertThat((long) SnapshotCodec.write(state).length).isLessThanOrEqualTo(state.bytes());
    }

    private static void ownerHasItsLease(KeeperState state, JobId job, JobState of) {
        NodeId owner = owner(of);
        if (owner != null) {
            Member member = state.members().get(owner);
            assertThat(member != null && member.hasLease()).as("owner of %s", job).isTrue();
        }
    }

    private void followsItsPast(JobId job, JobState now) {
        long epoch = epochs.getOrDefault(job, 0L);
        assertThat(now.epoch()).as("epoch of %s", job).isGreaterThanOrEqualTo(epoch);
        epochs.put(job, now.epoch());
        NodeId owner = owner(now);
        JobState before = jobs.get(job);
        if (before != null && owner != null && !owner.equals(owner(before))) {
            assertThat(now.epoch()).as("epoch of the next owner of %s", job).isEqualTo(epoch + 1);
        }
        if (now instanceof JobState.Closed) {
            closed.add(job);
        } else {
            assertThat(closed).doesNotContain(job);
        }
    }

    private static @Nullable NodeId owner(JobState job) {
        return job instanceof JobState.Open open ? open.owner() : null;
    }

    private static long bytes(Map<NodeId, Member> members, Map<JobId, JobState> jobs) {
        return SnapshotCodec.FIXED_BYTES
                + members.keySet().stream().mapToLong(Member::bytes).sum()
                + jobs.values().stream().mapToLong(JobState::bytes).sum();
    }
}
