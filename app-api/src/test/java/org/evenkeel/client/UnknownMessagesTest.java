package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Welcome;
import org.junit.jupiter.api.Test;

/** What a program says of frames of a later daemon. */
class UnknownMessagesTest {
    private final UnknownMessages unknown = new UnknownMessages();

    private static Frame later(int number) throws Exception {
        return Frame.parseFrom(
                UnknownFieldSet.newBuilder()
                        .addField(
                                number,
                                UnknownFieldSet.Field.newBuilder()
                                        .addLengthDelimited(ByteString.copyFromUtf8("new"))
                                        .build())
                        .build()
                        .toByteString());
    }

    @Test
    void aDaemonIsToldOnceOnEachLink() throws Exception {
        for (int link = 0; link < 2; link++) {
            unknown.attached(Software.sign(Welcome.newBuilder()).build());
            Frame answer = unknown.answerTo(later(1_234));
            assertThat(answer).isNotNull();
            assertThat(answer.getRefusedBody().getNumber()).isEqualTo(1_234);
            assertThat(unknown.answerTo(later(1_234))).isNull();
        }
    }

    @Test
    void aDaemonThatDoesNotKnowTheAnswerGetsNone() throws Exception {
        unknown.attached(Welcome.getDefaultInstance());
        assertThat(unknown.answerTo(later(1_234))).isNull();
    }

    @Test
    void aKnownBodyIsNone() {
        unknown.attached(Software.sign(Welcome.newBuilder()).build());
        assertThat(unknown.answerTo(Frame.newBuilder().setPing(Ping.newBuilder()).build()))
                .isNull();
    }

    @Test
    void onlySoManyAreTold() throws Exception {
        unknown.attached(Software.sign(Welcome.newBuilder()).build());
        int told = 0;
        for (int number = 1_000; number < 2_000; number++) {
            told += unknown.answerTo(later(number)) == null ? 0 : 1;
        }
        assertThat(told).isEqualTo(UnknownMessages.MOST);
    }
}
