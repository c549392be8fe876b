package org.evenkeel.daemon.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.QueryReply;
import org.junit.jupiter.api.Test;

class AnswerPartsTest {

    private static QueryReply answer(String json) {
        return QueryReply.newBuilder().setId(7).setJson(json).setLast(true).build();
    }

    @Test
    void aShortAnswerIsOnePart() {
        QueryReply reply = answer("x".repeat(AnswerParts.PART_SIZE));
        assertThat(AnswerParts.split(reply)).containsExactly(reply);
        QueryReply error = QueryReply.newBuilder().setId(7).setError("no").setLast(true).build();
        assertThat(AnswerParts.split(error)).containsExactly(error);
    }

    @Test
    void aDaemonThatPutsNoPartsTogetherGetsOneFrameOrAnError() {
        for (int parts : new int[] {2, 5}) {
            QueryReply reply = answer("x".repeat(parts * AnswerParts.PART_SIZE - 1_000));
            List<QueryReply> sent = new ArrayList<>();
            AnswerParts.send(reply, Features.NONE, frame -> sent.add(frame.getQueryReply()));
            assertThat(sent).hasSize(1);
            assertThat(sent.getFirst().getLast()).isTrue();
            assertThat(sent.getFirst().getError().isEmpty()).isEqualTo(parts == 2);
            AnswerParts.send(reply, Features.ALL, frame -> sent.add(frame.getQueryReply()));
            assertThat(sent).hasSize(1 + parts);
        }
    }

    /** Of characters that take the most bytes, and of pairs that must stay together. */
    @Test
    void aLongAnswerIsPartsThatFitIntoFrames() {
        for (String piece : List.of("x", "\u20ac", "\ud83d\ude00", "y\ud83d\ude00")) {
            String json = piece.repeat(3 * AnswerParts.PART_SIZE / piece.length() + 1);
            List<QueryReply> parts = AnswerParts.split(answer(json));
            assertThat(parts).hasSizeGreaterThan(3).allMatch(part -> part.getId() == 7);
            assertThat(parts.subList(0, parts.size() - 1)).noneMatch(QueryReply::getLast);
            assertThat(parts.getLast().getLast()).isTrue();
            assertThat(parts.stream().map(QueryReply::getJson).collect(Collectors.joining()))
                    .isEqualTo(json);
            assertThat(parts)
                    .allMatch(part -> {
                        Frame frame = Frame.newBuilder().setQueryReply(part).build();
                        return frame.getSerializedSize() < WireLimits.MAX_FRAME_BYTES
                                && part.getJsonBytes().toStringUtf8().equals(part.getJson());
                    });
        }
    }
}
