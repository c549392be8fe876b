package org.evenkeel.kernel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.JournalRecord.SessionComplete;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * Which process said last that it has everything of a session. Where this node keeps a replica of
 * all of that, it is written down, so that it is known after a restart as well.
 */
final class CompleteOwners {

    /** Sessions of which this is remembered. */
    private static final int MAX_SESSIONS = 10_000;

    /**
     * @param latest what was said last
     * @param written what is on the disk, of the same node; null for nothing
     */
    private record Said(SessionComplete latest, @Nullable SessionComplete written) {}

    private final Map<Long, Said> bySession = new LinkedHashMap<>();
    private final NodeContext context;

    CompleteOwners(NodeContext context) {
        this.context = context;
    }

    void recover(List<SessionComplete> kept) {
        kept.forEach(one -> bySession.put(one.session(), new Said(one, one)));
    }

    /**
     * A process says that it has everything of a session. The first attachment of a client is of no
     * interest: nothing was elsewhere before.
     *
     * @return false where another node is known to have had something later
     */
    boolean said(NodeRef owner, PeerMessage.SessionMoved moved) {
        long session = moved.session();
        SessionComplete now =
                new SessionComplete(owner, session, moved.attachment(), moved.since());
        Said before = bySession.get(session);
        if (before != null && isLater(before.latest(), now)) {
            return false;
        }
        if (moved.attachment() == 1) {
            return true;
        }
        SessionComplete written = before == null ? null : before.written();
        if (written != null && !written.owner().id().equals(owner.id())) {
            context.out.persist(new JournalRecord.SessionForgotten(session));
            written = null;
        }
        bySession.remove(session); // the latest are kept
        bySession.put(session, new Said(now, written));
        if (bySession.size() > MAX_SESSIONS) {
            forgetOne();
        }
        return true;
    }

    /** A node knows of its own sessions best; of two nodes the one that was submitted to later. */
    private static boolean isLater(SessionComplete known, SessionComplete than) {
        boolean same = known.owner().id().equals(than.owner().id());
        return known.since() != than.since() && !same
                ? known.since() > than.since()
                : known.attachment() > than.attachment();
    }

    /** Rather one of which nothing is kept here. */
    private void forgetOne() {
        Said eldest = bySession.values().iterator().next();
        Said one =
                bySession.values().stream()
                        .filter(said -> said.written() == null)
                        .findFirst()
                        .orElse(eldest);
        long session = one.latest().session();
        bySession.remove(session);
        if (one.written() != null) {
            context.out.persist(new JournalRecord.SessionForgotten(session));
        }
    }

    /** A replica of all that this process has of the session is here. */
    void write(long session, NodeRef owner) {
        Said said = bySession.get(session);
        if (said != null
                && isSame(said.latest().owner(), owner)
                && !said.latest().equals(said.written())) {
            bySession.put(session, new Said(said.latest(), said.latest()));
            context.out.persist(said.latest());
        }
    }

    /** Nothing of the session is kept for this node any more. */
    void nothingKept(long session, NodeId owner) {
        Said said = bySession.get(session);
        if (said != null && said.written() != null && said.latest().owner().id().equals(owner)) {
            context.out.persist(new JournalRecord.SessionForgotten(session));
            bySession.put(session, new Said(said.latest(), null));
        }
    }

    /** What this process said of the session, where all of it is here; else null. */
    @Nullable SessionComplete of(long session, NodeRef owner) {
        Said said = bySession.get(session);
        SessionComplete written = said == null ? null : said.written();
        return written != null && isSame(written.owner(), owner) ? written : null;
    }

    /**
     * The attachment at which everything of the session was at a process of which all is here; 0
     * where there is none.
     */
    int attachment(long session) {
        Said said = bySession.get(session);
        SessionComplete written = said == null ? null : said.written();
        return written == null ? 0 : written.attachment();
    }

    private static boolean isSame(NodeRef one, NodeRef other) {
        return one.id().equals(other.id()) && one.incarnation() == other.incarnation();
    }
}
