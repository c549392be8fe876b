package org.evenkeel.client.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.evenkeel.api.PayloadException;
import org.evenkeel.api.RemoteCallable;
import org.evenkeel.api.RemoteException;
import org.evenkeel.samples.Samples;
import org.evenkeel.samples.Samples.Board;
import org.evenkeel.samples.Samples.Colour;
import org.evenkeel.samples.Samples.QueensTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What travels, what does not, and what is said then. */
class PayloadCodecTest {

    private final PayloadCodec codec = new PayloadCodec(getClass().getClassLoader());

    @SuppressWarnings("unchecked")
    private <T> T copy(T value) {
        byte[] bytes = codec.encode(value).toArray();
        return (T) codec.decode(bytes, 0, bytes.length, null);
    }

    static Stream<Object> valuesOfTheJdk() {
        EnumMap<Colour, Integer> colours = new EnumMap<>(Map.of(Colour.GREEN, 1));
        return Stream.of(
                "text",
                1,
                2L,
                3.0,
                4f,
                'c',
                (byte) 5,
                (short) 6,
                true,
                "\ud800 alone",
                "\u20ac",
                new BigInteger("123456789012345678901234567890"),
                new BigDecimal("1.50"),
                UUID.randomUUID(),
                URI.create("http://x/y?z"),
                Locale.GERMANY,
                Duration.ofSeconds(5),
                Instant.now(),
                LocalDateTime.now(ZoneId.of("UTC")),
                ZonedDateTime.now(ZoneId.of("Europe/Berlin")),
                DayOfWeek.FRIDAY,
                TimeUnit.DAYS,
                BitSet.valueOf(new long[] {5, 7}),
                Optional.of("x"),
                Optional.empty(),
                OptionalInt.of(3),
                List.of(),
                List.of(1),
                List.of(1, 2, 3),
                Set.of(),
                Set.of(1, 2),
                Map.of(),
                Map.of("a", 1),
                Map.of("a", 1, "b", 2),
                Stream.of(1, null).toList(),
                Arrays.asList(1, null, "x"),
                Collections.emptyList(),
                Collections.singletonList(1),
                Collections.singleton(1),
                Collections.singletonMap(1, 2),
                Collections.nCopies(3, "x"),
                Collections.unmodifiableList(new ArrayList<>(List.of(1, 2))),
                Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2))),
                Collections.unmodifiableSet(new LinkedHashSet<>(List.of(3, 1))),
                Collections.synchronizedList(new ArrayList<>(List.of(1, 2))),
                Collections.synchronizedMap(new TreeMap<>(Map.of(1, 2))),
                new ArrayList<>(List.of(1, 2, 3)).subList(1, 3),
                new HashMap<>(Map.of(1, 2)).keySet(),
                List.of(1, 2, 3).subList(0, 2),
                new TreeSet<>(List.of(3, 1)),
                new TreeMap<>(Map.of(2, 1)),
                new ConcurrentHashMap<>(Map.of(1, 2)),
                new CopyOnWriteArrayList<>(List.of(1)),
                EnumSet.of(Colour.GREEN),
                EnumSet.noneOf(Colour.class),
                colours,
                new EnumMap<>(Colour.class),
                Map.entry(1, 2),
                Colour.GREEN,
                String.class,
                int[].class,
                new Samples.ListOfOwn());
    }

    @ParameterizedTest
    @MethodSource("valuesOfTheJdk")
    void jdkValuesTravel(Object value) {
        Object copy = copy(value);
        assertThat(copy).isEqualTo(value).hasSameHashCodeAs(value);
    }

    @Test
    void thingsWithoutEqualsTravelToo() {
        assertThat(copy(new AtomicLong(7)).get()).isEqualTo(7);
        assertThat(copy(new AtomicInteger(7)).get()).isEqualTo(7);
        assertThat(copy(new StringBuilder("abc"))).hasToString("abc");
        assertThat(copy(new ArrayDeque<>(List.of(1, 2)))).containsExactly(1, 2);
        PriorityQueue<Integer> queue = new PriorityQueue<>(Comparator.reverseOrder());
        queue.addAll(List.of(1, 3, 2));
        assertThat(copy(queue).poll()).isEqualTo(3);
        assertThat(copy(new TreeSet<>(Comparator.<Integer>reverseOrder())).comparator())
                .isEqualTo(Comparator.reverseOrder());
        java.util.Random random = new java.util.Random(5);
        assertThat(copy(random).nextInt()).isEqualTo(random.nextInt());
    }

    @Test
    void arraysTravel() {
        assertThat(copy(new byte[] {1, 2})).containsExactly(1, 2);
        assertThat(copy(new double[] {1.5, Double.NaN})).containsExactly(1.5, Double.NaN);
        assertThat(copy(new int[][] {{1}, null, {2, 3}}))
                .isDeepEqualTo(new int[][] {{1}, null, {2, 3}});
        assertThat(copy(new Colour[] {Colour.RED, null})).containsExactly(Colour.RED, null);
        assertThat(copy(new Instant[][] {{Instant.EPOCH}}))
                .isDeepEqualTo(new Instant[][] {{Instant.EPOCH}});
        assertThat(copy(new Samples.Pair[] {new Samples.Pair(1, "x", 2L)}))
                .containsExactly(new Samples.Pair(1, "x", 2L));
    }

    @Test
    void frozenCollectionsStayFrozen() {
        assertThatThrownBy(() ->
                        copy(Collections.unmodifiableList(new ArrayList<>(List.of(1)))).add(2))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> copy(List.of(1)).add(2))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void innerClassesBringTheirOuterObject() throws Exception {
        Samples.Outer outer = new Samples.Outer();
        outer.value = 42;
        Samples.Outer.Inner inner = copy(outer.new Inner());
        assertThat(inner.run(null)).isEqualTo(42);
    }

    @Test
    void serializableLambdasTravel() throws Exception {
        RemoteCallable<String> lambda = Samples.lambda("got ", List.of(1, 2));
        assertThat(copy(lambda).call()).isEqualTo("got [1, 2]");
        RemoteCallable<Integer> reference = Samples.reference("text");
        assertThat(copy(reference).call()).isEqualTo(4);
        assertThat(copy(new ArrayList<Object>(List.of(lambda, lambda)))).hasSize(2);
    }

    @Test
    void transientAndStaticFieldsStayBehind() {
        Samples.Node node = new Samples.Node();
        node.left = "changed";
        assertThat(copy(node).left).isEqualTo("left behind"); // what the constructor says
    }

    @Test
    void largeBytesAreNotCopied() {
        byte[] bytes = new byte[1 << 20];
        assertThat(codec.encode(bytes).bytes()).isSameAs(bytes);
    }

    @Test
    void offendingFieldIsNamedWithItsPath() {
        QueensTask task =
                new QueensTask(8, new Board(8, new java.util.concurrent.locks.ReentrantLock()));
        assertThatThrownBy(() -> codec.encode(task))
                .isInstanceOf(PayloadException.class)
                .hasMessage(
                        "cannot travel: QueensTask.board -> Board.lock"
                                + " (java.util.concurrent.locks.ReentrantLock): locks and latches"
                                + " work inside one JVM; create them in the task");
    }

    @Test
    void offenderInACollectionIsNamedWithItsPlace() {
        Samples.Node node = new Samples.Node();
        node.map = Map.of("key", List.of("fine", Thread.currentThread()));
        assertThatThrownBy(() -> codec.encode(node))
                .hasMessage(
                        "cannot travel: Node.map -> [key] -> [1] (java.lang.Thread): threads stay"
                                + " in their JVM; start the thread in the task");
    }

    @Test
    void whatALambdaHasCapturedIsNamed() throws Exception {
        try (Samples.WithLog main = new Samples.WithLog()) {
            assertThatThrownBy(() -> codec.encode(main.lambda()))
                    .hasMessage(
                            "cannot travel: captured this (org.evenkeel.samples.Samples$WithLog) ->"
                                    + " WithLog.log (java.io.FileOutputStream): open files cannot"
                                    + " travel; open the file in the task, or use"
                                    + " TaskContext.files()");
            assertThatThrownBy(() -> codec.encode(main.anonymous()))
                    .hasMessageStartingWith(
                            "cannot travel: captured this (org.evenkeel.samples.Samples$WithLog) ->"
                                    + " WithLog.log");
            assertThatThrownBy(() -> codec.encode(main.withLocal(Thread.currentThread())))
                    .hasMessageStartingWith("cannot travel: captured thread (java.lang.Thread)");
        }
    }

    @Test
    void longChainsAreRefusedInsteadOfOverflowing() {
        Samples.Node first = new Samples.Node();
        Samples.Node last = first;
        for (int i = 0; i < 200_000; i++) {
            last.next = new Samples.Node();
            last = last.next;
        }
        assertThatThrownBy(() -> codec.encode(first))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("too deep");
    }

    @Test
    void classesOfTheRuntimeCannotBeNamed() {
        byte[] bytes = codec.encode(new Samples.Pair(1, "", null)).toArray();
        String name = Samples.Pair.class.getName();
        String link = "org.evenkeel.wire.link.Link";
        String evil = link + "$".repeat(name.length() - link.length());
        byte[] forged =
                new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1)
                        .replace(name, evil)
                        .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> codec.decode(forged, 0, forged.length, null))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("may not travel");
    }

    @Test
    void fiveBytesDoNotBecomeEightGigabytes() {
        byte[] payload = {
            Encoded.OBJECT, 18, 1, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 7
        };
        for (int id = 0; id < 127; id++) {
            payload[1] = (byte) id;
            try {
                codec.decode(payload, 0, payload.length, null);
            } catch (PayloadException e) {
                assertThat(e).hasMessageContaining("decoded"); // a few of the types take any bytes
            }
        }
    }

    @Test
    void failingConstructorIsSaid() {
        byte[] bytes = codec.encode(new Samples.BrokenConstructor(1)).toArray();
        assertThatThrownBy(() -> codec.decode(bytes, 0, bytes.length, null))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("BrokenConstructor");
    }

    // ---- Exceptions

    private Throwable copyThrown(Throwable thrown) {
        byte[] bytes = codec.encodeThrowable(thrown).toArray();
        return codec.decodeThrowable(bytes, 0, bytes.length);
    }

    @Test
    void exceptionsKeepTypeMessageStackAndCauses() {
        Exception cause = new Samples.PlainException("deep");
        IllegalStateException thrown = new IllegalStateException("top", cause);
        thrown.addSuppressed(new java.io.IOException("aside"));
        Throwable copy = copyThrown(thrown);
        assertThat(copy).isExactlyInstanceOf(IllegalStateException.class).hasMessage("top");
        assertThat(copy.getStackTrace()).isEqualTo(thrown.getStackTrace());
        assertThat(copy.getCause())
                .isExactlyInstanceOf(Samples.PlainException.class)
                .hasMessage("deep");
        assertThat(copy.getSuppressed()).singleElement().isInstanceOf(java.io.IOException.class);
    }

    @Test
    void exceptionsThatCannotBeMadeKeepTheirName() {
        Throwable copy = copyThrown(new Samples.OddException(3));
        assertThat(copy).isInstanceOf(RemoteException.class).hasMessage("odd 3");
        assertThat(((RemoteException) copy).typeName())
                .isEqualTo(Samples.OddException.class.getName());
        assertThat(copyThrown(copy)).isInstanceOf(RemoteException.class).hasMessage("odd 3");
    }

    @Test
    void circularCausesEnd() {
        Exception first = new Exception("first");
        Exception second = new Exception("second", first);
        first.initCause(second);
        assertThat(copyThrown(second).getCause()).hasMessage("first");
    }

    @Test
    void errorsOfTheVmTravel() {
        assertThat(copyThrown(new StackOverflowError())).isInstanceOf(StackOverflowError.class);
        assertThat(copyThrown(new NullPointerException())).isInstanceOf(NullPointerException.class);
    }
}
