package org.evenkeel.client.files;

import com.google.protobuf.ByteString;
import org.evenkeel.client.files.MessageRequest.Op;
import org.evenkeel.client.messages.Mailboxes;
import org.evenkeel.client.messages.MessageService;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.Talk;

/** Questions about messages on the wire; the reader takes whatever may come. */
@SuppressWarnings("EnumOrdinal") // numbers of the wire: the enum says that its order stays
public final class MessageWire {
    /** A question as it is asked. */
    public static FileAsk write(Granted task, long number, MessageRequest question) {
        return FileAsk.newBuilder()
                .setTask(task)
                .setNumber(number)
                .setContent(ByteString.copyFrom(question.content()))
                .setTalk(
                        Talk.newBuilder()
                                .setWhat(question.op().ordinal())
                                .setCount(question.count())
                                .setWith(question.with())
                                .setName(question.name())
                                .setParties(question.parties())
                                .setOffset(question.offset())
                                .setMore(question.more())
                                .setWaits(question.waits()))
                .build();
    }

    /**
     * Reads a question.
     *
     * @throws WireException if it breaks a bound
     */
    public static MessageRequest read(FileAsk ask) throws WireException {
        Talk talk = ask.getTalk();
        Op[] ops = Op.values();
        int what = talk.getWhat();
        require(what >= 0 && what < ops.length, "talk.what", what + " is not known");
        require(talk.getCount() >= 0, "talk.count", "negative");
        require(talk.getWith() >= 0, "talk.with", "negative");
        require(talk.getName().length() <= MessageService.MAX_NAME, "talk.name", "too long");
        int parties = talk.getParties();
        require(
                ops[what] != Op.BARRIER || parties > 0 && parties <= MessageService.MAX_PARTIES,
                "talk.parties",
                parties + " is not 1 to " + MessageService.MAX_PARTIES);
        int offset = talk.getOffset();
        require(
                offset >= 0 && offset <= Mailboxes.MAX_MESSAGE,
                "talk.offset",
                offset + " is not 0 to " + Mailboxes.MAX_MESSAGE);
        require(
                ask.getContent().size() <= FileRequest.MAX_BYTES,
                "file_ask.content",
                "more than " + FileRequest.MAX_BYTES + " bytes");
        return new MessageRequest(
                ops[what],
                talk.getCount(),
                talk.getWith(),
                talk.getName(),
                parties,
                offset,
                ask.getContent().toByteArray(),
                talk.getMore(),
                talk.getWaits());
    }

    private static void require(boolean fine, String field, String why) throws WireException {
        if (!fine) {
            throw new WireException(field, why);
        }
    }
}
