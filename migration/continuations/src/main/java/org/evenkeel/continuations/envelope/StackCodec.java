package org.evenkeel.continuations.envelope;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.TaskContext;
import org.evenkeel.client.session.OpenTask;
import org.evenkeel.continuations.frames.Frame;
import org.evenkeel.continuations.frames.Waits;
import org.evenkeel.continuations.graph.ChildHandleResolver;
import org.evenkeel.continuations.graph.DamagedGraph;
import org.evenkeel.continuations.graph.GraphInput;
import org.evenkeel.continuations.graph.GraphOutput;
import org.evenkeel.continuations.graph.GraphReader;
import org.evenkeel.continuations.graph.GraphWriter;
import org.evenkeel.continuations.graph.Pieces;
import org.evenkeel.continuations.graph.UncapturableObjectException;
import org.evenkeel.continuations.weave.WovenLoader;
import org.jspecify.annotations.Nullable;

/** Stacks, and single objects, with all they refer to. */
public final class StackCodec {

    /** Deepest stack that travels. */
    public static final int MAX_FRAMES = 100_000;

    /**
     * A stack as bytes.
     *
     * @param maxBytes most bytes of it
     * @param handles the task's children, null when it can have none; those that have not ended go
     *     with it, whether something refers to them or not
     * @throws UncapturableObjectException with the path to what cannot; the stack is as it was and
     *     can resume here
     */
    public static Pieces write(
            List<Frame> stack,
            ClassLoader program,
            int maxBytes,
            @Nullable ChildHandleResolver handles)
            throws UncapturableObjectException {
        if (stack.size() > MAX_FRAMES) {
            throw new UncapturableObjectException(
                    "a stack of " + stack.size() + " frames, " + MAX_FRAMES + " is the maximum");
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
            GraphOutput graphOutput = new GraphOutput(maxBytes);
            graph.write(graphOutput);
            graphOutput.count(stack.size());
            for (int i = 0; i < objects.size(); i++) {
                writeFrame(stack.get(i), objects.get(i), graphOutput);
            }
            return graphOutput.pieces();
        } catch (GraphOutput.TooLarge e) {
            throw new UncapturableObjectException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * One object as bytes.
     *
     * @param handles the task's children, null when it can have none; those that the object refers
     *     to go with it
     * @throws UncapturableObjectException with the path to what cannot
     */
    public static Pieces writeObject(
            @Nullable Object object,
            ClassLoader program,
            int maxBytes,
            @Nullable ChildHandleResolver handles)
            throws UncapturableObjectException {
        GraphWriter graph = new GraphWriter(program, handles);
        int number = graph.add(object, "the state");
        try {
            GraphOutput graphOutput = new GraphOutput(maxBytes);
            graph.write(graphOutput);
            graphOutput.count(number);
            return graphOutput.pieces();
        } catch (GraphOutput.TooLarge e) {
            throw new UncapturableObjectException(String.valueOf(e.getMessage()));
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
            @Nullable ChildHandleResolver handles)
            throws DamagedGraph {
        GraphInput graphInput = new GraphInput(bytes.whole());
        return GraphReader.read(graphInput, program, context, handles).get(graphInput.count());
    }

    private static void writeFrame(Frame frame, int[] objects, GraphOutput graphOutput) {
        graphOutput.name(frame.owner().getName());
        graphOutput.name(frame.method());
        graphOutput.count(frame.site());
        graphOutput.count(frame.line());
        long[] numbers = frame.numbers();
        graphOutput.count(numbers.length);
        for (long each : numbers) {
            graphOutput.number(each);
        }
        graphOutput.count(objects.length);
        for (int each : objects) {
            graphOutput.count(each);
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
            @Nullable ChildHandleResolver handles)
            throws DamagedGraph {
        GraphInput graphInput = new GraphInput(bytes.whole());
        GraphReader graph = GraphReader.read(graphInput, program, context, handles);
        int count = graphInput.count(6);
        if (count > MAX_FRAMES) {
            throw new DamagedGraph("a stack of " + count + " frames");
        }
        List<Frame> stack = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            stack.add(readFrame(graphInput, graph, program));
        }
        if (graphInput.left() > 0) {
            throw new DamagedGraph(graphInput.left() + " bytes after the stack");
        }
        return stack;
    }

    private static Frame readFrame(GraphInput graphInput, GraphReader graph, WovenLoader program)
            throws DamagedGraph {
        String owner = graphInput.name();
        Class<?> type;
        try {
            type = Class.forName(owner, false, program);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new DamagedGraph("class " + owner + " of a frame cannot be loaded", e);
        }
        String method = graphInput.name();
        int site = graphInput.count();
        if (!program.canResume(type, method, site) && !Waits.canResume(type, method, site)) {
            throw new DamagedGraph(
                    owner + "." + method + " has no call " + site + " to resume from");
        }
        int line = graphInput.count();
        long[] numbers = new long[graphInput.count(1)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = graphInput.number();
        }
        @Nullable Object[] objects = new Object[graphInput.count(1)];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = graph.get(graphInput.count());
        }
        return Frame.of(type, method, site, line, numbers, objects);
    }
}
