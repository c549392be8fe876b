package org.evenkeel.kernel.link;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.evenkeel.model.Incarnations;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;

/** Messages that wait for a link; bounded: the oldest goes when there are too many. One thread. */
public final class WaitingMessages {

    /** Most of them. */
    static final int MOST = 4096;

    private record QueuedMessage(long incarnation, PeerMessage peerMessage) {}

    private final Deque<QueuedMessage> queue = new ArrayDeque<>(0);

    /** Keeps a message for a process until there is a link. */
    public void add(NodeRef to, PeerMessage peerMessage) {
        if (queue.size() >= MOST) {
            queue.removeFirst();
        }
        queue.addLast(new QueuedMessage(to.incarnation(), peerMessage));
    }

    public boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Takes all out; returns those for the process that is linked now, in their order. */
    public List<PeerMessage> takeFor(NodeRef linked) {
        List<PeerMessage> messages = new ArrayList<>(queue.size());
        for (QueuedMessage one : queue) {
            if (one.incarnation == linked.incarnation()) {
                messages.add(one.peerMessage);
            }
        }
        queue.clear();
        return messages;
    }

    /** Drops those for this process and earlier ones of its node: they are gone. */
    public void dropUpTo(long incarnation) {
        queue.removeIf(one -> !Incarnations.isLater(one.incarnation, incarnation));
    }

    /** Drops all. */
    public void drop() {
        queue.clear();
    }
}
