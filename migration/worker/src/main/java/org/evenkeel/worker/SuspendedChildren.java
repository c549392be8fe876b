package org.evenkeel.worker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.evenkeel.client.Handle;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.client.session.OpenTask;
import org.evenkeel.client.session.OpenTask.Ending;
import org.evenkeel.continuations.graph.ChildHandleResolver;
import org.evenkeel.continuations.graph.ChildImage;
import org.evenkeel.continuations.graph.DamagedGraph;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/**
 * The children of one run that can be suspended, as they leave with it and come back.
 *
 * <p>What has ended travels with its outcome. What has not is submitted again where the task
 * continues, as a child of that worker and under its numbers, and stopped where it was. So an
 * outcome of the old child can reach the handles of the old run only, which no code has any more,
 * and each handle ends once.
 */
final class SuspendedChildren implements ChildHandleResolver {

    /** One that is submitted when the whole checkpoint is read. */
    private record Returning(long number, Handle<Object> handle, Encoded payload) {}

    private final ChildTasks childTasks;
    private final Ticket parent;
    private final List<Returning> returning = new ArrayList<>();

    /** Those that have not ended; null before the first. */
    private volatile @Nullable Set<OpenTask> open;

    /** Whether the task may leave before they have ended. */
    private volatile boolean free;

    SuspendedChildren(ChildTasks childTasks, Ticket parent) {
        this.childTasks = childTasks;
        this.parent = parent;
    }

    // ---- Here

    void spawned(OpenTask child) {
        Set<OpenTask> all = all();
        all.add(child);
        child.whenEnded(all::remove);
    }

    private Set<OpenTask> all() {
        Set<OpenTask> known = open;
        return known == null ? first() : known;
    }

    private synchronized Set<OpenTask> first() {
        Set<OpenTask> known = open;
        if (known == null) {
            known = ConcurrentHashMap.newKeySet();
            open = known;
        }
        return known;
    }

    @Override
    public Collection<OpenTask> open() {
        Set<OpenTask> known = open;
        return known == null ? List.of() : known;
    }

    @Override
    public boolean owns(Handle<?> handle) {
        return handle.isChildOf(parent);
    }

    // ---- Leaving

    /** The task may leave with children that have not ended. */
    void setFree() {
        free = true;
    }

    /** Why the task does not leave now; null when its children are no reason. */
    @Nullable String bound() {
        return free ? null : unfinished();
    }

    /** Why no checkpoint is made of the task while it runs on; null when nothing is against it. */
    @Nullable String unfinished() {
        int count = open().size();
        return count == 0 ? null : "its children have not ended: " + count;
    }

    /** No thread here wants those any more that have not ended. */
    void abandon(String why) {
        List<OpenTask> left = List.copyOf(open());
        if (!left.isEmpty()) {
            childTasks.openSubmissions().cancel(left, why);
        }
    }

    // ---- Coming

    @Override
    public Handle<?> make(ChildImage image) throws DamagedGraph {
        Handle<Object> handle;
        try {
            handle = childTasks.again(parent, image.kind(), image.weight());
        } catch (IllegalArgumentException e) {
            throw new DamagedGraph("a child that cannot be restored: " + e.getMessage(), e);
        }
        switch (image.state()) {
            case OPEN ->
                    returning.add(new Returning(image.number(), handle, payload(image.bytes())));
            case ENDED -> {
                childTasks.openSubmissions().number(handle);
                handle.end(ending(image));
            }
            case KNOWN ->
                    childTasks.openSubmissions().number(handle); // its outcome comes with its parts
        }
        return handle;
    }

    private static Encoded payload(byte[] bytes) throws DamagedGraph {
        if (bytes.length == 0) {
            throw new DamagedGraph("a child without a payload");
        }
        return new Encoded(bytes[0], Arrays.copyOfRange(bytes, 1, bytes.length), bytes.length - 1);
    }

    private static Ending ending(ChildImage image) throws DamagedGraph {
        Status status = Status.forNumber(image.status());
        if (status == null) {
            throw new DamagedGraph("a child that ended as " + image.status());
        }
        byte[] outcome = image.bytes();
        return new Ending(status, outcome, 0, outcome.length, image.summary(), image.node());
    }

    @Override
    public void allRead() {
        returning.sort(Comparator.comparingLong(Returning::number));
        for (Returning each : returning) {
            childTasks.openSubmissions().submitUnbounded(each.handle(), each.payload());
            spawned(each.handle());
        }
        returning.clear();
    }
}
