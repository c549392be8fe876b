package org.evenkeel.daemon.net;

import java.util.Set;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.proto.Frame.BodyCase;

/**
 * Who is at the other end of a connection, after the handshake.
 *
 * @param role what it came as
 * @param caller what the transport says of it
 * @param permitted what it may say
 * @param software the build it is, as it says
 */
public record Speaker(Role role, Caller caller, Set<BodyCase> permitted, Software software) {

    /** With what the table permits, of a build that says nothing of itself. */
    public static Speaker of(Role role, Caller caller) {
        return of(role, caller, Software.UNKNOWN);
    }

    /** With what the table permits. */
    public static Speaker of(Role role, Caller caller, Software software) {
        return new Speaker(role, caller, Permissions.of(role, caller.roles()), software);
    }

    /** Whether the table lets it in under this role at all. */
    boolean mayEnter() {
        return !permitted.isEmpty();
    }

    /** Whose tasks it submits: the name in its certificate, empty for this machine's user. */
    public String submitter() {
        return caller instanceof Caller.Certified one ? one.subject().name() : "";
    }

    /** Whether it may do what this submitter may. */
    public boolean mayActFor(String submitter) {
        return caller.roles().contains(CertRole.ADMIN) || submitter().equals(submitter);
    }

    boolean maySay(BodyCase body) {
        return permitted.contains(body);
    }

    @Override
    public String toString() {
        return caller instanceof Caller.Local ? role.toString() : role + " " + caller;
    }
}
