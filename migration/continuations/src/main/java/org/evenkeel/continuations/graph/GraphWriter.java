package org.evenkeel.continuations.graph;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects objects and all they refer to, and writes them. Used once, by one thread. */
public final class GraphWriter {

    /** Most objects of one graph. */
    public static final int MAX_OBJECTS = 20_000_000;

    static final Shape[] SHAPES = {
        new LeafShape.Value(),
        new LeafShape.Context(),
        new LeafShape.Constant(),
        new LeafShape.OfClass(),
        new LeafShape.Text(),
        new LeafShape.StackLine(),
        new LeafShape.File(),
        new SerialShape(),
        new ChildShape(),
        new ArrayShape.OfNumbers(),
        new ArrayShape.OfObjects(),
        new RecordShape(),
        new FrozenShape(),
        new RefilledShape(),
        new ThrownShape(),
        new LambdaShape(),
        new FieldShape()
    };

    /** An object on its way: how it is written, what it refers to, and who found it. */
    private record Entry(
            Object object, int shape, int[] parts, int parent, int numberInParent, String root) {}

    /** Found and not yet looked at. */
    private record Found(Object object, int parent, int numberInParent, String root) {}

    private final Classes classes;
    private final Substitutes substitutes;
    private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();
    private final List<Found> found = new ArrayList<>();
    private final List<Entry> entries = new ArrayList<>();

    /**
     * @param program loader of the program's classes
     * @param handles the children of the task, null when it can have none
     */
    public GraphWriter(ClassLoader program, @Nullable ChildHandleResolver handles) {
        this.classes = new Classes(program, null, handles);
        this.substitutes = new Substitutes(handles);
    }

    /**
     * Adds an object, and with it all it refers to.
     *
     * @param root what it is, for messages
     * @return its number in this graph; 0 is null
     * @throws UncapturableObjectException with the path to what cannot be written
     */
    public int add(@Nullable Object object, String root) throws UncapturableObjectException {
        int number = number(object, 0, 0, root);
        while (entries.size() < found.size()) {
            expand(found.get(entries.size()));
        }
        return number;
    }

    private int number(@Nullable Object given, int parent, int numberInParent, String root)
            throws UncapturableObjectException {
        if (given == null) {
            return 0;
        }
        Object object;
        try {
            object = substitutes.of(given);
        } catch (UncapturableObjectException e) {
            throw new UncapturableObjectException(
                    path(parent, numberInParent, root) + ": " + e.getMessage());
        }
        Integer known = numbers.get(object);
        if (known != null) {
            return known;
        }
        if (found.size() >= MAX_OBJECTS) {
            throw new UncapturableObjectException(root + ": more than " + MAX_OBJECTS + " objects");
        }
        found.add(new Found(object, parent, numberInParent, root));
        numbers.put(object, found.size());
        return found.size();
    }

    private void expand(Found each) throws UncapturableObjectException {
        Object object = each.object();
        int shape = 0;
        while (shape < SHAPES.length && !SHAPES[shape].fits(object, classes)) {
            shape++;
        }
        if (shape == SHAPES.length) {
            String obstacle = classes.obstacle(object.getClass());
            throw new UncapturableObjectException(
                    path(each.parent(), each.numberInParent(), each.root())
                            + ": "
                            + object.getClass().getName()
                            + ": "
                            + (obstacle == null ? "cannot travel" : obstacle));
        }
        try {
            @Nullable Object[] parts = SHAPES[shape].parts(object);
            int me = entries.size() + 1;
            int[] partNumbers = new int[parts.length];
            entries.add(
                    new Entry(
                            object,
                            shape,
                            partNumbers,
                            each.parent(),
                            each.numberInParent(),
                            each.root()));
            for (int i = 0; i < parts.length; i++) {
                partNumbers[i] = number(parts[i], me, i, each.root());
            }
        } catch (UncapturableObjectException e) {
            throw e.getMessage() != null && e.getMessage().startsWith(each.root())
                    ? e
                    : new UncapturableObjectException(
                            path(each.parent(), each.numberInParent(), each.root())
                                    + ": "
                                    + e.getMessage());
        }
    }

    /** {@code local of Search.descend:42 -> best -> [3] -> graphOutput}. */
    private String path(int parent, int numberInParent, String root) {
        StringBuilder path = new StringBuilder();
        int object = parent;
        int number = numberInParent;
        for (int steps = 0; object != 0 && steps < 20; steps++) {
            Entry entry = entries.get(object - 1);
            path.insert(0, " -> " + SHAPES[entry.shape()].partName(entry.object(), number));
            object = entry.parent();
            number = entry.numberInParent();
        }
        return root + path;
    }

    /**
     * Writes all objects.
     *
     * @throws UncapturableObjectException if one cannot be written after all
     * @throws GraphOutput.TooLarge if they are more than may be
     */
    public void write(GraphOutput graphOutput) throws UncapturableObjectException {
        graphOutput.count(entries.size());
        for (Entry each : entries) {
            graphOutput.u1(each.shape());
            SHAPES[each.shape()].writeHeader(each.object(), graphOutput);
        }
        for (Entry each : entries) {
            SHAPES[each.shape()].writeBody(each.object(), graphOutput);
            graphOutput.count(each.parts().length);
            for (int part : each.parts()) {
                graphOutput.count(part);
            }
        }
    }
}
