package org.evenkeel.kernel.keepers;

import org.evenkeel.kernel.keepers.LogAnswer.Done;
import org.evenkeel.kernel.keepers.LogAnswer.Reason;
import org.evenkeel.kernel.keepers.LogAnswer.Refused;

/**
 * Answers as bytes: {@code version 1 | reason 1 | known 8}. The reason is 0 for an entry that took
 * effect and 255 for one that had done so before; known is 0 for both.
 */
public final class AnswerCodec {

    /** Length of an answer. */
    public static final int BYTES = 1 + 1 + Long.BYTES;

    static final int VERSION = 1;

    private static final int APPLIED = 0;
    private static final int ALREADY = 255;

    /** The answer as {@link #BYTES} bytes. */
    public static byte[] write(LogAnswer answer) {
        FieldWriter out = new FieldWriter(BYTES).int8(VERSION);
        switch (answer) {
            case Done done -> out.int8(done == Done.APPLIED ? APPLIED : ALREADY).int64(0);
            case Refused refused -> out.int8(refused.reason().number).int64(refused.known());
        }
        return out.bytes();
    }

    /**
     * Reads what {@link #write} writes.
     *
     * @throws LogFormatException naming the field that is wrong and its place
     */
    public static LogAnswer read(byte[] bytes) throws LogFormatException {
        FieldReader in = new FieldReader("an answer of a keeper", bytes);
        in.version(VERSION);
        int number = in.int8("the reason");
        LogAnswer answer =
                switch (number) {
                    case APPLIED -> done(in, Done.APPLIED);
                    case ALREADY -> done(in, Done.ALREADY);
                    default -> new Refused(reason(in, number), in.int64("what is known"));
                };
        in.end();
        return answer;
    }

    private static Done done(FieldReader in, Done done) throws LogFormatException {
        in.int64(0, 0, "what is known");
        return done;
    }

    private static Reason reason(FieldReader in, int number) throws LogFormatException {
        for (Reason reason : Reason.values()) {
            if (reason.number == number) {
                return reason;
            }
        }
        throw in.wrong(in.offset() - 1, "this daemon knows no reason " + number);
    }
}
