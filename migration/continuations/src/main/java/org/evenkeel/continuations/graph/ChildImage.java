package org.evenkeel.continuations.graph;

import org.evenkeel.api.EvenkeelException;
import org.evenkeel.client.Handle;
import org.evenkeel.client.Handle.Kept;
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
 * @param value the result that somebody has seen
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
            for (State state : values()) {
                if (state.code == code) {
                    return state;
                }
            }
            throw new DamagedGraph("a child in state " + code);
        }
    }

    private static final byte[] NOTHING = {};

    /**
     * What there is of a child now.
     *
     * @throws CannotTravel if it can be made nowhere else
     */
    static ChildImage of(Handle<?> handle) throws CannotTravel {
        return switch (handle.kept()) {
            case Kept.Open open -> plain(handle, State.OPEN, open.payload().toArray());
            case Kept.Ended ended ->
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
            case Kept.Known known ->
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
            case Kept.Bound bound -> throw new CannotTravel(bound.why());
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

    void write(Out out) {
        out.u1(state.code);
        out.number(number);
        out.count(kind.length);
        out.raw(kind);
        out.number(weight);
        out.count(bytes.length);
        out.raw(bytes);
        out.count(status);
        out.text(summary);
        out.text(node);
    }

    /** Reads what {@link #write} wrote; the outcome that somebody has seen is not in there. */
    static ChildImage read(In in) throws DamagedGraph {
        return new ChildImage(
                State.of(in.u1()),
                in.number(),
                in.raw(in.count(1)),
                in.number(),
                in.raw(in.count(1)),
                in.count(),
                in.text(),
                in.text(),
                null,
                null);
    }
}
