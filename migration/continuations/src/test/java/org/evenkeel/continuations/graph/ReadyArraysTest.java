package org.evenkeel.continuations.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ReadyArraysTest {

    private static final ClassLoader LOADER = ReadyArraysTest.class.getClassLoader();

    private final SplittableRandom random = new SplittableRandom(11);
    private final Object[] objects = {
        "before",
        random.longs(200_001).toArray(),
        random.doubles(140_003).toArray(),
        random.ints(300_000).toArray(),
        new char[700_000],
        new byte[(1 << 20) + 3],
        new long[] {1, 2, 3},
        new boolean[2 << 20]
    };

    private int number;

    private Pieces written() throws Exception {
        Arrays.fill((char[]) objects[4], '\u20ac');
        random.nextBytes((byte[]) objects[5]);
        GraphWriter writer = new GraphWriter(LOADER, null);
        number = writer.add(objects, "a test");
        GraphOutput graphOutput = new GraphOutput(1 << 25);
        writer.write(graphOutput);
        return graphOutput.pieces();
    }

    private Object[] read(ByteBuffer file, ReadyArrays ready) throws Exception {
        return ready.whileReading(
                file,
                () -> {
                    GraphReader graph = GraphReader.read(new GraphInput(file), LOADER, null, null);
                    return (Object[]) Objects.requireNonNull(graph.get(number));
                });
    }

    private static void fill(ReadyArrays ready, ByteBuffer file, int step) {
        MemorySegment all = MemorySegment.ofBuffer(file);
        for (long at = 0; at < all.byteSize(); at += step) {
            ready.fill(at, all.asSlice(at, Math.min(step, all.byteSize() - at)));
        }
    }

    private static ByteBuffer direct(Pieces pieces) {
        return ByteBuffer.allocateDirect(pieces.size()).put(pieces.toBytes()).flip();
    }

    @Test
    void areWhatTheFileHasHoweverItCame() throws Exception {
        Pieces pieces = written();
        List<ReadyArrays.Numbers> numbers = pieces.numbers();
        assertThat(numbers).hasSizeGreaterThanOrEqualTo(5);
        ByteBuffer file = direct(pieces);
        for (int step : new int[] {100_003, 1 << 20, 1 << 25}) {
            ReadyArrays ready = new ReadyArrays(numbers);
            fill(ready, file, step);
            assertThat(Arrays.deepEquals(read(file, ready), objects)).isTrue();
        }
    }

    /** Seen by what is in them: nothing but zeros. */
    @Test
    void areTakenWhereTheSameIsReadAndNowhereElse() throws Exception {
        Pieces pieces = written();
        ByteBuffer file = direct(pieces);
        Object[] read = read(file, new ReadyArrays(pieces.numbers()));
        assertThat((long[]) read[1]).containsOnly(0);
        assertThat((byte[]) read[5]).containsOnly(0);
        assertThat(read[0]).isEqualTo("before");
        assertThat(read[6]).isEqualTo(objects[6]);

        List<ReadyArrays.Numbers> wrong =
                pieces.numbers().stream()
                        .flatMap(each ->
                                List.of(
                                        new ReadyArrays.Numbers(
                                                each.offset() + 8, each.kind(), each.bytes()),
                                        new ReadyArrays.Numbers(
                                                each.offset(),
                                                each.kind() == 'b' ? 'f' : 'b',
                                                each.bytes() - each.bytes() % 4),
                                        new ReadyArrays.Numbers(each.offset(), 77, 16))
                                        .stream())
                        .toList();
        assertThat(Arrays.deepEquals(read(file, new ReadyArrays(wrong)), objects)).isTrue();
        assertThat(new ReadyArrays.Numbers(5, 'b', 6).isIn(11)).isTrue();
        assertThat(new ReadyArrays.Numbers(5, 'b', 6).isIn(10)).isFalse();
        assertThat(new ReadyArrays.Numbers(Long.MAX_VALUE, 'b', 6).isIn(10)).isFalse();
        assertThat(new ReadyArrays.Numbers(-1, 'b', 6).isIn(10)).isFalse();
    }
}
