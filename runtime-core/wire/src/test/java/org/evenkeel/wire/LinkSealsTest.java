package org.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Random;
import org.evenkeel.wire.proto.Challenge;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Refused;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Welcome;
import org.junit.jupiter.api.Test;

/** What a process between the two, without the secret, can do with a sealed link. */
class LinkSealsTest {

    private static final byte[] SECRET = new byte[32];

    private final LinkSeals speaker = LinkSeals.of(SECRET, new byte[16], new byte[16], 1);
    private final LinkSeals listener = LinkSeals.of(SECRET, new byte[16], new byte[16], 1);

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @Test
    void contentOfAnyLengthArrives() throws Exception {
        for (int length : new int[] {1, Seal.MAX_PLAIN_BYTES, Seal.MAX_PLAIN_BYTES + 1, 100_000}) {
            ByteArrayOutputStream wire = new ByteArrayOutputStream();
            try (OutputStream out = SealedStreams.output(wire, speaker.toListener())) {
                out.write(bytes(length));
            }
            var in = new ByteArrayInputStream(wire.toByteArray());
            assertThat(SealedStreams.input(in, listener.toListener()).readAllBytes())
                    .isEqualTo(bytes(length));
        }
    }

    @Test
    void alteredRecordsDoNotOpen() {
        byte[] sealed = speaker.toListener().seal(bytes(100), 0, 100);
        sealed[50] ^= 1;
        assertThatThrownBy(() -> listener.toListener().open(sealed))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("not what the other side sealed");
    }

    @Test
    void repeatedAndLeftOutRecordsDoNotOpen() throws Exception {
        byte[] first = speaker.toListener().seal(bytes(100), 0, 100);
        byte[] second = speaker.toListener().seal(bytes(100), 0, 100);
        assertThatThrownBy(() -> listener.toListener().open(second))
                .isInstanceOf(WireException.class);
        LinkSeals other = LinkSeals.of(SECRET, new byte[16], new byte[16], 1);
        other.toListener().open(first);
        assertThatThrownBy(() -> other.toListener().open(first)).isInstanceOf(WireException.class);
    }

    @Test
    void whatASideSaidCannotBeToldToItself() {
        byte[] sealed = speaker.toListener().seal(bytes(100), 0, 100);
        assertThatThrownBy(() -> speaker.toSpeaker().open(sealed))
                .isInstanceOf(WireException.class);
    }

    @Test
    void anotherSecretNonceOrRoleOpensNothing() {
        byte[] sealed = speaker.toListener().seal(bytes(100), 0, 100);
        for (LinkSeals other :
                new LinkSeals[] {
                    LinkSeals.of(bytes(32), new byte[16], new byte[16], 1),
                    LinkSeals.of(SECRET, bytes(16), new byte[16], 1),
                    LinkSeals.of(SECRET, new byte[16], bytes(16), 1),
                    LinkSeals.of(SECRET, new byte[16], new byte[16], 3)
                }) {
            assertThatThrownBy(() -> other.toListener().open(sealed))
                    .isInstanceOf(WireException.class);
        }
    }

    @Test
    void anEndInTheMiddleIsNoEnd() throws Exception {
        byte[] records = speaker.toListener().records(bytes(100), 0, 100);
        var in = new ByteArrayInputStream(records, 0, records.length - 1);
        assertThatThrownBy(() -> SealedStreams.input(in, listener.toListener()).readAllBytes())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("middle");
    }

    @Test
    void bothSidesProveTheSecretAndNothingElseIsTold() throws Exception {
        ListenerProof here = new ListenerProof(true);
        SpeakerProof there = new SpeakerProof(SECRET, SpeakerProof.Kind.SEALED);
        Hello.Builder hello = Hello.newBuilder().setVersion(1).setRole(Role.CLIENT).setOrigin(5);
        Hello said = there.answer(here.challenge(), hello);
        assertThat(said.getOrigin()).isZero();
        assertThat(said.getMac().isEmpty()).isTrue();
        assertThat(here.proven(said, SECRET).getOrigin()).isEqualTo(5);
        Welcome welcome = here.welcome(Welcome.newBuilder().setWindow(7));
        assertThat(welcome.getWindow()).isZero();
        assertThat(there.welcome(welcome).getWindow()).isEqualTo(7);
    }

    @Test
    void aWrongSecretAndAnAlteredHelloProveNothing() throws Exception {
        Hello.Builder hello = Hello.newBuilder().setVersion(1).setRole(Role.PEER);
        ListenerProof here = new ListenerProof(true);
        Hello said =
                new SpeakerProof(bytes(32), SpeakerProof.Kind.SEALED)
                        .answer(here.challenge(), hello.clone());
        assertThat(here.proven(said, SECRET)).isNull();
        ListenerProof other = new ListenerProof(true);
        Hello right =
                new SpeakerProof(SECRET, SpeakerProof.Kind.SEALED)
                        .answer(other.challenge(), hello.clone());
        assertThat(other.proven(right.toBuilder().setRole(Role.CLIENT).build(), SECRET)).isNull();
    }

    @Test
    void aListenerThatDoesNotSealIsNotSpokenTo() {
        Challenge old = new ListenerProof(false).challenge();
        assertThatThrownBy(() ->
                        new SpeakerProof(SECRET, SpeakerProof.Kind.SEALED)
                                .answer(old, Hello.newBuilder().setRole(Role.CLIENT)))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("does not seal");
    }

    @Test
    void aRefusalThatIsNotSealedEndsNoSession() throws Exception {
        ListenerProof here = new ListenerProof(true);
        SpeakerProof there = new SpeakerProof(SECRET, SpeakerProof.Kind.SEALED);
        Hello said = there.answer(here.challenge(), Hello.newBuilder().setRole(Role.CLIENT));
        Refused forged = Refused.newBuilder().setReason("no").setTakenOver(true).build();
        assertThat(there.refused(forged).getTakenOver()).isFalse();
        assertThat(here.proven(said, SECRET)).isNotNull();
        assertThat(there.refused(here.refused(forged)).getTakenOver()).isTrue();
    }
}
