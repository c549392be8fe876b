package org.evenkeel.daemon.net;

import java.util.Set;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.Query;

/**
 * Who is at the other end of a connection, after the handshake.
 *
 * @param role what it came as
 * @param transportIdentity what the transport says of it
 * @param permitted what it may say
 * @param software the build it is, as it says
 */
public record AuthenticatedPeer(
        Role role,
        TransportIdentity transportIdentity,
        Set<BodyCase> permitted,
        Software software) {

    /** With what the table permits, of a build that says nothing of itself. */
    public static AuthenticatedPeer of(Role role, TransportIdentity transportIdentity) {
        return of(role, transportIdentity, Software.UNKNOWN);
    }

    /** With what the table permits. */
    public static AuthenticatedPeer of(
            Role role, TransportIdentity transportIdentity, Software software) {
        return new AuthenticatedPeer(
                role, transportIdentity, Permissions.of(role, transportIdentity.roles()), software);
    }

    /** Whether the table lets it in under this role at all. */
    boolean mayEnter() {
        return !permitted.isEmpty();
    }

    /** Whose tasks it submits: the name in its certificate, empty for this machine's user. */
    public String submitter() {
        return transportIdentity instanceof TransportIdentity.Certified one
                ? one.subject().name()
                : "";
    }

    /** Whether it may do what this submitter may. */
    public boolean mayActFor(String submitter) {
        return transportIdentity.roles().contains(CertRole.ADMIN) || submitter().equals(submitter);
    }

    /** The question, with whose logs it may be answered: the speaker's own, or all. */
    public Query restricted(Query query) {
        boolean all = transportIdentity.roles().contains(CertRole.ADMIN);
        return all
                ? query.toBuilder().clearSubmitter().build()
                : query.toBuilder().setSubmitter(submitter()).build();
    }

    boolean maySay(BodyCase body) {
        return permitted.contains(body);
    }

    @Override
    public String toString() {
        return transportIdentity instanceof TransportIdentity.Local
                ? role.toString()
                : role + " " + transportIdentity;
    }
}
