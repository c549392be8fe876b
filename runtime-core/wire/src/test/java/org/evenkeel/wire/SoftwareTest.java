package org.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import org.evenkeel.model.protocol.Feature;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.wire.proto.Challenge;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Welcome;
import org.junit.jupiter.api.Test;

/** Which build is at the other end, and what may be said to it. */
class SoftwareTest {

    @Test
    void aBuildKnowsItself() {
        assertThat(Software.of(Software.sign(Hello.newBuilder()).build())).isEqualTo(Software.OWN);
        assertThat(Software.of(Software.sign(Welcome.newBuilder()).build()))
                .isEqualTo(Software.OWN);
        assertThat(Software.OWN.version()).isNotBlank().doesNotContain("$");
    }

    @Test
    void aSpeakerThatNamesNoFeaturesIsOfAnEarlierVersion() {
        assertThat(Software.of(Hello.newBuilder().setSoftware("evenkeel-java/1").build()))
                .isEqualTo(Software.UNKNOWN);
        assertThat(Software.of(Welcome.getDefaultInstance())).isEqualTo(Software.UNKNOWN);
    }

    @Test
    void aFeatureThatIsNotKnownHereMeansNothing() {
        Hello later =
                Hello.newBuilder()
                        .setSoftware("9.0")
                        .addFeatures(org.evenkeel.wire.proto.Feature.FEATURE_ANSWER_PARTS)
                        .addFeaturesValue(77)
                        .addFeaturesValue(-1)
                        .build();
        assertThat(Software.of(later).version()).isEqualTo("9.0");
        assertThat(Software.of(later).features().named()).containsExactly(Feature.ANSWER_PARTS);
    }

    @Test
    void aVersionIsShortAndNothingThatATerminalObeys() {
        Welcome welcome =
                Welcome.newBuilder().setSoftware("1.0\u001b[2J\n" + "x".repeat(5_000)).build();
        assertThat(Software.of(welcome).version())
                .startsWith("1.0[2Jx")
                .hasSize(Software.MAX_VERSION_LENGTH);
    }

    @Test
    void whatCameWithAFeatureIsSaidOnlyToWhoNamedIt() {
        assertThat(KnownMessages.areKnown(BodyCase.ADOPT_ALL, Features.ALL)).isTrue();
        assertThat(KnownMessages.areKnown(BodyCase.ADOPT_ALL, Features.NONE)).isFalse();
        assertThat(KnownMessages.areKnown(BodyCase.REFUSED_BODY, Features.NONE)).isFalse();
        assertThat(KnownMessages.areKnown(BodyCase.ADOPT, Features.NONE)).isTrue();
        assertThat(Features.NONE.permit(new PeerMessage.AskAdopted(1, 1, 1, 1))).isFalse();
        assertThat(Features.NONE.permit(new PeerMessage.SessionMoved(1, 3, 2, false)))
                .as("it would drop more than the speaker has")
                .isFalse();
        assertThat(Features.NONE.permit(new PeerMessage.SessionMoved(1, 3))).isTrue();
        assertThat(Features.ALL.permit(new PeerMessage.SessionMoved(1, 3, 2, false))).isTrue();
    }

    /** The two tables of what came with a feature say the same. */
    @Test
    void aMessageThatIsNotPermittedHasABodyThatIsNotKnown() {
        for (PeerMessage peerMessage :
                new PeerMessage[] {
                    new PeerMessage.AdoptAll(1, 1, 1, 1),
                    new PeerMessage.AskAdopted(1, 1, 1, 1),
                    new PeerMessage.AnswerAdopted(1, true)
                }) {
            assertThat(Features.NONE.permit(peerMessage)).isFalse();
            new WireMapper()
                    .writeMessage(
                            peerMessage,
                            frame ->
                                    assertThat(
                                                    KnownMessages.areKnown(
                                                            frame.getBodyCase(), Features.NONE))
                                            .as("%s", frame.getBodyCase())
                                            .isFalse());
        }
    }

    @Test
    void theNumberOfABodyIsThatOfItsFieldAlsoWhereItIsNotKnown() throws Exception {
        assertThat(KnownMessages.number(Frame.newBuilder().setPing(Ping.newBuilder()).build()))
                .isEqualTo(Frame.PING_FIELD_NUMBER);
        ByteString later =
                UnknownFieldSet.newBuilder()
                        .addField(
                                1_234,
                                UnknownFieldSet.Field.newBuilder()
                                        .addLengthDelimited(ByteString.copyFromUtf8("new"))
                                        .build())
                        .build()
                        .toByteString();
        assertThat(KnownMessages.number(Frame.parseFrom(later))).isEqualTo(1_234);
        assertThat(KnownMessages.number(Frame.getDefaultInstance())).isZero();
    }

    @Test
    void whereThereIsNoCommonProtocolBothVersionsAndTheOlderOneAreNamed() {
        Challenge later =
                Challenge.newBuilder().setMinVersion(7).setMaxVersion(8).setSoftware("9.0").build();
        assertThat(Software.speaks(later)).isFalse();
        assertThat(Software.why(later))
                .contains("9.0", "7 to 8", Software.OWN.version(), "update this one");
        assertThat(Software.givingUp(later)).contains("9.0", Software.OWN.version());
        assertThat(Software.whyRefused("9.0", 7))
                .contains("protocol 7 of 9.0", "update " + Software.OWN.version());
        assertThat(Software.whyRefused("0.0.1", 0)).endsWith("update 0.0.1");
    }
}
