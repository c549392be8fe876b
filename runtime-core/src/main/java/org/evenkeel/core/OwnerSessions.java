package org.evenkeel.core;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.protocol.Message;

/**
 * Who submits to this node, and where clients were before: a node that one has left is told until
 * it has answered, so that it does not go on with tasks that were submitted again here (R8).
 */
final class OwnerSessions {

    private static final class Session {
        final boolean worker;
        int attachment;
        long openedNanos;
        final Map<NodeId, NodeRef> left = new LinkedHashMap<>(0);

        Session(boolean worker) {
            this.worker = worker;
        }
    }

    private final Context context;
    private final UnaryOperator<NodeRef> latest;
    private final Supplier<List<NodeRef>> linked;
    private final Map<Long, Session> sessions = new LinkedHashMap<>();

    /**
     * @param latest the latest process of a node, as far as this one knows
     * @param linked the peers that are linked now: one may have adopted tasks of a client that has
     *     come back to where it was
     */
    OwnerSessions(Context context, UnaryOperator<NodeRef> latest, Supplier<List<NodeRef>> linked) {
        this.linked = linked;
        this.context = context;
        this.latest = latest;
    }

    /** A session begins or goes on; whether it was known. */
    boolean open(Event.SessionOpened event) {
        boolean known = sessions.containsKey(event.session());
        Session session =
                sessions.computeIfAbsent(event.session(), id -> new Session(event.worker()));
        session.attachment = Math.max(session.attachment, event.attachment());
        session.openedNanos = context.now;
        if (session.attachment > 1) {
            linked.get().forEach(peer -> tell(event.session(), session, peer));
        }
        List<NodeRef> previous = event.previous();
        for (NodeRef node : previous) {
            if (!node.id().equals(context.self.id())) {
                session.left.put(node.id(), node);
                tell(event.session(), session, node);
            }
        }
        return known;
    }

    /** The disk has kept tasks of this session. */
    void recover(long session) {
        sessions.putIfAbsent(session, new Session(false));
    }

    /** Which of its client's attachments was the latest here, 0 for none. */
    int attachment(long session) {
        Session known = sessions.get(session);
        return known == null ? 0 : known.attachment;
    }

    /** Tasks of this session are owned here now, and its client was there as often. */
    void adopt(long session, int attachment) {
        recover(session);
        Session known = sessions.get(session);
        if (known != null) {
            known.attachment = Math.max(known.attachment, attachment);
        }
    }

    void close(long session) {
        sessions.remove(session);
    }

    boolean isWorker(long session) {
        Session known = sessions.get(session);
        return known != null && known.worker;
    }

    // ---- Where clients come from

    /** A process of this node is there: perhaps clients that are here now have left it. */
    void present(NodeRef node) {
        sessions.forEach((id, session) -> {
            if (session.left.replace(node.id(), node) != null) {
                tell(id, session, node);
            }
        });
    }

    /** A link came up. */
    void peerUp(NodeRef peer) {
        sessions.forEach((id, session) -> {
            if (session.attachment > 1) {
                tell(id, session, peer);
            }
        });
    }

    /** Tells again those that have not answered; not for ever, they may be gone for ever. */
    void tellAgain() {
        sessions.forEach((id, session) -> {
            if (context.now - session.openedNanos < context.config.ownerReturnNanos()) {
                session.left.values().forEach(node -> tell(id, session, node));
            }
        });
    }

    private void tell(long id, Session session, NodeRef left) {
        context.out.send(latest.apply(left), new Message.SessionMoved(id, session.attachment));
    }

    /** The node that a client has left has nothing of it any more. */
    void answered(NodeId by, Message.SessionLeft answer) {
        Session session = sessions.get(answer.session());
        if (session != null && session.attachment == answer.attachment()) {
            session.left.remove(by);
        }
    }

    // ---- Where clients go to

    /** Whether the client that was here has moved, as another node says. */
    boolean hasMoved(Message.SessionMoved moved) {
        Session known = sessions.get(moved.session());
        return known != null && !known.worker && known.attachment < moved.attachment();
    }
}
