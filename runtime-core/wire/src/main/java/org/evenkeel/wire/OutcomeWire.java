package org.evenkeel.wire;

import com.google.protobuf.ByteString;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/** Outcomes in both spellings. */
final class OutcomeWire {
    static Outcome read(String field, Status status, @Nullable Payload payload, String summary)
            throws WireException {
        Outcome.Status kind = kind(field, status);
        boolean goesOn = kind == Outcome.Status.SUSPENDED || kind == Outcome.Status.CHECKPOINT;
        if (goesOn && payload == null) {
            throw new WireException(field + ".payload", "a resumed task without a checkpoint");
        }
        if (!goesOn && PayloadWire.isCheckpoint(payload)) {
            throw new WireException(field + ".payload", "a result with the name of a checkpoint");
        }
        if (summary.isEmpty()) {
            return new Outcome(kind, payload, "");
        }
        return new Outcome(kind, payload, WireBounds.text(field + ".summary", summary));
    }

    /** The same of a failure after which the task is perhaps not to be run again. */
    static Outcome finished(Outcome outcome, boolean isFinal) {
        boolean failed =
                outcome.status() == Outcome.Status.FAILED
                        || outcome.status() == Outcome.Status.TIMED_OUT;
        return isFinal && failed ? outcome.asFinal() : outcome;
    }

    private static Outcome.Status kind(String field, Status status) throws WireException {
        return switch (status) {
            case SUCCEEDED -> Outcome.Status.SUCCEEDED;
            case FAILED -> Outcome.Status.FAILED;
            case TIMED_OUT -> Outcome.Status.TIMED_OUT;
            case WORKERS_DIED -> Outcome.Status.WORKERS_DIED;
            case CANCELLED -> Outcome.Status.CANCELLED;
            case PUT_AWAY -> Outcome.Status.SUSPENDED;
            case CHECKPOINT -> Outcome.Status.CHECKPOINT;
            case UNRECOGNIZED -> throw new UnknownValueException(field + ".status", "it");
        };
    }

    /** The payload of an outcome, null when there is none. */
    static @Nullable Payload readPayload(
            String field,
            boolean present,
            ByteString inline,
            @Nullable BlobRef blob,
            int frameBytes)
            throws WireException {
        return present || blob != null || !inline.isEmpty()
                ? PayloadWire.read(field, inline, blob, frameBytes)
                : null;
    }

    static Status status(Outcome outcome) {
        return switch (outcome.status()) {
            case SUCCEEDED -> Status.SUCCEEDED;
            case FAILED -> Status.FAILED;
            case TIMED_OUT -> Status.TIMED_OUT;
            case WORKERS_DIED -> Status.WORKERS_DIED;
            case CANCELLED -> Status.CANCELLED;
            case SUSPENDED -> Status.PUT_AWAY;
            case CHECKPOINT -> Status.CHECKPOINT;
        };
    }
}
