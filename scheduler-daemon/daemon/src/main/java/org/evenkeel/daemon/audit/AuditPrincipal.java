package org.evenkeel.daemon.audit;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.daemon.identity.Issued;
import org.evenkeel.daemon.net.AuthenticatedPeer;
import org.evenkeel.daemon.net.TransportIdentity;
import org.evenkeel.model.JsonObject;
import org.evenkeel.security.identity.CertRole;

/**
 * Who did something.
 *
 * @param name the name in its certificate; of a process on this machine the user whose daemon it is
 * @param local whether it showed no certificate and knew this machine's secret, or is this machine
 * @param roles what its certificate permits, empty for a local one, who may do everything
 * @param address where it spoke from, empty for a Unix domain socket
 * @param certificate serial, empty without one
 */
public record AuditPrincipal(
        String name, boolean local, List<String> roles, String address, String certificate) {

    /** This machine's user, by a command or by the daemon itself. */
    public static final AuditPrincipal HERE =
            new AuditPrincipal(System.getProperty("user.name", ""), true, List.of(), "", "");

    public AuditPrincipal {
        roles = List.copyOf(roles);
    }

    /** One of whom another daemon told nothing but the name. */
    public static AuditPrincipal named(String name) {
        return new AuditPrincipal(name, false, List.of(), "", "");
    }

    /** A process who has shaken hands. */
    public static AuditPrincipal of(AuthenticatedPeer authenticatedPeer, String address) {
        return of(authenticatedPeer.transportIdentity(), address);
    }

    /** A process who may not have. */
    public static AuditPrincipal of(TransportIdentity transportIdentity, String address) {
        return switch (transportIdentity) {
            case TransportIdentity.Local _ ->
                    new AuditPrincipal(HERE.name(), true, List.of(), address, "");
            case TransportIdentity.Certified one ->
                    new AuditPrincipal(
                            one.subject().name(),
                            false,
                            roles(one.roles()),
                            address,
                            Issued.spell(one.certificate().getSerialNumber()));
            case TransportIdentity.Lapsed one ->
                    new AuditPrincipal(
                            one.subject().name(),
                            false,
                            List.of(),
                            address,
                            Issued.spell(one.certificate().getSerialNumber()));
            case TransportIdentity.Nameless _ ->
                    new AuditPrincipal("", false, List.of(), address, "");
        };
    }

    private static List<String> roles(Set<CertRole> roles) {
        return roles.stream().sorted().map(CertRole::spelling).toList();
    }

    Map<String, Object> fields() {
        return new JsonObject()
                .with("name", AuditEntry.cut(name))
                .withIf(local, "local", true)
                .withIf(!roles.isEmpty(), "roles", roles)
                .withIf(!address.isEmpty(), "address", AuditEntry.cut(address))
                .withIf(!certificate.isEmpty(), "certificate", certificate);
    }
}
