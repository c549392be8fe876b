package org.evenkeel.client.files;

import com.google.protobuf.ByteString;
import java.util.List;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.client.files.FileReply.Sort;
import org.evenkeel.client.files.FileRequest.Op;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Granted;

/** Questions and replies on the wire. Both readers take whatever may come. */
@SuppressWarnings("EnumOrdinal") // numbers of the wire: the enums say that their order stays
public final class FileWire {
    /** A question as it is asked. */
    public static FileAsk write(Granted task, long number, FileRequest question) {
        return FileAsk.newBuilder()
                .setTask(task)
                .setNumber(number)
                .setWhat(question.op().ordinal())
                .setPath(question.path())
                .setOther(question.other())
                .setPosition(question.position())
                .setLength(question.length())
                .setContent(ByteString.copyFrom(question.content()))
                .setHow(question.how())
                .build();
    }

    /**
     * Reads a question.
     *
     * @throws WireException if it breaks a bound
     */
    public static FileRequest read(FileAsk ask) throws WireException {
        Op[] ops = Op.values();
        int what = ask.getWhat();
        require(what >= 0 && what < ops.length, "file_ask.what", what + " is not known");
        require(ask.getPath().length() <= FileRequest.MAX_PATH, "file_ask.path", "too long");
        require(ask.getOther().length() <= FileRequest.MAX_PATH, "file_ask.other", "too long");
        require(ask.getPosition() >= 0, "file_ask.position", "negative");
        int length = ask.getLength();
        require(
                length >= 0 && length <= FileRequest.MAX_BYTES,
                "file_ask.length",
                length + " is not 0 to " + FileRequest.MAX_BYTES);
        require(
                ask.getContent().size() <= FileRequest.MAX_BYTES,
                "file_ask.content",
                "more than " + FileRequest.MAX_BYTES + " bytes");
        require(
                ask.getPosition() <= Long.MAX_VALUE - FileRequest.MAX_BYTES,
                "file_ask.position",
                "too large");
        require((ask.getHow() & ~FileRequest.ALL) == 0, "file_ask.how", "not known");
        return new FileRequest(
                ops[what],
                ask.getPath(),
                ask.getOther(),
                ask.getPosition(),
                length,
                ask.getContent().toByteArray(),
                ask.getHow());
    }

    /** The answer to a question. */
    public static FileAnswer answer(FileAsk ask, FileReply reply) {
        String why = reply.why();
        return FileAnswer.newBuilder()
                .setTask(ask.getTask())
                .setNumber(ask.getNumber())
                .setRoute(ask.getRoute())
                .setProblem(reply.problem().ordinal())
                .setWhy(
                        why.length() <= WireLimits.MAX_TEXT_LENGTH
                                ? why
                                : why.substring(0, WireLimits.MAX_TEXT_LENGTH))
                .setContent(ByteString.copyFrom(reply.content()))
                .setMore(reply.more())
                .setSort(reply.sort().ordinal())
                .setSize(reply.size())
                .setModifiedMillis(reply.modifiedMillis())
                .addAllNames(reply.names())
                .build();
    }

    /**
     * Reads an answer.
     *
     * @throws WireException if it breaks a bound
     */
    public static FileReply read(FileAnswer answer) throws WireException {
        Problem[] problems = Problem.values();
        Sort[] sorts = Sort.values();
        int problem = answer.getProblem();
        int sort = answer.getSort();
        require(
                problem >= 0 && problem < problems.length,
                "file_answer.problem",
                problem + " is not known");
        require(sort >= 0 && sort < sorts.length, "file_answer.sort", sort + " is not known");
        require(
                answer.getWhy().length() <= WireLimits.MAX_TEXT_LENGTH,
                "file_answer.why",
                "too long");
        require(
                answer.getContent().size() <= FileRequest.MAX_BYTES,
                "file_answer.content",
                "more than " + FileRequest.MAX_BYTES + " bytes");
        require(answer.getSize() >= 0, "file_answer.size", "negative");
        require(
                answer.getNamesCount() <= FileReply.MAX_NAMES,
                "file_answer.names",
                "more than " + FileReply.MAX_NAMES);
        return new FileReply(
                problems[problem],
                answer.getWhy(),
                answer.getContent().toByteArray(),
                answer.getMore(),
                sorts[sort],
                answer.getSize(),
                answer.getModifiedMillis(),
                List.copyOf(answer.getNamesList()));
    }

    private static void require(boolean fine, String field, String why) throws WireException {
        if (!fine) {
            throw new WireException(field, why);
        }
    }
}
