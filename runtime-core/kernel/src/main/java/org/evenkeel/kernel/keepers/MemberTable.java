package org.evenkeel.kernel.keepers;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.evenkeel.kernel.keepers.LogAnswer.Done;
import org.evenkeel.kernel.keepers.LogAnswer.Reason;
import org.evenkeel.kernel.keepers.LogAnswer.Refused;
import org.evenkeel.kernel.keepers.Member.Standing;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The latest process of each node, and whether it has its lease. What a lease means for jobs is up
 * to {@link KeeperState}.
 */
final class MemberTable {

    private final TreeMap<NodeId, Member> members = new TreeMap<>();
    private long bytes;

    /** All of them, sorted by name; a view. */
    SortedMap<NodeId, Member> all() {
        return Collections.unmodifiableSortedMap(members);
    }

    /** What they take of the limit. */
    long bytes() {
        return bytes;
    }

    /** What a member takes that is not here yet; 0 for one that is. */
    int bytesOfNew(NodeId node) {
        return members.containsKey(node) ? 0 : Member.bytes(node);
    }

    /** Adds or replaces one. */
    void put(NodeId node, Member member) {
        if (members.put(node, member) == null) {
            bytes += Member.bytes(node);
        }
    }

    /** Whether exactly this process has its lease under exactly this number. */
    boolean isLeased(ProcessId process, long number) {
        Member member = members.get(process.node());
        return member != null
                && member.incarnation() == process.incarnation()
                && member.hasLease()
                && member.number() == number;
    }

    /** Why this process may not have its lease from this number on; null when it may. */
    @Nullable Refused whyNotJoin(ProcessId process, long number) {
        Member member = members.get(process.node());
        if (member == null) {
            return null;
        }
        int order = Long.compareUnsigned(process.incarnation(), member.incarnation());
        if (order < 0) {
            return new Refused(Reason.LATER_PROCESS, member.incarnation());
        }
        return order > 0 || number > member.number()
                ? null
                : new Refused(Reason.OTHER_NUMBER, member.number());
    }

    /** Why this process may not own a job; null when it may. */
    @Nullable Refused whyNotOwner(ProcessId process) {
        Member member = members.get(process.node());
        if (member == null || member.incarnation() != process.incarnation()) {
            return notCurrent(process, member);
        }
        return member.hasLease() ? null : new Refused(Reason.LEASE_ENDED, member.number());
    }

    LogAnswer renew(ProcessId process, long number) {
        Member member = members.get(process.node());
        if (member == null || member.incarnation() != process.incarnation()) {
            return notCurrent(process, member);
        }
        if (!member.hasLease()) {
            return new Refused(Reason.LEASE_ENDED, member.number());
        }
        if (number == member.number()) {
            return Done.ALREADY;
        }
        if (number < member.number()) {
            return new Refused(Reason.OTHER_NUMBER, member.number());
        }
        members.put(process.node(), member.renewed(number));
        return Done.APPLIED;
    }

    /** Ends a lease whose last number is this one. */
    LogAnswer expire(ProcessId process, long number) {
        Member member = members.get(process.node());
        if (member == null || member.incarnation() != process.incarnation()) {
            return notCurrent(process, member);
        }
        if (number != member.number()) {
            return new Refused(Reason.OTHER_NUMBER, member.number());
        }
        if (!member.hasLease()) {
            return Done.ALREADY;
        }
        members.put(process.node(), member.ended(Standing.EXPIRED, number));
        return Done.APPLIED;
    }

    /** Ends a lease whose last number is this one or an earlier one. */
    LogAnswer leave(ProcessId process, long number) {
        Member member = members.get(process.node());
        if (member == null || member.incarnation() != process.incarnation()) {
            return notCurrent(process, member);
        }
        if (number < member.number()) {
            return new Refused(Reason.OTHER_NUMBER, member.number());
        }
        if (number == member.number() && member.standing() == Standing.LEFT) {
            return Done.ALREADY;
        }
        members.put(process.node(), member.ended(Standing.LEFT, number));
        return Done.APPLIED;
    }

    /** Forgets those whose leases have ended. */
    void forgetEnded() {
        members.values().removeIf(one -> !one.hasLease());
        bytes = members.keySet().stream().mapToLong(Member::bytes).sum();
    }

    private static Refused notCurrent(ProcessId process, @Nullable Member latest) {
        if (latest == null) {
            return new Refused(Reason.NOT_A_MEMBER, 0);
        }
        boolean later = Long.compareUnsigned(latest.incarnation(), process.incarnation()) > 0;
        return new Refused(
                later ? Reason.LATER_PROCESS : Reason.NOT_A_MEMBER, latest.incarnation());
    }
}
