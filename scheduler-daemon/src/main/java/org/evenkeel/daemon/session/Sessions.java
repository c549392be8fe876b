package org.evenkeel.daemon.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.Effect;
import org.evenkeel.core.Event;
import org.evenkeel.daemon.drive.Events;
import org.evenkeel.daemon.drive.TimerSource;
import org.evenkeel.daemon.net.Connection;
import org.evenkeel.daemon.net.Turn;
import org.evenkeel.model.JobId;
import org.evenkeel.wire.WireMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All sessions of this daemon: opens, resumes and ends them, and shares the window among them. */
@SuppressWarnings("ReferenceEquality") // sessions and connections are who they are
public final class Sessions {

    private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

    /** Sessions at a time. */
    private static final int MAX_SESSIONS = 10_000;

    private static final int LEAST_WINDOW = 256;

    private final Events events;
    private final TimerSource timers;
    private final Turn turn;
    private final Settings settings;
    private final Map<Long, Session> sessions = new HashMap<>();
    private int clients;

    /**
     * What holds for all.
     *
     * @param self this node's name
     * @param leaseNanos a client that lost its connection may return within this
     * @param tasks open tasks permitted to one session
     * @param bytes payload bytes of open tasks permitted to one session
     * @param allTasks open tasks permitted to all together
     */
    public record Settings(String self, long leaseNanos, int tasks, long bytes, int allTasks) {}

    public Sessions(Events events, TimerSource timers, Turn turn, Settings settings) {
        this.events = events;
        this.timers = timers;
        this.turn = turn;
        this.settings = settings;
    }

    /** Open tasks permitted to one session now. */
    public int window() {
        int share = settings.allTasks() / Math.max(1, clients);
        return Math.max(LEAST_WINDOW, Math.min(settings.tasks(), share));
    }

    public long windowBytes() {
        return settings.bytes();
    }

    public int clients() {
        return clients;
    }

    /** Whether this session waits for its client to return. */
    public boolean isKnown(long id) {
        return sessions.containsKey(id);
    }

    /** Whether this session is a worker's. */
    boolean isWorker(long id) {
        Session session = sessions.get(id);
        return session != null && session.isWorker();
    }

    /** Whether another session can be opened. */
    public boolean hasRoom() {
        return sessions.size() < MAX_SESSIONS;
    }

    /** A client or worker is here, for the first time or again. */
    public Session open(long id, boolean worker, Connection connection, WireMapper mapper) {
        Session session = sessions.get(id);
        if (session == null) {
            session = new Session(id, worker, turn, settings.self());
            sessions.put(id, session);
            clients += worker ? 0 : 1;
        } else if (session.connection() != null) {
            Connection old = session.connection();
            session.detach();
            if (old != null) {
                old.close("its client attached again");
            }
        }
        shareWindow();
        session.attach(connection, mapper);
        events.happened(new Event.SessionOpened(id, worker));
        return session;
    }

    /** The connection of a session is gone: a client may return, a worker will not. */
    public void lost(Session session, Connection connection) {
        if (session.connection() != connection) {
            return; // it returned on another one before
        }
        session.detach();
        if (session.isWorker()) {
            return; // its process says when it is over
        }
        timers.after(
                settings.leaseNanos(),
                () -> {
                    if (!session.isAttached() && sessions.get(session.id()) == session) {
                        LOG.info("a client did not return, its tasks are cancelled");
                        close(session.id(), "its client is gone");
                    }
                });
    }

    /** A session will not come back. */
    public void close(long id, String why) {
        Session session = sessions.remove(id);
        if (session == null) {
            return;
        }
        clients -= session.isWorker() ? 0 : 1;
        List<JobId> jobs = new ArrayList<>(session.jobs());
        events.happened(new Event.SessionClosed(id, why));
        jobs.forEach(job -> events.happened(new Event.JobClosed(job)));
        shareWindow();
    }

    private void shareWindow() {
        int tasks = window();
        for (Session session : sessions.values()) {
            session.setWindow(tasks, settings.bytes());
        }
    }

    /** The connections of clients. */
    public List<Connection> clientConnections() {
        return connections(false);
    }

    /** Closes all connections; no session is kept. */
    public void closeConnections() {
        connections(false).forEach(connection -> connection.close("the daemon ends"));
        connections(true).forEach(connection -> connection.close("the daemon ends"));
    }

    private List<Connection> connections(boolean workers) {
        List<Connection> list = new ArrayList<>();
        for (Session session : sessions.values()) {
            Connection connection = session.connection();
            if (connection != null && session.isWorker() == workers) {
                list.add(connection);
            }
        }
        return list;
    }

    // ---- Effects

    public void accept(Effect.Accept accept) {
        Session session = sessions.get(accept.session());
        if (session != null) {
            session.accepted(accept.upTo());
        }
    }

    public void reject(Effect.Reject reject) {
        Session session = sessions.get(reject.session());
        if (session != null) {
            session.rejected(reject.number(), reject.why());
        }
    }

    public void deliver(Effect.Deliver deliver) {
        Session session = sessions.get(deliver.session());
        if (session != null) {
            session.deliver(deliver.deliveries());
        }
    }
}
