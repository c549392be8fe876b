package org.evenkeel.continuations.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
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
        assertThat(pieces.places()).isEqualTo(3);
        assertThat(pieces.toBytes()).as("read for the second time").containsExactly(1, 2, 3, 4);
    }

    /** Whatever the places have in them, as much at a time as the chunk holds. */
    @Test
    void areHandedOverInChunksAndAddedToSumsAsTheyAre() throws Exception {
        long[] longs = new SplittableRandom(7).longs(200_001).toArray();
        double[] doubles = new SplittableRandom(8).doubles(140_003).toArray();
        GraphWriter writer = new GraphWriter(PiecesTest.class.getClassLoader(), null);
        writer.add(new Object[] {longs, "between", doubles}, "a test");
        GraphOutput graphOutput = new GraphOutput(1 << 24);
        writer.write(graphOutput);
        Pieces pieces = graphOutput.pieces();
        byte[] bytes = pieces.toBytes();
        assertThat(pieces.places()).isGreaterThan(3);

        ByteArrayOutputStream handedOver = new ByteArrayOutputStream();
        pieces.handOver(
                ByteBuffer.allocateDirect(100_003),
                chunk -> {
                    assertThat(chunk.remaining()).isBetween(1, 100_003);
                    byte[] each = new byte[chunk.remaining()];
                    chunk.get(each);
                    handedOver.writeBytes(each);
                });
        assertThat(handedOver.toByteArray()).isEqualTo(bytes);

        CRC32C expected = new CRC32C();
        expected.update(bytes);
        CRC32C sum = new CRC32C();
        pieces.addTo(sum);
        assertThat(sum.getValue()).isEqualTo(expected.getValue());
    }

    /** The order of bytes of any machine is read: what others wrote, with the first byte first. */
    @Test
    void arraysOfMachinesWithTheOtherOrderAreRead() throws Exception {
        Object[] arrays = {
            new char[] {'a', '\u20ac'},
            new short[] {-2, 300},
            new int[] {1, -70_000},
            new long[] {Long.MIN_VALUE, 5},
            new float[] {1.5f},
            new double[] {-0.25, Math.PI}
        };
        for (Object array : arrays) {
            GraphWriter writer = new GraphWriter(PiecesTest.class.getClassLoader(), null);
            int number = writer.add(array, "a test");
            GraphOutput graphOutput = new GraphOutput(1 << 10);
            writer.write(graphOutput);
            byte[] here = graphOutput.toBytes();
            assertThat(read(here, number)).isEqualTo(array);
            assertThat(read(turned(here, array), number)).isEqualTo(array);
        }
    }

    private static Object read(byte[] bytes, int number) throws DamagedGraph {
        GraphInput graphInput = new GraphInput(ByteBuffer.wrap(bytes));
        Object read =
                GraphReader.read(graphInput, PiecesTest.class.getClassLoader(), null, null)
                        .get(number);
        return Objects.requireNonNull(read);
    }

    /** The same graph of one array as a machine with the other order writes it. */
    private static byte[] turned(byte[] bytes, Object array) {
        byte[] turned = bytes.clone();
        int kindAt = 2; // after the count of objects and the shape
        int from = kindAt + 2; // after the kind and the length
        char kind = (char) turned[kindAt];
        turned[kindAt] =
                (byte)
                        (Character.isLowerCase(kind)
                                ? Character.toUpperCase(kind)
                                : Character.toLowerCase(kind));
        int length = Array.getLength(array);
        int width = (turned.length - from - 1) / length; // the last byte: no parts
        assertThat(width * length).isEqualTo(turned.length - from - 1);
        for (int i = 0; i < length; i++) {
            for (int j = 0; j < width; j++) {
                turned[from + i * width + j] = bytes[from + i * width + width - 1 - j];
            }
        }
        return turned;
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
        GraphOutput graphOutput = new GraphOutput(1 << 24);
        writer.write(graphOutput);
        Pieces pieces = graphOutput.pieces();
        assertThat(pieces.places()).isGreaterThan(1);
        assertThat(pieces.toBytes()).isEqualTo(graphOutput.toBytes());
        for (ByteBuffer whole : new ByteBuffer[] {pieces.whole(), direct(pieces.toBytes())}) {
            GraphInput graphInput = new GraphInput(whole);
            assertThat(whole.remaining()).isEqualTo(pieces.size());
            Object read =
                    GraphReader.read(graphInput, PiecesTest.class.getClassLoader(), null, null)
                            .get(number);
            assertThat(Arrays.deepEquals((Object[]) read, objects)).isTrue();
            assertThat(graphInput.left()).isZero();
        }
    }

    @Test
    void nothingIsReadBeyondTheEnd() throws Exception {
        GraphInput graphInput = new GraphInput(ByteBuffer.wrap(new byte[] {7, 1, 2, 3, 7}, 1, 3));
        assertThat(graphInput.left()).isEqualTo(3);
        assertThatThrownBy(() -> graphInput.raw(4)).isInstanceOf(DamagedGraph.class);
        assertThatThrownBy(() -> graphInput.block(-1)).isInstanceOf(DamagedGraph.class);
        assertThat(graphInput.raw(2)).containsExactly(1, 2);
        assertThat(graphInput.u1()).isEqualTo(3);
        assertThatThrownBy(graphInput::u1).isInstanceOf(DamagedGraph.class);
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }
}
