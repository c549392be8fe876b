package org.evenkeel.client.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.serializers.ClosureSerializer;
import com.esotericsoftware.kryo.serializers.DefaultArraySerializers;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.serializers.OptionalSerializers;
import com.esotericsoftware.kryo.serializers.TimeSerializers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.*;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.evenkeel.client.value.GraphTask;
import org.evenkeel.client.value.ProducedValue;
import org.evenkeel.client.value.TransferredInput;
import org.evenkeel.client.value.ValueRef;

/**
 * The fixed list of JDK types that may travel. Its order is part of the format: entries are only
 * ever added at the end, before the version of the wire changes.
 */
@SuppressWarnings("JdkObsolete") // programs use them all the same
final class Registrations {

    private static final int FIRST_ID = 16;

    private record Entry(Class<?> type, Function<Kryo, Serializer<?>> serializer) {}

    private static final List<Entry> ENTRIES = new ArrayList<>();
    private static final Set<Class<?>> TYPES = new HashSet<>();

    static {
        arrays();
        values();
        times();
        collections();
        maps();
        frozenCollections();
        views();
        frozenMaps();
        add(ClosureSerializer.Closure.class, new LambdaSerializer());
        more();
    }

    /** Whether a JDK type is on the list. */
    static boolean contains(Class<?> type) {
        return TYPES.contains(type);
    }

    /** Registers all of them. */
    static void register(Kryo kryo) {
        int id = FIRST_ID;
        for (Entry entry : ENTRIES) {
            kryo.register(entry.type(), entry.serializer().apply(kryo), id++);
        }
    }

    private static void add(Class<?> type, Serializer<?> shared) {
        add(type, kryo -> shared);
    }

    private static void add(Class<?> type, Function<Kryo, Serializer<?>> serializer) {
        if (TYPES.add(type)) {
            ENTRIES.add(new Entry(type, serializer));
        }
    }

    private static void arrays() {
        add(byte[].class, new DefaultArraySerializers.ByteArraySerializer());
        add(char[].class, new DefaultArraySerializers.CharArraySerializer());
        add(short[].class, new DefaultArraySerializers.ShortArraySerializer());
        add(int[].class, new DefaultArraySerializers.IntArraySerializer());
        add(long[].class, new DefaultArraySerializers.LongArraySerializer());
        add(float[].class, new DefaultArraySerializers.FloatArraySerializer());
        add(double[].class, new DefaultArraySerializers.DoubleArraySerializer());
        add(boolean[].class, new JdkSerializers.OfBooleans());
        for (Class<?> type :
                List.of(
                        Object[].class,
                        String[].class,
                        byte[][].class,
                        int[][].class,
                        long[][].class,
                        double[][].class)) {
            add(type, new Containers.OfArray(type));
        }
        // Named where their arrays are: these have no serialiser of their own above.
        TYPES.addAll(
                List.of(
                        String.class,
                        Integer.class,
                        Long.class,
                        Double.class,
                        Float.class,
                        Short.class,
                        Byte.class,
                        Character.class,
                        Boolean.class,
                        Number.class,
                        Comparable.class,
                        CharSequence.class,
                        Collection.class,
                        List.class,
                        Set.class,
                        Map.class));
    }

    private static void values() {
        add(BigInteger.class, new DefaultSerializers.BigIntegerSerializer());
        add(BigDecimal.class, new DefaultSerializers.BigDecimalSerializer());
        add(UUID.class, new DefaultSerializers.UUIDSerializer());
        add(URI.class, new DefaultSerializers.URISerializer());
        add(BitSet.class, new DefaultSerializers.BitSetSerializer());
        add(Date.class, new DefaultSerializers.DateSerializer());
        add(Locale.class, new DefaultSerializers.LocaleSerializer());
        add(Currency.class, new DefaultSerializers.CurrencySerializer());
        add(StringBuilder.class, new DefaultSerializers.StringBuilderSerializer());
        add(AtomicBoolean.class, new DefaultSerializers.AtomicBooleanSerializer());
        add(AtomicInteger.class, new DefaultSerializers.AtomicIntegerSerializer());
        add(AtomicLong.class, new DefaultSerializers.AtomicLongSerializer());
        add(AtomicReference.class, new DefaultSerializers.AtomicReferenceSerializer());
        add(Optional.class, new OptionalSerializers.OptionalSerializer());
        add(OptionalInt.class, new OptionalSerializers.OptionalIntSerializer());
        add(OptionalLong.class, new OptionalSerializers.OptionalLongSerializer());
        add(OptionalDouble.class, new OptionalSerializers.OptionalDoubleSerializer());
        add(Class.class, new DefaultSerializers.ClassSerializer());
        add(Object.class, new JdkSerializers.OfObject());
        add(
                AbstractMap.SimpleEntry.class,
                new JdkSerializers.OfEntry(AbstractMap.SimpleEntry::new));
        add(
                AbstractMap.SimpleImmutableEntry.class,
                new JdkSerializers.OfEntry(AbstractMap.SimpleImmutableEntry::new));
        add(Map.entry(1, 1).getClass(), new JdkSerializers.OfEntry(Map::entry));
        add(TimeUnit.class, kryo -> new DefaultSerializers.EnumSerializer(TimeUnit.class));
        add(
                java.time.DayOfWeek.class,
                kryo -> new DefaultSerializers.EnumSerializer(java.time.DayOfWeek.class));
        add(
                java.time.Month.class,
                kryo -> new DefaultSerializers.EnumSerializer(java.time.Month.class));
        add(
                java.math.RoundingMode.class,
                kryo -> new DefaultSerializers.EnumSerializer(java.math.RoundingMode.class));
    }

    private static void times() {
        add(Duration.class, new TimeSerializers.DurationSerializer());
        add(Instant.class, new TimeSerializers.InstantSerializer());
        add(LocalDate.class, new TimeSerializers.LocalDateSerializer());
        add(LocalTime.class, new TimeSerializers.LocalTimeSerializer());
        add(LocalDateTime.class, new TimeSerializers.LocalDateTimeSerializer());
        add(ZoneOffset.class, new TimeSerializers.ZoneOffsetSerializer());
        add(ZoneId.of("Europe/Berlin").getClass(), new TimeSerializers.ZoneIdSerializer());
        add(OffsetTime.class, new TimeSerializers.OffsetTimeSerializer());
        add(OffsetDateTime.class, new TimeSerializers.OffsetDateTimeSerializer());
        add(ZonedDateTime.class, new TimeSerializers.ZonedDateTimeSerializer());
        add(Year.class, new TimeSerializers.YearSerializer());
        add(YearMonth.class, new TimeSerializers.YearMonthSerializer());
        add(MonthDay.class, new TimeSerializers.MonthDaySerializer());
        add(Period.class, new TimeSerializers.PeriodSerializer());
    }

    private static void collection(Class<?> type, Supplier<? extends Collection<?>> maker) {
        add(type, new Containers.OfCollection(maker));
    }

    private static void collections() {
        collection(ArrayList.class, ArrayList::new);
        collection(LinkedList.class, LinkedList::new);
        collection(ArrayDeque.class, ArrayDeque::new);
        collection(HashSet.class, HashSet::new);
        collection(LinkedHashSet.class, LinkedHashSet::new);
        collection(Vector.class, Vector::new);
        collection(Stack.class, Stack::new);
        collection(CopyOnWriteArrayList.class, CopyOnWriteArrayList::new);
        collection(CopyOnWriteArraySet.class, CopyOnWriteArraySet::new);
        collection(ConcurrentLinkedQueue.class, ConcurrentLinkedQueue::new);
        collection(ConcurrentLinkedDeque.class, ConcurrentLinkedDeque::new);
        collection(LinkedBlockingQueue.class, LinkedBlockingQueue::new);
        collection(LinkedBlockingDeque.class, LinkedBlockingDeque::new);
        add(TreeSet.class, new Containers.OfCollection(TreeSet::new, true));
        add(
                ConcurrentSkipListSet.class,
                new Containers.OfCollection(ConcurrentSkipListSet::new, true));
        add(PriorityQueue.class, new Containers.OfCollection(PriorityQueue::new, true));
        add(
                PriorityBlockingQueue.class,
                new Containers.OfCollection(c -> new PriorityBlockingQueue<>(11, c), true));
        add(EnumSet.class, new DefaultSerializers.EnumSetSerializer());
        frozen(ArrayBlockingQueue.class, JdkSerializers::arrayBlockingQueue);
    }

    private static void map(Class<?> type, Supplier<? extends Map<?, ?>> maker) {
        add(type, new Containers.OfMap(maker));
    }

    private static void maps() {
        map(HashMap.class, HashMap::new);
        map(LinkedHashMap.class, LinkedHashMap::new);
        map(ConcurrentHashMap.class, ConcurrentHashMap::new);
        map(IdentityHashMap.class, IdentityHashMap::new);
        map(Hashtable.class, Hashtable::new);
        map(Properties.class, Properties::new);
        add(TreeMap.class, new Containers.OfMap(TreeMap::new, true));
        add(ConcurrentSkipListMap.class, new Containers.OfMap(ConcurrentSkipListMap::new, true));
        add(EnumMap.class, new JdkSerializers.OfEnumMap());
    }

    private static void frozen(Class<?> type, Function<List<Object>, Object> maker) {
        add(type, new Containers.FrozenCollection(maker));
    }

    private static void frozen(Object example, Function<List<Object>, Object> maker) {
        frozen(example.getClass(), maker);
    }

    private static void frozenCollections() {
        frozen(List.of(), JdkSerializers::listOf);
        frozen(List.of(1), JdkSerializers::listOf);
        frozen(List.of(1, 2, 3).subList(0, 2), JdkSerializers::listOf);
        frozen(Set.of(), e -> Set.copyOf(e));
        frozen(Set.of(1), e -> Set.copyOf(e));
        frozen(Arrays.asList(1), e -> Arrays.asList(e.toArray()));
        frozen(Collections.emptyList(), e -> List.of());
        frozen(Collections.emptySet(), e -> Set.of());
        frozen(Collections.singleton(1), e -> Collections.singleton(e.getFirst()));
        frozen(Collections.singletonList(1), e -> Collections.singletonList(e.getFirst()));
        frozen(Collections.nCopies(1, 1), e -> Collections.unmodifiableList(e));
        frozen(
                Collections.unmodifiableList(new ArrayList<>()),
                e -> Collections.unmodifiableList(e));
        frozen(
                Collections.unmodifiableList(new LinkedList<>()),
                e -> Collections.unmodifiableList(e));
        frozen(
                Collections.unmodifiableCollection(new ArrayList<>()),
                e -> Collections.unmodifiableCollection(e));
        frozen(
                Collections.unmodifiableSet(new HashSet<>()),
                e -> Collections.unmodifiableSet(new LinkedHashSet<>(e)));
        frozen(
                Collections.unmodifiableSequencedSet(new LinkedHashSet<>()),
                e -> Collections.unmodifiableSequencedSet(new LinkedHashSet<>(e)));
        frozen(
                Collections.synchronizedList(new ArrayList<>()),
                e -> Collections.synchronizedList(e));
        frozen(
                Collections.synchronizedList(new LinkedList<>()),
                e -> Collections.synchronizedList(e));
        frozen(
                Collections.synchronizedCollection(new ArrayList<>()),
                e -> Collections.synchronizedCollection(e));
        frozen(
                Collections.synchronizedSet(new HashSet<>()),
                e -> Collections.synchronizedSet(new LinkedHashSet<>(e)));
    }

    private static void views() {
        frozen(ConcurrentHashMap.newKeySet(), JdkSerializers::concurrentSet);
        frozen(Collections.newSetFromMap(new HashMap<>()), e -> new LinkedHashSet<>(e));
        frozen(new ArrayList<>(List.of(1)).subList(0, 1), e -> e);
        frozen(new LinkedList<>(List.of(1)).subList(0, 1), e -> e);
        frozen(Arrays.asList(1, 2).subList(0, 1), e -> e);
        frozen(new ArrayList<>().reversed(), e -> e);
        frozen(new HashMap<>().keySet(), e -> new LinkedHashSet<>(e));
        frozen(new HashMap<>().values(), e -> e);
        frozen(new LinkedHashMap<>().keySet(), e -> new LinkedHashSet<>(e));
        frozen(new LinkedHashMap<>().values(), e -> e);
        frozen(new TreeMap<>().keySet(), e -> new LinkedHashSet<>(e));
        frozen(new TreeMap<>().values(), e -> e);
        frozen(new ConcurrentHashMap<>().keySet(), e -> new LinkedHashSet<>(e));
        frozen(new ConcurrentHashMap<>().values(), e -> e);
    }

    private static void frozenMap(Object example, Function<Map<Object, Object>, Object> maker) {
        add(example.getClass(), new Containers.FrozenMap(LinkedHashMap::new, maker));
    }

    private static void frozenMaps() {
        frozenMap(Map.of(), m -> Map.copyOf(m));
        frozenMap(Map.of(1, 1), m -> Map.copyOf(m));
        frozenMap(Collections.emptyMap(), m -> Map.of());
        frozenMap(Collections.singletonMap(1, 1), JdkSerializers::singletonMap);
        frozenMap(
                Collections.unmodifiableMap(new HashMap<>()), m -> Collections.unmodifiableMap(m));
        frozenMap(
                Collections.synchronizedMap(new HashMap<>()), m -> Collections.synchronizedMap(m));
        frozenMap(
                Collections.unmodifiableSequencedMap(new LinkedHashMap<>()),
                m -> Collections.unmodifiableMap(m));
        frozenMap(
                Collections.unmodifiableSortedMap(new TreeMap<Object, Object>()),
                m -> Collections.unmodifiableSortedMap(new TreeMap<>(m)));
        frozen(
                Collections.unmodifiableSortedSet(new TreeSet<Object>()),
                e -> Collections.unmodifiableSortedSet(new TreeSet<>(e)));
    }

    private static void more() {
        for (Object only :
                List.<Object>of(
                        Collections.reverseOrder(),
                        Comparator.naturalOrder(),
                        String.CASE_INSENSITIVE_ORDER)) {
            add(only.getClass(), new JdkSerializers.Constant(only));
        }
        add(Random.class, new JdkSerializers.OfJavaSerial());
        add(StackTraceElement.class, new JdkSerializers.OfStackTraceElement());
        add(Throwable.class, new ThrowableSerializer());
        for (Class<?> part :
                List.of(
                        TaskAdapters.OfCallable.class,
                        TaskAdapters.OfRunnable.class,
                        GraphTask.class,
                        ValueRef.class,
                        TransferredInput.class,
                        ProducedValue.class)) {
            add(part, kryo -> new ObjectSerializer(kryo, part));
        }
        for (Class<?> adapter :
                List.of(TaskAdapters.OfSupplier.class, TaskAdapters.OfFunction.class)) {
            add(adapter, kryo -> new ObjectSerializer(kryo, adapter));
        }
    }
}
