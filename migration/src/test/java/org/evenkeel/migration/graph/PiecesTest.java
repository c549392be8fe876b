package org.evenkeel.migration.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PiecesTest {

    @Test
    void areOneAfterTheOther() {
        Pieces pieces =
                Pieces.of(new byte[] {1, 2}, new byte[0])
                        .then(Pieces.of(ByteBuffer.wrap(new byte[] {9, 3, 4, 9}, 1, 2)));
        assertThat(pieces.size()).isEqualTo(4);
        assertThat(pieces.toBytes()).containsExactly(1, 2, 3, 4);
        assertThat(pieces.whole()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}));
        assertThat(pieces.parts()).hasSize(3);
        pieces.parts().forEach(part -> part.position(part.limit()));
        assertThat(pieces.toBytes()).as("read for the second time").containsExactly(1, 2, 3, 4);
    }

    /** Long arrays lie apart from what comes before and behind; all of it is read back. */
    @Test
    void whatIsLongIsReadFromWhereItLies() throws Exception {
        long[] longs = new long[200_000];
        for (int i = 0; i < longs.length; i++) {
            longs[i] = i * 0x9e37_79b9_7f4a_7c15L;
        }
        GraphWriter writer = new GraphWriter(PiecesTest.class.getClassLoader(), null);
        Object[] objects = {"before", longs, "behind \u20ac"};
        int number = writer.add(objects, "a test");
        Out out = new Out(1 << 24);
        writer.write(out);
        Pieces pieces = out.pieces();
        assertThat(pieces.parts()).hasSizeGreaterThan(1);
        assertThat(pieces.toBytes()).isEqualTo(out.toBytes());
        for (ByteBuffer whole : new ByteBuffer[] {pieces.whole(), direct(pieces.toBytes())}) {
            In in = new In(whole);
            assertThat(whole.remaining()).isEqualTo(pieces.size());
            Object read =
                    GraphReader.read(in, PiecesTest.class.getClassLoader(), null, null).get(number);
            assertThat(Arrays.deepEquals((Object[]) read, objects)).isTrue();
            assertThat(in.left()).isZero();
        }
    }

    @Test
    void nothingIsReadBeyondTheEnd() throws Exception {
        In in = new In(new byte[] {7, 1, 2, 3, 7}, 1, 3);
        assertThat(in.left()).isEqualTo(3);
        assertThatThrownBy(() -> in.raw(4)).isInstanceOf(DamagedGraph.class);
        assertThatThrownBy(() -> in.block(-1)).isInstanceOf(DamagedGraph.class);
        assertThat(in.raw(2)).containsExactly(1, 2);
        assertThat(in.u1()).isEqualTo(3);
        assertThatThrownBy(in::u1).isInstanceOf(DamagedGraph.class);
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }
}
