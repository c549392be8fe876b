package org.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.evenkeel.wire.SpeakerHandshake.FailedException;
import org.evenkeel.wire.proto.Challenge;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Refused;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Welcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The speaker's side, with the listener's frames made by hand. */
class SpeakerHandshakeTest {

    private static final byte[] SECRET = new byte[32];

    private static SpeakerHandshake speaker(boolean sealing) {
        return new SpeakerHandshake(
                SECRET,
                sealing ? SpeakerProof.Kind.SEALED : SpeakerProof.Kind.TRUSTED,
                Hello.newBuilder().setRole(Role.CLIENT).setOrigin(5));
    }

    private static Frame challenge(ListenerProof listener) {
        return Frame.newBuilder().setChallenge(listener.challenge()).build();
    }

    private static Frame refused(Refused refused) {
        return Frame.newBuilder().setRefused(refused).build();
    }

    private static FailedException failure(SpeakerHandshake speaker, Frame frame) {
        return catchThrowableOfType(FailedException.class, () -> speaker.receive(frame));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bothSidesKnowEachOtherAfterTwoFrames(boolean sealing) throws Exception {
        ListenerProof listener = new ListenerProof(sealing);
        SpeakerHandshake speaker = speaker(sealing);
        Frame answer = speaker.receive(challenge(listener));
        assertThat(answer).isNotNull();
        Hello hello = listener.proven(answer.getHello(), SECRET);
        assertThat(hello).isNotNull();
        assertThat(hello.getOrigin()).isEqualTo(5);
        assertThat(hello.getFeaturesList()).isNotEmpty();
        assertThatThrownBy(speaker::welcome).isInstanceOf(IllegalStateException.class);
        Welcome welcome = listener.welcome(Welcome.newBuilder().setWindow(7));
        assertThat(speaker.receive(Frame.newBuilder().setWelcome(welcome).build())).isNull();
        assertThat(speaker.welcome().getWindow()).isEqualTo(7);
        assertThat(speaker.seals() != null).isEqualTo(sealing);
    }

    @Test
    void aRefusalIsPassedOn() throws Exception {
        ListenerProof listener = new ListenerProof(false);
        SpeakerHandshake speaker = speaker(false);
        speaker.receive(challenge(listener));
        Refused refused =
                Refused.newBuilder().setReason("no room\u001b[2J\n").setTakenOver(true).build();
        FailedException failure = failure(speaker, refused(refused));
        assertThat(failure).hasMessage("rejected the request: no room\\u001b[2J\\u000a");
        assertThat(failure.isUseless()).isTrue();
        assertThat(failure.isTakenOver()).isTrue();
        assertThat(failure.closingFrame()).isNull();
        assertThat(failure(speaker(false), refused(refused)).isTakenOver())
                .as("before anything was proved")
                .isFalse();
    }

    @Test
    void aListenerThatDoesNotKnowTheSecretIsNotUsed() throws Exception {
        SpeakerHandshake speaker = speaker(false);
        speaker.receive(challenge(new ListenerProof(false)));
        FailedException failure =
                failure(
                        speaker,
                        Frame.newBuilder().setWelcome(Welcome.getDefaultInstance()).build());
        assertThat(failure).hasMessageContaining("does not know the secret");
        assertThat(failure.isUseless()).isTrue();
    }

    @Test
    void aListenerOfAnotherProtocolIsToldWhy() {
        Challenge later =
                new ListenerProof(false)
                        .challenge().toBuilder().setMinVersion(8).setMaxVersion(9).build();
        FailedException failure =
                failure(speaker(false), Frame.newBuilder().setChallenge(later).build());
        assertThat(failure).hasMessageContaining("protocol 8 to 9");
        assertThat(failure.closingFrame()).isNotNull();
        assertThat(failure.closingFrame().getRefused().getReason()).contains("update the older");
    }

    @Test
    void whatIsNoHandshakeFails() throws Exception {
        Frame ping = Frame.newBuilder().setPing(Ping.getDefaultInstance()).build();
        assertThat(failure(speaker(false), ping))
                .hasMessage("does not speak the Evenkeel protocol");
        Frame welcome = Frame.newBuilder().setWelcome(Welcome.getDefaultInstance()).build();
        assertThat(failure(speaker(false), welcome).isUseless()).isFalse();
        SpeakerHandshake speaker = speaker(false);
        ListenerProof listener = new ListenerProof(false);
        speaker.receive(challenge(listener));
        assertThat(failure(speaker, challenge(listener))).hasMessageContaining("CHALLENGE");
    }
}
