package org.evenkeel.kernel;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;

/** The waiting tasks of one job and one priority. Every operation takes constant time. */
final class JobLanes {

    /** Those that are to run here: taken from the front by both orders. */
    final Lane kept = new Lane();

    /** Taken from the front by both orders; unused under a queue-stack load. */
    final Lane submitted = new Lane();

    /** Started from the back, handed on from the front. */
    final Lane stacked = new Lane();

    JobId job = new JobId(0);

    /** Tasks of one class, oldest first. */
    static final class Lane {
        final SequencedMap<TaskId, HeldTask> byId = new LinkedHashMap<>();

        /** The map's values, kept: to remove an end through them allocates nothing. */
        final SequencedCollection<HeldTask> inOrder = byId.sequencedValues();
    }

    boolean isEmpty() {
        return kept.byId.isEmpty() && submitted.byId.isEmpty() && stacked.byId.isEmpty();
    }

    /** Takes out the task to start next; there is one. */
    HeldTask takeToStart() {
        if (!kept.byId.isEmpty()) {
            return kept.inOrder.removeFirst();
        }
        return stacked.byId.isEmpty()
                ? submitted.inOrder.removeFirst()
                : stacked.inOrder.removeLast();
    }

    /** The task to start next; there is one, and it continues waiting. */
    HeldTask peekToStart() {
        if (!kept.byId.isEmpty()) {
            return kept.inOrder.getFirst();
        }
        return stacked.byId.isEmpty() ? submitted.inOrder.getFirst() : stacked.inOrder.getLast();
    }

    /** All in the order of their start; no more is read than is asked for. */
    Iterator<HeldTask> inStartOrder() {
        Iterator<Iterator<HeldTask>> lanes =
                List.of(
                                kept.inOrder.iterator(),
                                stacked.inOrder.reversed().iterator(),
                                submitted.inOrder.iterator())
                        .iterator();
        return new Iterator<>() {
            private Iterator<HeldTask> lane = lanes.next();

            @Override
            public boolean hasNext() {
                while (!lane.hasNext() && lanes.hasNext()) {
                    lane = lanes.next();
                }
                return lane.hasNext();
            }

            @Override
            public HeldTask next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return lane.next();
            }
        };
    }
}
