package org.evenkeel.daemon.session;

import java.util.function.LongConsumer;
import org.evenkeel.daemon.net.Connection;
import org.evenkeel.daemon.net.Door;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.daemon.net.Role;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Welcome;

/** Lets in clients and observers that know the cluster's token. */
public final class ClientDoor {

    /** Beside outcomes, which wait as references, a client is told little. */
    private static final long BACKLOG_BYTES = 32L << 20;

    private final Parts parts;

    /**
     * What a client's link works with.
     *
     * @param drain asked to leave, with the grace in milliseconds
     */
    public record Parts(
            SessionLink.Parts session, ServedSlots served, QueryDesk queries, LongConsumer drain) {}

    public ClientDoor(Parts parts) {
        this.parts = parts;
    }

    /** A client or observer has shown that it knows the token. */
    public Door.Answer admit(Hello hello, Role role, Welcome.Builder welcome, long incarnation) {
        if (role == Role.OBSERVER) {
            return new Door.Answer.Admit(
                    welcome, BACKLOG_BYTES, to -> new ClientLink.Observer(parts.queries(), to));
        }
        long origin = hello.getOrigin();
        if (origin == 0) {
            return new Door.Answer.Refuse("a client needs an origin other than 0");
        }
        Sessions sessions = parts.session().sessions();
        boolean known = sessions.isKnown(origin);
        if (known && sessions.isWorker(origin)) {
            return new Door.Answer.Refuse("this origin is a worker's");
        }
        if (!known && !sessions.hasRoom()) {
            return new Door.Answer.Refuse("too many clients are attached");
        }
        welcome.setWindow(sessions.window())
                .setWindowBytes(sessions.windowBytes())
                .setInlineBytes(WireLimits.MAX_INLINE_BYTES)
                .setResumed(known && hello.getKnownIncarnation() == incarnation);
        return new Door.Answer.Admit(welcome, BACKLOG_BYTES, to -> attach(origin, to));
    }

    private LinkListener attach(long origin, Connection connection) {
        WireMapper mapper = new WireMapper();
        Session session = parts.session().sessions().open(origin, false, connection, mapper);
        return new ClientLink(parts, session, connection, mapper);
    }
}
