package org.evenkeel.daemon.audit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.daemon.identity.Issued;
import org.evenkeel.daemon.net.Caller;
import org.evenkeel.daemon.net.Speaker;
import org.evenkeel.security.identity.CertRole;

/**
 * Who did something.
 *
 * @param name the name in its certificate; of somebody on this machine the user whose daemon it is
 * @param local whether it showed no certificate and knew this machine's secret, or is this machine
 * @param roles what its certificate permits, empty for a local one, who may do everything
 * @param address where it spoke from, empty for a Unix domain socket
 * @param certificate serial, empty without one
 */
public record Who(
        String name, boolean local, List<String> roles, String address, String certificate) {

    /** This machine's user, by a command or by the daemon itself. */
    public static final Who HERE =
            new Who(System.getProperty("user.name", ""), true, List.of(), "", "");

    public Who {
        roles = List.copyOf(roles);
    }

    /** Somebody who has shaken hands. */
    public static Who of(Speaker speaker, String address) {
        return of(speaker.caller(), address);
    }

    /** Somebody who may not have. */
    public static Who of(Caller caller, String address) {
        return switch (caller) {
            case Caller.Local _ -> new Who(HERE.name(), true, List.of(), address, "");
            case Caller.Certified one ->
                    new Who(
                            one.subject().name(),
                            false,
                            roles(one.roles()),
                            address,
                            Issued.spell(one.certificate().getSerialNumber()));
            case Caller.Lapsed one ->
                    new Who(
                            one.subject().name(),
                            false,
                            List.of(),
                            address,
                            Issued.spell(one.certificate().getSerialNumber()));
            case Caller.Nameless _ -> new Who("", false, List.of(), address, "");
        };
    }

    private static List<String> roles(Set<CertRole> roles) {
        return roles.stream().sorted().map(CertRole::spelling).toList();
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", AuditEntry.cut(name));
        if (local) {
            fields.put("local", true);
        }
        if (!roles.isEmpty()) {
            fields.put("roles", roles);
        }
        if (!address.isEmpty()) {
            fields.put("address", AuditEntry.cut(address));
        }
        if (!certificate.isEmpty()) {
            fields.put("certificate", certificate);
        }
        return fields;
    }
}
