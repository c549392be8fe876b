package org.evenkeel.kernel.keepers;

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

/**
 * Entries as bytes: {@code version 1 | kind 1 | fields}. Numbers have eight bytes, big-endian;
 * names have their length in front, one byte. Equal entries have equal bytes, and bytes that can be
 * read are those of one entry only.
 */
public final class EntryCodec {

    /** No entry is longer. */
    public static final int MAX_BYTES = 256;

    static final int VERSION = 1;

    // In the logs of keepers: never to be changed.
    private static final int JOINED = 1;
    private static final int RENEWED = 2;
    private static final int EXPIRED = 3;
    private static final int LEFT = 4;
    private static final int OPENED = 5;
    private static final int ASSIGNED = 6;
    private static final int PASSED_ON = 7;
    private static final int CLOSED = 8;
    private static final int FORGOTTEN = 9;
    private static final int LIMIT = 10;

    /** The entry as at most {@link #MAX_BYTES} bytes. */
    public static byte[] write(LogEntry entry) {
        FieldWriter out = new FieldWriter(MAX_BYTES).int8(VERSION);
        switch (entry) {
            case MemberJoined e ->
                    out.int8(JOINED).process(e.process()).int64(e.number()).int64(e.generation());
            case LeaseRenewed e -> out.int8(RENEWED).process(e.process()).int64(e.number());
            case LeaseExpired e -> out.int8(EXPIRED).process(e.process()).int64(e.number());
            case MemberLeft e -> out.int8(LEFT).process(e.process()).int64(e.number());
            case JobOpened e ->
                    out.int8(OPENED)
                            .int64(e.job().value())
                            .name(e.submitter())
                            .process(e.owner())
                            .int64(e.generation());
            case OwnerAssigned e ->
                    out.int8(ASSIGNED).int64(e.job().value()).process(e.owner()).int64(e.epoch());
            case JobPassedOn e ->
                    out.int8(PASSED_ON).int64(e.job().value()).process(e.to()).int64(e.epoch());
            case JobClosed e -> out.int8(CLOSED).int64(e.job().value()).int64(e.epoch());
            case EndedForgotten e -> out.int8(FORGOTTEN).int64(e.generation());
            case LimitSet e -> out.int8(LIMIT).int64(e.revision()).int64(e.bytes());
        }
        return out.bytes();
    }

    /**
     * Reads what {@link #write} writes.
     *
     * @throws LogFormatException naming the field that is wrong and its place
     */
    public static LogEntry read(byte[] bytes) throws LogFormatException {
        FieldReader in = new FieldReader("an entry of the keepers' log", bytes);
        if (bytes.length > MAX_BYTES) {
            throw in.wrong(
                    MAX_BYTES,
                    "it has %d bytes; at most %d are permitted".formatted(bytes.length, MAX_BYTES));
        }
        in.version(VERSION);
        LogEntry entry = fields(in);
        in.end();
        return entry;
    }

    private static LogEntry fields(FieldReader in) throws LogFormatException {
        int kind = in.int8("the kind");
        return switch (kind) {
            case JOINED -> new MemberJoined(in.process(), number(in), generation(in, 0));
            case RENEWED -> new LeaseRenewed(in.process(), number(in));
            case EXPIRED -> new LeaseExpired(in.process(), number(in));
            case LEFT -> new MemberLeft(in.process(), number(in));
            case OPENED -> new JobOpened(job(in), in.submitter(), in.process(), generation(in, 0));
            case ASSIGNED -> new OwnerAssigned(job(in), in.process(), epoch(in));
            case PASSED_ON -> new JobPassedOn(job(in), in.process(), epoch(in));
            case CLOSED -> new JobClosed(job(in), epoch(in));
            case FORGOTTEN -> new EndedForgotten(generation(in, 1));
            case LIMIT ->
                    new LimitSet(
                            in.int64(1, "the revision"),
                            in.int64(
                                    LogEntry.MIN_LIMIT_BYTES,
                                    LogEntry.MAX_LIMIT_BYTES,
                                    "the limit"));
            default ->
                    throw in.wrong(
                            in.offset() - 1,
                            "kind %d of entries is unknown to this daemon: update it"
                                    .formatted(kind));
        };
    }

    private static JobId job(FieldReader in) throws LogFormatException {
        return new JobId(in.int64("the job"));
    }

    private static long number(FieldReader in) throws LogFormatException {
        return in.int64(1, "the number");
    }

    private static long generation(FieldReader in, long least) throws LogFormatException {
        return in.int64(least, "the generation");
    }

    private static long epoch(FieldReader in) throws LogFormatException {
        return in.int64(JobState.FIRST_EPOCH, "the epoch");
    }
}
