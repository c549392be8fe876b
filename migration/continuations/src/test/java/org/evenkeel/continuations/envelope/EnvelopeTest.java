package org.evenkeel.continuations.envelope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.evenkeel.api.observe.TaskObserver;
import org.evenkeel.continuations.graph.DamagedGraph;
import org.evenkeel.continuations.graph.Pieces;
import org.evenkeel.model.Digest;
import org.junit.jupiter.api.Test;

class EnvelopeTest {

    private static final Digest BUNDLE = new Digest(1, 2, 3, 4);

    private static final Envelope.Logged LOGGED =
            new Envelope.Logged(3, 2, 1L << 35, "half a l\u00ef", "");

    private static final byte[] NOTE = {'n', 0, -1};

    private static Envelope envelope() {
        return envelope(NOTE);
    }

    private static Envelope envelope(byte[] note) {
        return Envelope.here(
                        Envelope.Kind.STACK,
                        BUNDLE,
                        "ab12-7",
                        3,
                        9,
                        "n\u00fc1",
                        Pieces.of(new byte[] {5, 6}, new byte[] {7}))
                .with(
                        new Envelope.Printed(300, 1L << 40),
                        new Envelope.Talked(7, 1L << 33, 9),
                        LOGGED,
                        note);
    }

    @Test
    void saysWhatWasWrittenOnIt() throws Exception {
        Envelope read = Envelope.read(envelope().toBytes());
        assertThat(read.content().toBytes()).containsExactly(5, 6, 7);
        assertThat(List.of(read.kind(), read.bundle(), read.taskId(), read.home()))
                .containsExactly(Envelope.Kind.STACK, BUNDLE, "ab12-7", "n\u00fc1");
        assertThat(List.of(read.epoch(), read.grant())).containsExactly(3L, 9L);
        assertThat(read.printed()).isEqualTo(new Envelope.Printed(300, 1L << 40));
        assertThat(read.talked()).isEqualTo(new Envelope.Talked(7, 1L << 33, 9));
        assertThat(read.logged()).isEqualTo(LOGGED);
        assertThat(read.note()).isEqualTo(NOTE);
        read.requireFits(BUNDLE);
    }

    /** So that a worker of the version before reads it. */
    @Test
    void withoutANoteIsOfTheFormatBefore() throws Exception {
        byte[] bytes = envelope(new byte[0]).toBytes();
        assertThat(ByteBuffer.wrap(bytes).getInt(4)).isEqualTo(5);
        assertThat(ByteBuffer.wrap(envelope().toBytes()).getInt(4)).isEqualTo(6);
        Envelope read = Envelope.read(bytes);
        assertThat(read.note()).isEmpty();
        assertThat(read.content().toBytes()).containsExactly(5, 6, 7);
    }

    @Test
    void ofATaskThatHasPublishedIsOfTheNewestFormat() throws Exception {
        Envelope.Published published = new Envelope.Published(1025, 3, 1L << 40);
        byte[] bytes = envelope(new byte[0]).with(published).toBytes();
        assertThat(ByteBuffer.wrap(bytes).getInt(4)).isEqualTo(7);
        Envelope read = Envelope.read(bytes);
        assertThat(read.published()).isEqualTo(published);
        assertThat(read.logged()).isEqualTo(LOGGED);
        assertThat(read.note()).isEmpty();
        assertThat(read.content().toBytes()).containsExactly(5, 6, 7);
        Envelope noted = Envelope.read(envelope().with(published).toBytes());
        assertThat(noted.published()).isEqualTo(published);
        assertThat(noted.note()).isEqualTo(NOTE);
    }

    @Test
    void aLongNoteIsRefused() {
        byte[] bytes = envelope(new byte[TaskObserver.MAX_NOTE_BYTES + 1]).toBytes();
        assertThatThrownBy(() -> Envelope.read(bytes))
                .isInstanceOf(DamagedGraph.class)
                .hasMessageContaining("a note of 4097 bytes");
    }

    @Test
    void ofAChangedBundleIsRefusedByName() throws Exception {
        Envelope read = Envelope.read(envelope().toBytes());
        Digest changed = new Digest(1, 2, 3, 5);
        assertThatThrownBy(() -> read.requireFits(changed))
                .isInstanceOf(RefusedCheckpoint.class)
                .hasMessageContainingAll("ab12-7", BUNDLE.toString(), changed.toString());
    }

    @Test
    void ofAnotherWeaverOrJavaIsRefused() throws Exception {
        Envelope here = envelope();
        Envelope other =
                new Envelope(
                        here.kind(),
                        BUNDLE,
                        here.weaver() + 1,
                        here.java(),
                        here.taskId(),
                        0,
                        1,
                        "n",
                        here.printed(),
                        here.talked(),
                        here.logged(),
                        here.published(),
                        here.note(),
                        here.content());
        assertThatThrownBy(() -> Envelope.read(other.toBytes()).requireFits(BUNDLE))
                .isInstanceOf(RefusedCheckpoint.class)
                .hasMessageContaining("weaver");
    }

    /** Every bit matters, and so does every byte that is missing or too many. */
    @Test
    void isNotBelievedWhenDamaged() {
        byte[] whole = envelope().toBytes();
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> Envelope.read(damaged))
                    .isInstanceOfAny(DamagedGraph.class, RefusedCheckpoint.class);
        }
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> Envelope.read(cut)).isInstanceOf(DamagedGraph.class);
        }
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        assertThatThrownBy(() -> Envelope.read(longer)).isInstanceOf(DamagedGraph.class);
    }

    @Test
    void noiseIsNone() {
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            byte[] noise = new byte[random.nextInt(80)];
            random.nextBytes(noise);
            assertThatThrownBy(() -> Envelope.read(noise)).isInstanceOf(DamagedGraph.class);
        }
    }
}
