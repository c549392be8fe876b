package org.evenkeel.kernel.keepers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.evenkeel.kernel.keepers.LogEntry.EndedForgotten;
import org.evenkeel.kernel.keepers.LogEntry.JobClosed;
import org.evenkeel.kernel.keepers.LogEntry.JobOpened;
import org.evenkeel.kernel.keepers.LogEntry.JobPassedOn;
import org.evenkeel.kernel.keepers.LogEntry.LeaseExpired;
import org.evenkeel.kernel.keepers.LogEntry.LeaseRenewed;
import org.evenkeel.kernel.keepers.LogEntry.LimitSet;
import org.evenkeel.kernel.keepers.LogEntry.MemberJoined;
import org.evenkeel.kernel.keepers.LogEntry.MemberLeft;
import org.evenkeel.kernel.keepers.LogEntry.OwnerAssigned;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;

/**
 * Entries as daemons propose them to one state: some are mistaken, some are copies of earlier ones.
 * No process uses a number twice, no node an incarnation, and no job an id.
 */
final class RandomLog {
    private static final List<String> NODES = List.of("a", "b", "c", "d-4", "E.5_", "f".repeat(64));
    private static final List<String> SUBMITTERS = List.of("", "alice", "bob", "s".repeat(64));

    private final SplittableRandom random;
    private final List<LogEntry> proposed = new ArrayList<>();
    private final Map<NodeId, Long> incarnations = new LinkedHashMap<>();
    private long number;

    RandomLog(SplittableRandom random) {
        this.random = random;
        for (String name : NODES) {
            // Some become greater than what counts as negative, if compared signed.
            incarnations.put(new NodeId(name), Long.MAX_VALUE - random.nextInt(3));
        }
    }

    /** Applies so many to an empty state. */
    static KeeperState state(SplittableRandom random, int entries) {
        RandomLog log = new RandomLog(random);
        KeeperState state = new KeeperState();
        for (int i = 0; i < entries; i++) {
            state.apply(log.next(state));
        }
        return state;
    }

    /** The next entry that one of the daemons proposes, which know this state. */
    LogEntry next(KeeperState known) {
        if (!proposed.isEmpty() && random.nextInt(6) == 0) {
            return one(proposed);
        }
        LogEntry entry = propose(known);
        proposed.add(entry);
        return entry;
    }

    private LogEntry propose(KeeperState known) {
        int draw = random.nextInt(100);
        if (draw < 15 || known.members().isEmpty()) {
            return new MemberJoined(starting(), ++number, generation(known));
        } else if (draw < 30) {
            return new LeaseRenewed(process(), ++number);
        } else if (draw < 35) {
            NodeId node = one(List.copyOf(known.members().keySet()));
            Member member = member(known, node);
            return new LeaseExpired(
                    new ProcessId(node, member.incarnation()),
                    Math.max(1, member.number() - random.nextInt(2)));
        } else if (draw < 38) {
            return new MemberLeft(process(), ++number);
        } else if (draw < 40) {
            NodeId node = one(List.copyOf(known.members().keySet()));
            Member member = member(known, node);
            return new MemberLeft(new ProcessId(node, member.incarnation()), member.number());
        } else if (draw < 60 || known.jobs().isEmpty()) {
            JobId job = random.nextInt(8) == 0 ? job(known) : new JobId(random.nextLong());
            return new JobOpened(job, one(SUBMITTERS), process(), generation(known));
        }
        return draw < 97 ? ofJob(known, draw) : ofState(known);
    }

    private LogEntry ofJob(KeeperState known, int draw) {
        JobId job = job(known);
        JobState state = known.jobs().get(job);
        long epoch = state == null ? 1 : state.epoch();
        long off = random.nextInt(8) == 0 ? random.nextInt(3) - 1 : 0;
        if (draw < 75) {
            return new OwnerAssigned(job, process(), Math.max(1, epoch + 1 + off));
        }
        return draw < 85
                ? new JobPassedOn(job, process(), Math.max(1, epoch + 1 + off))
                : new JobClosed(job, Math.max(1, epoch + off));
    }

    private LogEntry ofState(KeeperState known) {
        if (random.nextInt(3) > 0) {
            return new EndedForgotten(known.generation() + 1 + (random.nextInt(8) == 0 ? 1 : 0));
        }
        long more = random.nextInt(4) == 0 ? 1 << 20 : random.nextInt(1 << 12);
        return new LimitSet(known.limitRevision() + 1, LogEntry.MIN_LIMIT_BYTES + more);
    }

    /** A process of now, or sometimes the next one of its node. */
    private ProcessId starting() {
        ProcessId process = process();
        if (random.nextInt(3) > 0) {
            return process;
        }
        incarnations.put(process.node(), process.incarnation() + 1);
        return process();
    }

    private ProcessId process() {
        NodeId node = one(List.copyOf(incarnations.keySet()));
        long current = incarnations.getOrDefault(node, 0L);
        return new ProcessId(node, random.nextInt(12) == 0 ? current - 1 : current);
    }

    /** Sometimes an earlier one, as a late proposal has. */
    private long generation(KeeperState known) {
        return Math.max(0, known.generation() - (random.nextInt(6) == 0 ? 1 : 0));
    }

    private JobId job(KeeperState known) {
        return known.jobs().isEmpty()
                ? new JobId(random.nextLong())
                : one(List.copyOf(known.jobs().keySet()));
    }

    private static Member member(KeeperState known, NodeId node) {
        Member member = known.members().get(node);
        if (member == null) {
            throw new AssertionError(node + " is no member");
        }
        return member;
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
