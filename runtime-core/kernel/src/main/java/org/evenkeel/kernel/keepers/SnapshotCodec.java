package org.evenkeel.kernel.keepers;

import org.evenkeel.kernel.keepers.Member.Standing;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * A state as bytes, big-endian: {@code "EKKS" | version 1 | generation 8 | limit's revision 8 |
 * limit 8 | members 4 | … | jobs 4 | … | CRC32C 4}.
 *
 * <ul>
 *   <li>A member: {@code name | incarnation 8 | number 8 | standing 1}.
 *   <li>A job: {@code id 8 | kind 1 | epoch 8}, then of an open one {@code submitter} and, by its
 *       kind, {@code owner}.
 *   <li>A name: {@code length 1 | ASCII}.
 * </ul>
 *
 * <p>Members are sorted by name and jobs by id, unsigned, so that equal states have equal bytes.
 * The place in the log up to which the state goes is not in it: the log knows.
 */
public final class SnapshotCodec {

    /** Length of the snapshot of a state without members and jobs. */
    static final int FIXED_BYTES = 4 + 1 + 3 * 8 + 2 * 4 + 4;

    static final int VERSION = 1;

    private static final byte[] MAGIC = {'E', 'K', 'K', 'S'};

    // In snapshots: never to be changed.
    private static final int OPEN = 1;
    private static final int OWNED = 2;
    private static final int CLOSED = 3;

    /** The state as at most {@link KeeperState#bytes()} bytes. */
    public static byte[] write(KeeperState state) {
        FieldWriter out = new FieldWriter(Math.toIntExact(state.bytes()));
        for (byte one : MAGIC) {
            out.int8(one);
        }
        out.int8(VERSION)
                .int64(state.generation())
                .int64(state.limitRevision())
                .int64(state.limitBytes());
        out.int32(state.members().size());
        state.members().forEach((node, member) -> write(out, node, member));
        out.int32(state.jobs().size());
        state.jobs().forEach((job, of) -> write(out, job, of));
        return out.check().bytes();
    }

    private static void write(FieldWriter out, NodeId node, Member member) {
        out.name(node.name())
                .int64(member.incarnation())
                .int64(member.number())
                .int8(member.standing().number);
    }

    private static void write(FieldWriter out, JobId job, JobState state) {
        out.int64(job.value());
        switch (state) {
            case JobState.Open open -> {
                NodeId owner = open.owner();
                out.int8(owner == null ? OPEN : OWNED).int64(open.epoch()).name(open.submitter());
                if (owner != null) {
                    out.name(owner.name());
                }
            }
            case JobState.Closed closed -> out.int8(CLOSED).int64(closed.epoch());
        }
    }

    /**
     * Reads what {@link #write} writes. A state that breaks a rule of {@link KeeperState} is
     * refused, even if its check sum is right.
     *
     * @throws LogFormatException naming the field that is wrong and its place
     */
    public static KeeperState read(byte[] bytes) throws LogFormatException {
        FieldReader in = new FieldReader("a snapshot of the keepers' log", bytes);
        for (byte one : MAGIC) {
            if (in.int8("its first bytes") != one) {
                throw in.wrong(in.offset() - 1, "it does not begin with EKKS");
            }
        }
        in.version(VERSION);
        in.requireCheck();
        KeeperState state =
                new KeeperState(
                        in.int64(0, "the generation"),
                        in.int64(0, "the revision of the limit"),
                        in.int64(LogEntry.MIN_LIMIT_BYTES, LogEntry.MAX_LIMIT_BYTES, "the limit"));
        if (state.limitRevision() == 0 && state.limitBytes() != KeeperState.DEFAULT_LIMIT_BYTES) {
            throw in.wrong(in.offset() - Long.BYTES, "the limit was never set and is not as usual");
        }
        readMembers(in, state);
        readJobs(in, state);
        in.end();
        if (state.bytes() > LogEntry.MAX_LIMIT_BYTES) {
            throw in.wrong(in.offset(), "its state has " + state.bytes() + " bytes, too many");
        }
        return state;
    }

    private static void readMembers(FieldReader in, KeeperState state) throws LogFormatException {
        @Nullable NodeId before = null;
        int count = in.count(Member.FIXED_BYTES + 1, "the number of members");
        for (int i = 0; i < count; i++) {
            int at = in.offset();
            NodeId node = in.node("the name of a member");
            if (before != null && before.compareTo(node) >= 0) {
                throw in.wrong(at, "member " + node + " is not sorted by name");
            }
            before = node;
            state.put(node, member(in));
        }
    }

    private static Member member(FieldReader in) throws LogFormatException {
        long incarnation = in.int64("the incarnation");
        return new Member(incarnation, in.int64(1, "the number of a lease"), standing(in));
    }

    private static Standing standing(FieldReader in) throws LogFormatException {
        int number = in.int8("the standing of a member");
        for (Standing standing : Standing.values()) {
            if (standing.number == number) {
                return standing;
            }
        }
        throw in.wrong(in.offset() - 1, "no member has the standing " + number);
    }

    private static void readJobs(FieldReader in, KeeperState state) throws LogFormatException {
        @Nullable JobId before = null;
        int count = in.count(JobState.Closed.BYTES, "the number of jobs");
        for (int i = 0; i < count; i++) {
            int at = in.offset();
            JobId job = new JobId(in.int64("the id of a job"));
            if (before != null && JobTable.ORDER.compare(before, job) >= 0) {
                throw in.wrong(at, "job " + job + " is not sorted by its id");
            }
            before = job;
            state.put(job, job(in, state));
        }
    }

    private static JobState job(FieldReader in, KeeperState state) throws LogFormatException {
        int kind = in.int8("the kind of a job");
        if (kind != OPEN && kind != OWNED && kind != CLOSED) {
            throw in.wrong(in.offset() - 1, "no job is of kind " + kind);
        }
        long epoch = in.int64(JobState.FIRST_EPOCH, "the epoch");
        return kind == CLOSED
                ? new JobState.Closed(epoch)
                : new JobState.Open(in.submitter(), epoch, kind == OWNED ? owner(in, state) : null);
    }

    private static NodeId owner(FieldReader in, KeeperState state) throws LogFormatException {
        int at = in.offset();
        NodeId owner = in.node("the owner");
        Member member = state.members().get(owner);
        if (member == null || !member.hasLease()) {
            throw in.wrong(at, "owner " + owner + " has no lease");
        }
        return owner;
    }
}
