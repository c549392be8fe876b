package org.evenkeel.client.files;

import com.google.protobuf.ByteString;
import org.evenkeel.model.Grant;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.Publication;

/** Published values on the wire; the reader takes whatever may come. */
public final class PublicationWire {

    /** No question about a file: a program of an earlier version refuses it. */
    private static final int NO_FILE = 1_000;

    /** A part of a value as it is sent. */
    public static FileAsk write(Granted task, long number, PublicationPart part) {
        return FileAsk.newBuilder()
                .setTask(task)
                .setNumber(number)
                .setWhat(NO_FILE)
                .setContent(ByteString.copyFrom(part.content()))
                .setPublication(
                        Publication.newBuilder()
                                .setEpoch(part.attempt().epoch())
                                .setGrant(part.attempt().number())
                                .setNumber(part.number())
                                .setOffset(part.offset())
                                .setMore(part.more()))
                .build();
    }

    /**
     * Reads a part of a value.
     *
     * @throws WireException if it breaks a bound
     */
    public static PublicationPart read(FileAsk ask) throws WireException {
        Publication publication = ask.getPublication();
        require(publication.getEpoch() >= 0, "epoch", "too large");
        require(publication.getGrant() >= 0, "grant", "too large");
        require(publication.getNumber() > 0, "number", "not 1 or more");
        int bytes = ask.getContent().size();
        require(bytes <= FileRequest.MAX_BYTES, "content", "more than " + FileRequest.MAX_BYTES);
        int offset = publication.getOffset();
        require(
                offset >= 0 && offset <= PublicationPart.MAX_VALUE - bytes,
                "offset",
                "the value has more than " + PublicationPart.MAX_VALUE + " bytes");
        return new PublicationPart(
                new Grant(publication.getEpoch(), publication.getGrant()),
                publication.getNumber(),
                offset,
                ask.getContent().toByteArray(),
                publication.getMore());
    }

    private static void require(boolean fine, String field, String why) throws WireException {
        if (!fine) {
            throw new WireException("publication." + field, why);
        }
    }
}
