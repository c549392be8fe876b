package org.evenkeel.continuations.envelope;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.TaskContext;
import org.evenkeel.client.session.OpenTask;
import org.evenkeel.continuations.frames.Frame;
import org.evenkeel.continuations.frames.Waits;
import org.evenkeel.continuations.graph.CannotTravel;
import org.evenkeel.continuations.graph.DamagedGraph;
import org.evenkeel.continuations.graph.GraphReader;
import org.evenkeel.continuations.graph.GraphWriter;
import org.evenkeel.continuations.graph.HandleHome;
import org.evenkeel.continuations.graph.In;
import org.evenkeel.continuations.graph.Out;
import org.evenkeel.continuations.graph.Pieces;
import org.evenkeel.continuations.weave.WovenLoader;
import org.jspecify.annotations.Nullable;

/** Stacks, and single objects, with all they refer to. */
public final class StackCodec {

    /** Deepest stack that travels. */
    public static final int MAX_FRAMES = 100_000;

    private StackCodec() {}

    /**
     * A stack as bytes.
     *
     * @param maxBytes most bytes of it
     * @param handles the task's children, null when it can have none; those that have not ended go
     *     with it, whether something refers to them or not
     * @throws CannotTravel with the path to what cannot; the stack is as it was and can go on here
     */
    public static Pieces write(
            List<Frame> stack, ClassLoader program, int maxBytes, @Nullable HandleHome handles)
            throws CannotTravel {
        if (stack.size() > MAX_FRAMES) {
            throw new CannotTravel(
                    "a stack of " + stack.size() + " frames, " + MAX_FRAMES + " may be");
        }
        GraphWriter graph = new GraphWriter(program, handles);
        List<int[]> objects = new ArrayList<>(stack.size());
        for (Frame frame : stack) {
            @Nullable Object[] values = frame.objects();
            int[] numbers = new int[values.length];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = graph.add(values[i], "a local of " + frame);
            }
            objects.add(numbers);
        }
        if (handles != null) {
            for (OpenTask child : handles.open()) {
                graph.add(child, "a child");
            }
        }
        try {
            Out out = new Out(maxBytes);
            graph.write(out);
            out.count(stack.size());
            for (int i = 0; i < objects.size(); i++) {
                writeFrame(stack.get(i), objects.get(i), out);
            }
            return out.pieces();
        } catch (Out.TooLarge e) {
            throw new CannotTravel(String.valueOf(e.getMessage()));
        }
    }

    /**
     * One object as bytes.
     *
     * @param handles the task's children, null when it can have none; those that the object refers
     *     to go with it
     * @throws CannotTravel with the path to what cannot
     */
    public static Pieces writeObject(
            @Nullable Object object,
            ClassLoader program,
            int maxBytes,
            @Nullable HandleHome handles)
            throws CannotTravel {
        GraphWriter graph = new GraphWriter(program, handles);
        int number = graph.add(object, "the state");
        try {
            Out out = new Out(maxBytes);
            graph.write(out);
            out.count(number);
            return out.pieces();
        } catch (Out.TooLarge e) {
            throw new CannotTravel(String.valueOf(e.getMessage()));
        }
    }

    /**
     * The object again.
     *
     * @throws DamagedGraph if the bytes are none of this program's
     */
    public static @Nullable Object readObject(
            Pieces bytes,
            WovenLoader program,
            @Nullable TaskContext context,
            @Nullable HandleHome handles)
            throws DamagedGraph {
        In in = new In(bytes.whole());
        return GraphReader.read(in, program, context, handles).get(in.count());
    }

    private static void writeFrame(Frame frame, int[] objects, Out out) {
        out.name(frame.owner().getName());
        out.name(frame.method());
        out.count(frame.site());
        out.count(frame.line());
        long[] numbers = frame.numbers();
        out.count(numbers.length);
        for (long each : numbers) {
            out.number(each);
        }
        out.count(objects.length);
        for (int each : objects) {
            out.count(each);
        }
    }

    /**
     * The stack again.
     *
     * @param handles makes the handles of its children, null where there are none
     * @throws DamagedGraph if the bytes are none of this program's
     */
    public static List<Frame> read(
            Pieces bytes,
            WovenLoader program,
            @Nullable TaskContext context,
            @Nullable HandleHome handles)
            throws DamagedGraph {
        In in = new In(bytes.whole());
        GraphReader graph = GraphReader.read(in, program, context, handles);
        int count = in.count(6);
        if (count > MAX_FRAMES) {
            throw new DamagedGraph("a stack of " + count + " frames");
        }
        List<Frame> stack = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            stack.add(readFrame(in, graph, program));
        }
        if (in.left() > 0) {
            throw new DamagedGraph(in.left() + " bytes behind the stack");
        }
        return stack;
    }

    private static Frame readFrame(In in, GraphReader graph, WovenLoader program)
            throws DamagedGraph {
        String owner = in.name();
        Class<?> type;
        try {
            type = Class.forName(owner, false, program);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new DamagedGraph("class " + owner + " of a frame cannot be loaded", e);
        }
        String method = in.name();
        int site = in.count();
        if (!program.canGoOn(type, method, site) && !Waits.canGoOn(type, method, site)) {
            throw new DamagedGraph(
                    owner + "." + method + " has no call " + site + " to go on from");
        }
        int line = in.count();
        long[] numbers = new long[in.count(1)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = in.number();
        }
        @Nullable Object[] objects = new Object[in.count(1)];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = graph.get(in.count());
        }
        return Frame.of(type, method, site, line, numbers, objects);
    }
}
