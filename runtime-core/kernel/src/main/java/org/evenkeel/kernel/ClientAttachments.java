package org.evenkeel.kernel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.evenkeel.model.BoundedMap;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * Who submits to this node, and where clients were before: a node that one has left is told until
 * it has answered, so that it does not continue with tasks that were submitted again here (R8). It
 * is told only when all of them are here and accepted: not where some were rejected, nor while they
 * are being passed on. What is complete before the next owner is told to take the whole is written
 * down, and goes to it with that attachment.
 */
final class ClientAttachments {

    private static final class Session {
        final boolean worker;
        int attachment;

        /** The latest attachment after which all that the client had open was here. */
        int complete;

        /**
         * The attachment at which its client submitted everything again that it wanted: what other
         * nodes have from before that is out of date. 0 where that is not known.
         */
        int since;

        /** Whether its client attached to what is here, and knows no more of it. */
        boolean heir;

        /** What is accepted since it came; what it had open then, null until it says that. */
        long acceptedUpTo;

        @Nullable Long againUpTo;

        /** Whether the disk kept a job of it: others may know of a later attachment. */
        boolean kept;

        /** Whether something that it has submitted again since it came was rejected. */
        boolean rejected;

        /** Whether what it had here is being passed on, or was. */
        boolean passing;

        /** Whether the next owner was told to take the whole, by the attachment of then. */
        boolean asked;

        /** Whether others are to be told that it is complete here, once it is not passed on. */
        boolean untold;

        long openedNanos;
        final Map<NodeId, NodeRef> left = new LinkedHashMap<>(0);

        Session(boolean worker) {
            this.worker = worker;
        }
    }

    /** Clients of which is remembered that they are at other nodes. */
    private static final int MAX_ELSEWHERE = 10_000;

    /** Links with those that run are up by then. */
    private static final long MOST_SETTLING_NANOS = 5_000_000_000L;

    /** Hears when everything of a client is here. */
    @FunctionalInterface
    interface Completed {
        void complete(long session, int attachment, int since);
    }

    private final NodeContext context;
    private final Completed completed;
    private final UnaryOperator<NodeRef> latest;
    private final Supplier<List<NodeRef>> linked;
    private final Map<Long, Session> sessions = new LinkedHashMap<>();

    /**
     * The latest attachment of a client to another node.
     *
     * @param node null where a third node has said so
     */
    private record Elsewhere(PeerMessage.SessionMoved moved, @Nullable NodeId node) {
        static Elsewhere said(PeerMessage.SessionMoved moved, NodeId by) {
            return new Elsewhere(moved.fromAnother(), moved.isFromAnother() ? null : by);
        }
    }

    private final Map<Long, Elsewhere> elsewhere = BoundedMap.ofNewest(MAX_ELSEWHERE);

    private long settledNanos = Long.MIN_VALUE;

    /**
     * @param latest the latest process of a node, as far as this one knows
     * @param linked the peers that are linked now: one may have adopted tasks of a client that has
     *     come back to where it was
     */
    ClientAttachments(
            NodeContext context,
            Completed completed,
            UnaryOperator<NodeRef> latest,
            Supplier<List<NodeRef>> linked) {
        this.completed = completed;
        this.linked = linked;
        this.context = context;
        this.latest = latest;
    }

    /** A session begins or continues; whether it was known. */
    boolean open(Event.SessionOpened event) {
        boolean known = sessions.containsKey(event.session());
        Session session =
                sessions.computeIfAbsent(event.session(), id -> new Session(event.worker()));
        session.attachment = Math.max(session.attachment, event.attachment());
        session.openedNanos = context.now;
        session.acceptedUpTo = 0;
        session.againUpTo = null;
        session.rejected = false;
        session.untold = false;
        if (event.attachment() == 1) {
            session.complete = Math.max(1, session.complete);
            session.since = Math.max(1, session.since);
        }
        List<NodeRef> previous = event.previous();
        for (NodeRef node : previous) {
            if (!node.id().equals(context.self.id())) {
                session.left.put(node.id(), node);
            }
        }
        return known;
    }

    // ---- When everything of a client is here

    /** Its client says that it has submitted again what it had open. */
    void submittedAgain(Event.SubmittedAgain event) {
        Session session = sessions.get(event.session());
        if (session != null && !session.worker) {
            session.againUpTo = event.upTo();
            session.heir = event.heir();
            checkComplete(event.session(), session);
        }
    }

    /** Everything up to this number is accepted. */
    void accepted(long id, long upTo) {
        Session session = sessions.get(id);
        if (session != null) {
            session.acceptedUpTo = Math.max(session.acceptedUpTo, upTo);
            checkComplete(id, session);
        }
    }

    /**
     * A node that the client has left is told only now: what it has was the only copy of what had
     * not come here yet, if the client died on its way.
     */
    private void checkComplete(long id, Session session) {
        Long awaited = session.againUpTo;
        if (awaited == null || session.acceptedUpTo < awaited) {
            return;
        }
        if (session.rejected || session.asked) {
            return;
        }
        session.againUpTo = null;
        session.complete = session.attachment;
        session.since = session.heir ? session.since : session.attachment;
        elsewhere.remove(id);
        completed.complete(id, session.complete, session.since);
        session.untold = session.passing;
        if (!session.passing) {
            tell(id, session);
        }
    }

    private void tell(long id, Session session) {
        if (session.complete > 1) {
            linked.get().forEach(peer -> report(id, session, peer));
        }
        session.left.values().forEach(node -> report(id, session, node));
    }

    /** What was submitted again is not accepted: its client goes elsewhere with all it has. */
    void rejected(long id) {
        Session session = sessions.get(id);
        if (session != null) {
            session.rejected = true;
        }
    }

    /** What the client has here is being passed on. */
    void passing(long id) {
        Session session = sessions.get(id);
        if (session != null) {
            session.passing = true;
        }
    }

    /** Whether what the client has here is being passed on. */
    boolean isPassing(long id) {
        Session session = sessions.get(id);
        return session != null && session.passing;
    }

    /** Its next owner is told to take all of it. */
    void asked(long id) {
        Session session = sessions.get(id);
        if (session != null) {
            session.asked = true;
        }
    }

    /** No node has taken it: it is here as before. */
    void retain(long id) {
        Session session = sessions.get(id);
        if (session != null) {
            session.passing = false;
            session.asked = false;
            if (session.untold && isToBeTold(session)) {
                tell(id, session);
            }
            session.untold = false;
            checkComplete(id, session);
        }
    }

    /** The client's latest attachment after which all it had open was here, 0 for none. */
    int complete(long session) {
        Session known = sessions.get(session);
        return known == null ? 0 : known.complete;
    }

    /** Whether the client that is here now has submitted here all that it wants. */
    boolean hasEverything(long session) {
        Session known = sessions.get(session);
        return known != null
                && !known.passing
                && known.since > 0
                && known.since == known.attachment;
    }

    // ---- After a restart, or after another owner

    /** The disk has kept tasks of this session. */
    void recover(long session) {
        sessions.putIfAbsent(session, new Session(false));
    }

    /** The disk has kept a job of this session, and everything of it since this attachment. */
    void recover(long session, int attachment, int since) {
        adopt(session, attachment);
        Session known = sessions.get(session);
        if (known != null) {
            known.complete = Math.max(known.complete, attachment);
            known.since = Math.max(known.since, since);
            known.kept = true;
        }
    }

    /**
     * Another owner has passed on everything of this session.
     *
     * @param attachment since which the other had all of it
     * @param since when its client had submitted all of it
     */
    void came(long session, int attachment, int since) {
        int before = complete(session);
        recover(session, attachment, since);
        retain(session);
        Session known = sessions.get(session);
        if (known != null && known.complete > Math.max(1, before) && isToBeTold(known)) {
            tell(session, known); // the one before may not have told it
        }
    }

    /** For some time after a restart others may know better where a client is. */
    void settle() {
        settledNanos =
                context.now + Math.min(context.config.ownerLeaseNanos(), MOST_SETTLING_NANOS);
    }

    boolean isSettling() {
        return context.now < settledNanos;
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
            if (session.left.replace(node.id(), node) != null && isToBeTold(session)) {
                report(id, session, node);
            }
        });
    }

    /** A link came up. */
    void peerUp(NodeRef peer) {
        sessions.forEach((id, session) -> {
            if (isToBeTold(session) && (session.complete > 1 || session.kept && isSettling())) {
                report(id, session, peer);
            }
        });
    }

    private static boolean isToBeTold(Session session) {
        return !session.worker
                && !session.passing
                && session.complete > 0
                && session.complete == session.attachment;
    }

    /** Tells again those that have not answered; not for ever, they may be gone for ever. */
    void reportAgain() {
        sessions.forEach((id, session) -> {
            boolean recent = context.now - session.openedNanos < context.config.ownerReturnNanos();
            if (isToBeTold(session) && recent) {
                session.left.values().forEach(node -> report(id, session, node));
            }
        });
    }

    private void report(long id, Session session, NodeRef left) {
        PeerMessage.SessionMoved moved =
                new PeerMessage.SessionMoved(id, session.complete, session.since, false);
        context.out.send(latest.apply(left), moved);
    }

    /** The node that a client has left has nothing of it any more. */
    void answered(NodeId by, PeerMessage.SessionLeft answer) {
        Session session = sessions.get(answer.session());
        if (session != null && session.attachment == answer.attachment()) {
            session.left.remove(by);
        }
    }

    // ---- Where clients go to

    /** Whether the client that was here has moved, as another node says. */
    boolean hasMoved(PeerMessage.SessionMoved moved) {
        Session known = sessions.get(moved.session());
        return known != null && !known.worker && known.attachment < moved.attachment();
    }

    /**
     * Whether its client has submitted everything here, after it did so at the node where it is
     * now: that one knows nothing of it.
     */
    boolean hasMore(PeerMessage.SessionMoved moved) {
        Session known = sessions.get(moved.session());
        return known != null && known.since > moved.since();
    }

    /** Whether its client is known to have been at another node, or here, later than that. */
    boolean knowsLater(PeerMessage.SessionMoved moved) {
        Elsewhere known = elsewhere.get(moved.session());
        return known != null && known.moved().attachment() > moved.attachment()
                || attachment(moved.session()) > moved.attachment();
    }

    /** Whether another node has said that the client was there later than at this attachment. */
    boolean isElsewhere(long session, int attachment, int since) {
        Elsewhere known = elsewhere.get(session);
        return known != null
                && known.moved().attachment() > attachment
                && known.moved().since() >= since;
    }

    /**
     * The latest attachment of a client to another node; 0 for none, or where that node can be
     * asked itself.
     */
    int attachmentElsewhere(long session, Predicate<NodeId> isLinked) {
        Elsewhere known = elsewhere.get(session);
        boolean isAsked = known != null && known.node() != null && isLinked.test(known.node());
        return known == null || isAsked ? 0 : known.moved().attachment();
    }

    /** When the session's client had submitted everything that is here, 0 if that is not known. */
    int since(long session) {
        Session known = sessions.get(session);
        return known == null ? 0 : known.since;
    }

    /**
     * Another node says where a client was at last, as far as it knows; it hears of something later
     * than that, also of what a third one has said: that one may be away.
     */
    void onMoved(PeerMessage.SessionMoved moved, NodeRef from) {
        Session known = sessions.get(moved.session());
        Elsewhere before = elsewhere.get(moved.session());
        PeerMessage.SessionMoved later =
                known == null
                        ? before == null ? null : before.moved()
                        : new PeerMessage.SessionMoved(
                                moved.session(), known.complete, known.since, false);
        boolean isLater = later != null && later.attachment() > moved.attachment();
        if (known == null) {
            elsewhere.remove(moved.session()); // the latest are kept
            elsewhere.put(
                    moved.session(),
                    before != null && isLater ? before : Elsewhere.said(moved, from.id()));
        }
        if (later != null && isLater) {
            context.out.send(from, later);
        }
    }
}
