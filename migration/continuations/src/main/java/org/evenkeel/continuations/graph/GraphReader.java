package org.evenkeel.continuations.graph;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import org.evenkeel.api.TaskContext;
import org.jspecify.annotations.Nullable;

/** Makes the objects of a graph again. Used once, by one thread. */
public final class GraphReader {

    private static final Shape[] SHAPES = GraphWriter.SHAPES;

    private final Shape[] shapes;
    private final Object[] headers;
    private final @Nullable Object[] objects;
    private final @Nullable Object[] bodies;
    private final int[][] parts;

    /** Allocated, but some part was not there yet. */
    private final List<Integer> late = new ArrayList<>();

    private GraphReader(int count) {
        shapes = new Shape[count];
        headers = new Object[count];
        objects = new Object[count];
        bodies = new Object[count];
        parts = new int[count][];
    }

    /**
     * Reads a graph.
     *
     * @param program loader of the program's classes
     * @param context what the task's context is here
     * @param handles makes the handles of its children, null where there are none
     * @throws DamagedGraph if it is none, or names what may not be made
     */
    public static GraphReader read(
            GraphInput graphInput,
            ClassLoader program,
            @Nullable TaskContext context,
            @Nullable ChildHandleResolver handles)
            throws DamagedGraph {
        try {
            // A header and a body of two bytes at least.
            GraphReader reader = new GraphReader(graphInput.count(2));
            reader.readAll(graphInput, new Classes(program, context, handles));
            return reader;
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            throw new DamagedGraph("a graph that cannot be restored: " + e, e);
        }
    }

    /** The object of this number, as {@link GraphWriter#add} gave it. */
    public @Nullable Object get(int number) throws DamagedGraph {
        if (number < 0 || number > objects.length) {
            throw new DamagedGraph("object " + number + " of " + objects.length);
        }
        return number == 0 ? null : objects[number - 1];
    }

    private void readAll(GraphInput graphInput, Classes classes) throws DamagedGraph {
        for (int i = 0; i < shapes.length; i++) {
            int shape = graphInput.u1();
            if (shape >= SHAPES.length) {
                throw new DamagedGraph("an object of shape " + shape);
            }
            shapes[i] = SHAPES[shape];
            headers[i] = shapes[i].readHeader(graphInput, classes);
            objects[i] = shapes[i].allocate(headers[i]);
        }
        for (int i = 0; i < shapes.length; i++) {
            bodies[i] = shapes[i].readBody(headers[i], graphInput);
            parts[i] = new int[graphInput.count(1)];
            for (int j = 0; j < parts[i].length; j++) {
                parts[i][j] = graphInput.count();
                get(parts[i][j]);
            }
        }
        complete();
        settleHashes();
    }

    // ---- Parts before wholes

    private void complete() throws DamagedGraph {
        BitSet seen = new BitSet(shapes.length);
        int[] path = new int[16];
        int[] next = new int[16];
        for (int start = 0; start < shapes.length; start++) {
            if (seen.get(start)) {
                continue;
            }
            seen.set(start);
            int depth = 0;
            path[0] = start;
            next[0] = 0;
            while (depth >= 0) {
                int object = path[depth];
                if (next[depth] == parts[object].length) {
                    finish(object);
                    depth--;
                    continue;
                }
                int part = parts[object][next[depth]++] - 1;
                if (part >= 0 && !seen.get(part)) {
                    seen.set(part);
                    depth++;
                    if (depth == path.length) {
                        path = java.util.Arrays.copyOf(path, 2 * depth);
                        next = java.util.Arrays.copyOf(next, 2 * depth);
                    }
                    path[depth] = part;
                    next[depth] = 0;
                }
            }
        }
        for (int each : late) {
            if (!hasAllParts(each)) {
                throw new DamagedGraph("an object without a part");
            }
            fill(each);
        }
    }

    private boolean hasAllParts(int object) {
        for (int part : parts[object]) {
            if (part > 0 && objects[part - 1] == null) {
                return false;
            }
        }
        return true;
    }

    private void finish(int number) throws DamagedGraph {
        boolean complete = hasAllParts(number);
        if (objects[number] != null) {
            if (complete) {
                fill(number);
            } else {
                late.add(number);
            }
        } else if (complete) {
            objects[number] = shapes[number].make(headers[number], bodies[number], partsOf(number));
        } else {
            throw new DamagedGraph("a record or an unmodifiable collection that contains itself");
        }
    }

    private void fill(int number) throws DamagedGraph {
        Object object = objects[number];
        if (object != null) {
            shapes[number].fill(object, bodies[number], partsOf(number));
        }
    }

    private @Nullable Object[] partsOf(int number) throws DamagedGraph {
        @Nullable Object[] values = new Object[parts[number].length];
        for (int i = 0; i < values.length; i++) {
            values[i] = get(parts[number][i]);
        }
        return values;
    }

    // ---- Hash codes that are others here

    @SuppressWarnings("unchecked")
    private void settleHashes() throws DamagedGraph {
        List<Object> iterators = new ArrayList<>();
        for (Object each : objects) {
            if (each != null && HashMaps.isIterator(each)) {
                iterators.add(each);
            }
        }
        IdentityHashMap<Object, Object> replaced = new IdentityHashMap<>();
        for (int i = 0; i < objects.length; i++) {
            if (shapes[i] instanceof FieldShape
                    && objects[i] instanceof HashMap<?, ?> map
                    && HashMaps.isStale(map, objects.length)) {
                HashMaps.rehash((HashMap<Object, Object>) map, iterators, objects.length)
                        .forEach(replaced::put);
            }
        }
        if (replaced.isEmpty()) {
            return;
        }
        BitSet changed = new BitSet(objects.length);
        for (int i = 0; i < objects.length; i++) {
            Object by = objects[i] == null ? null : replaced.get(objects[i]);
            if (by != null) {
                objects[i] = by;
                changed.set(i);
            }
        }
        for (int i = 0; i < objects.length; i++) {
            if (!changed.get(i) && refersTo(i, changed) && !(isRehashed(i))) {
                fill(i);
            }
        }
    }

    private boolean refersTo(int number, BitSet changed) {
        for (int part : parts[number]) {
            if (part > 0 && changed.get(part - 1)) {
                return true;
            }
        }
        return false;
    }

    /** Its references to nodes are right already, and those written are of its old self. */
    private boolean isRehashed(int number) {
        Object object = objects[number];
        return object instanceof HashMap<?, ?>
                || object instanceof Object[] array
                        && array.getClass().getName().equals("[Ljava.util.HashMap$Node;");
    }
}
