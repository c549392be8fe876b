package org.evenkeel.continuations.graph;

import java.util.stream.Stream;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.client.Handle;
import org.evenkeel.client.Handle.ChildState;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/**
 * What a checkpoint keeps of a child of the task.
 *
 * @param state what is known of it
 * @param number in the order in which children were spawned
 * @param kind of task, as {@link org.evenkeel.client.session.Kind#toBytes} writes it
 * @param weight its share of the job's work
 * @param bytes the payload of one that has not ended, the outcome of one that has; not copied
 * @param status how it ended, as it travels
 * @param summary of its failure
 * @param node where it ran
 * @param value the result that a caller has seen
 * @param failure the same for an exception
 */
public record ChildImage(
        State state,
        long number,
        byte[] kind,
        long weight,
        byte[] bytes,
        int status,
        String summary,
        String node,
        @Nullable Object value,
        @Nullable EvenkeelException failure) {

    /** What is known of a child. */
    public enum State {
        /** It has not ended: it is submitted again. */
        OPEN(0),
        /** It has ended; its outcome is here as it came. */
        ENDED(1),
        /** It has ended, and its outcome is an object of the graph. */
        KNOWN(2);

        /** How it is written. */
        private final int code;

        State(int code) {
            this.code = code;
        }

        static State of(int code) throws DamagedGraph {
            return Stream.of(values())
                    .filter(state -> state.code == code)
                    .findFirst()
                    .orElseThrow(() -> new DamagedGraph("a child in state " + code));
        }
    }

    private static final byte[] NOTHING = {};

    /**
     * What there is of a child now.
     *
     * @throws UncapturableObjectException if it can be made nowhere else
     */
    static ChildImage of(Handle<?> handle) throws UncapturableObjectException {
        return switch (handle.kept()) {
            case ChildState.Open open -> plain(handle, State.OPEN, open.payload().toArray());
            case ChildState.Ended ended ->
                    new ChildImage(
                            State.ENDED,
                            handle.number(),
                            handle.kind().toBytes(),
                            handle.weight(),
                            ended.ending().bytes(),
                            ended.ending().status().getNumber(),
                            ended.ending().summary(),
                            ended.ending().node(),
                            null,
                            null);
            case ChildState.Known known ->
                    new ChildImage(
                            State.KNOWN,
                            handle.number(),
                            handle.kind().toBytes(),
                            handle.weight(),
                            NOTHING,
                            Status.SUCCEEDED_VALUE,
                            "",
                            known.node(),
                            known.value(),
                            known.failure());
            case ChildState.Bound bound -> throw new UncapturableObjectException(bound.why());
        };
    }

    private static ChildImage plain(Handle<?> handle, State state, byte[] bytes) {
        return new ChildImage(
                state,
                handle.number(),
                handle.kind().toBytes(),
                handle.weight(),
                bytes,
                Status.SUCCEEDED_VALUE,
                "",
                "",
                null,
                null);
    }

    void write(GraphOutput graphOutput) {
        graphOutput.u1(state.code);
        graphOutput.number(number);
        graphOutput.count(kind.length);
        graphOutput.raw(kind);
        graphOutput.number(weight);
        graphOutput.count(bytes.length);
        graphOutput.raw(bytes);
        graphOutput.count(status);
        graphOutput.text(summary);
        graphOutput.text(node);
    }

    /** Reads what {@link #write} wrote; the outcome that a caller has seen is not in there. */
    static ChildImage read(GraphInput graphInput) throws DamagedGraph {
        return new ChildImage(
                State.of(graphInput.u1()),
                graphInput.number(),
                graphInput.raw(graphInput.count(1)),
                graphInput.number(),
                graphInput.raw(graphInput.count(1)),
                graphInput.count(),
                graphInput.text(),
                graphInput.text(),
                null,
                null);
    }
}
