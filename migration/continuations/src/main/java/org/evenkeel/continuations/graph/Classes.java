package org.evenkeel.continuations.graph;

import java.lang.reflect.Modifier;
import java.util.Set;
import org.evenkeel.api.TaskContext;
import org.jspecify.annotations.Nullable;

/**
 * Which classes may be in a graph: those of the program, some of the API, and a fixed list of the
 * JDK's.
 */
final class Classes {

    private static final String API = "org.evenkeel.api.";

    /** Classes that hold nothing but paths, positions and buffers. */
    static final String FILES = "org.evenkeel.api.files.";

    /** JDK classes that are copied field by field, and so are the classes inside of them. */
    private static final Set<String> BY_FIELDS =
            Set.of(
                    "java.lang.Object",
                    "java.util.AbstractList",
                    "java.util.AbstractMap",
                    "java.util.ArrayDeque",
                    "java.util.ArrayList",
                    "java.util.Arrays",
                    "java.util.BitSet",
                    "java.util.Collections",
                    "java.util.Comparators",
                    "java.util.DoubleSummaryStatistics",
                    "java.util.EnumMap",
                    "java.util.HashMap",
                    "java.util.HashSet",
                    "java.util.IntSummaryStatistics",
                    "java.util.JumboEnumSet",
                    "java.util.KeyValueHolder",
                    "java.util.LinkedHashMap",
                    "java.util.LinkedHashSet",
                    "java.util.LinkedList",
                    "java.util.LongSummaryStatistics",
                    "java.util.Optional",
                    "java.util.OptionalDouble",
                    "java.util.OptionalInt",
                    "java.util.OptionalLong",
                    "java.util.PriorityQueue",
                    "java.util.Random",
                    "java.util.RegularEnumSet",
                    "java.util.ReverseOrderListView",
                    "java.util.SplittableRandom",
                    "java.util.Stack",
                    "java.util.StringJoiner",
                    "java.util.StringTokenizer",
                    "java.util.TreeMap",
                    "java.util.TreeSet",
                    "java.util.Vector",
                    "java.util.concurrent.ConcurrentLinkedDeque",
                    "java.util.concurrent.ConcurrentLinkedQueue",
                    "java.util.concurrent.CopyOnWriteArrayList",
                    "java.util.concurrent.CopyOnWriteArraySet",
                    "java.util.concurrent.atomic.AtomicBoolean",
                    "java.util.concurrent.atomic.AtomicInteger",
                    "java.util.concurrent.atomic.AtomicIntegerArray",
                    "java.util.concurrent.atomic.AtomicLong",
                    "java.util.concurrent.atomic.AtomicLongArray",
                    "java.util.concurrent.atomic.AtomicReference",
                    "java.util.concurrent.atomic.AtomicReferenceArray");

    /** Nested classes of the JDK that are copied field by field, unlike those around them. */
    private static final Set<String> NESTED =
            Set.of(
                    "java.util.ImmutableCollections$AbstractImmutableCollection",
                    "java.util.ImmutableCollections$AbstractImmutableList",
                    "java.util.ImmutableCollections$ListItr",
                    "java.util.ImmutableCollections$SubList",
                    "java.util.concurrent.ConcurrentHashMap$CollectionView",
                    "java.util.concurrent.ConcurrentHashMap$EntrySetView",
                    "java.util.concurrent.ConcurrentHashMap$KeySetView",
                    "java.util.concurrent.ConcurrentHashMap$ValuesView");

    /** Superclasses without state of their own that matters. */
    private static final Set<String> BASES =
            Set.of(
                    "java.util.AbstractCollection",
                    "java.util.AbstractList",
                    "java.util.AbstractMap",
                    "java.util.AbstractQueue",
                    "java.util.AbstractSequentialList",
                    "java.util.AbstractSet",
                    "java.util.Dictionary",
                    "java.util.EnumSet",
                    "java.lang.Record",
                    "java.lang.Number");

    /** Superclasses of the API's files, which use nothing of what these have of their own. */
    private static final Set<String> BASES_OF_FILES =
            Set.of(
                    "java.io.FilterOutputStream",
                    "java.io.InputStream",
                    "java.io.OutputStream",
                    "java.io.PrintStream",
                    "java.io.Reader",
                    "java.io.Writer",
                    "java.nio.file.FileSystem");

    private final ClassLoader program;

    /** What the program's context is here; each node has its own. */
    private final @Nullable TaskContext context;

    /** Has the children of the task. */
    private final @Nullable ChildHandleResolver handles;

    Classes(
            ClassLoader program,
            @Nullable TaskContext context,
            @Nullable ChildHandleResolver handles) {
        this.program = program;
        this.context = context;
        this.handles = handles;
    }

    ChildHandleResolver handles() throws DamagedGraph {
        if (handles == null) {
            throw new DamagedGraph("a child of a task is not allowed here");
        }
        return handles;
    }

    TaskContext context() throws DamagedGraph {
        if (context == null) {
            throw new DamagedGraph("a task's context is not allowed here");
        }
        return context;
    }

    /** Why objects of this class cannot be copied field by field, null if they can. */
    @Nullable String obstacle(Class<?> type) {
        if (type.isHidden()) {
            return "a lambda of the JDK";
        }
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (Thread.class.isAssignableFrom(each)) {
                return "a thread";
            }
            if (!isOfProgram(each) && !isListed(each) && !isBaseOfFiles(each, type)) {
                return "not among the classes that can travel";
            }
        }
        return null;
    }

    boolean isOfProgram(Class<?> type) {
        return program.equals(type.getClassLoader())
                || type.getName().startsWith(API)
                || type == Remaining.class
                || type == Remaining.Entry.class;
    }

    private static boolean isBaseOfFiles(Class<?> base, Class<?> type) {
        return type.getName().startsWith(FILES) && BASES_OF_FILES.contains(base.getName());
    }

    private static boolean isListed(Class<?> type) {
        if (type.getClassLoader() != null) {
            return false;
        }
        String name = type.getName();
        int nested = name.indexOf('$');
        return BY_FIELDS.contains(nested < 0 ? name : name.substring(0, nested))
                || BASES.contains(name)
                || NESTED.contains(name)
                || name.startsWith("jdk.internal.util.random.RandomSupport$");
    }

    /** Finds a class without initialising it. */
    Class<?> load(String name) throws DamagedGraph {
        try {
            return Class.forName(name, false, program);
        } catch (ClassNotFoundException | LinkageError e) {
            if (name.equals(Remaining.class.getName())) {
                return Remaining.class;
            }
            if (name.equals(Remaining.Entry.class.getName())) {
                return Remaining.Entry.class;
            }
            throw new DamagedGraph("class " + name + " cannot be loaded", e);
        }
    }

    /** Finds a class whose objects are copied field by field. */
    Class<?> loadForFields(String name) throws DamagedGraph {
        Class<?> type = load(name);
        String obstacle = obstacle(type);
        if (obstacle != null
                || type.isArray()
                || type.isPrimitive()
                || Modifier.isAbstract(type.getModifiers())) {
            throw new DamagedGraph("objects of class " + name + " must not be created");
        }
        return type;
    }
}
