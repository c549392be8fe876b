package org.evenkeel.cli;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.audit.CommandAudit;
import org.evenkeel.daemon.identity.Authority;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.daemon.identity.Issued;
import org.evenkeel.daemon.identity.Revocation;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.RevocationList;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Takes certificates back. */
@Command(
        name = "revoke",
        description = {
            "Take back the certificates of a machine or a client, on the machine with the authority.",
            "All certificates of its key go, whichever of them is named, and the key never gets"
                    + " another: to come back it joins with a new token. The list of what is revoked"
                    + " goes to all daemons; they close its links."
        },
        footer = {
            "",
            "Examples:",
            "  evenkeel cert revoke n7",
            "  evenkeel cert revoke 5f0c9a6b1e2d4387a1b2c3d4e5f60718     as evenkeel cert list shows it"
        })
final class CertRevokeCommand implements Callable<Integer> {
    @Mixin private final Output output = new Output();
    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Parameters(paramLabel = "SERIAL|NAME", description = "Any serial of it, or its name.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String which;

    @Override
    public Integer call() throws IOException, CommandFailure, IdentityException {
        Authority authority = Authority.open(TokenCommand.authority(cluster), new SecureRandom());
        IdentityFiles identity = new IdentityFiles(cluster.directory());
        Instant now = InstantSource.system().instant();
        adoptSeen(authority, identity, now);
        Revocation revocation = authority.revoke(which, now);
        // Also for a list of before: a crash may have come between the two files.
        identity.keepRevoked(revocation.list(), authority.certificate());
        List<Issued> certificates = revocation.certificates();
        if (certificates.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.NOTHING,
                    "no certificate of that name or serial counts or could be renewed; evenkeel cert"
                            + " list"
                            + cluster.asArgument()
                            + " shows them");
        }
        new CommandAudit(TokenCommand.authority(cluster).directory())
                .note(
                        AuditKind.CERTIFICATE_REVOKED,
                        Map.of(
                                "named",
                                which,
                                "serials",
                                certificates.stream()
                                        .map(issued -> Issued.spell(issued.serial()))
                                        .toList(),
                                "revocationList",
                                revocation.list().version()));
        List<String> names = certificates.stream().map(Issued::name).distinct().toList();
        output.line(
                output.paint().good(revocation.isNew() ? "revoked" : "revoked before")
                        + ": "
                        + String.join(", ", names)
                        + ", "
                        + (certificates.size() == 1
                                ? "1 certificate"
                                : certificates.size() + " certificates")
                        + "; list "
                        + revocation.list().version());
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("names", names);
        fields.put(
                "serials",
                certificates.stream().map(issued -> Issued.spell(issued.serial())).toList());
        fields.put("revocationList", revocation.list().version());
        fields.put("new", revocation.isNew());
        output.json(fields);
        return ExitCode.OK;
    }

    /** The authority's files may be an old copy, and this machine know better. */
    private static void adoptSeen(Authority authority, IdentityFiles identity, Instant now)
            throws IOException, IdentityException {
        Optional<RevocationList> seen;
        try {
            seen = identity.revoked(authority.certificate());
        } catch (IdentityException e) {
            return; // damaged, or of another cluster: it is replaced
        }
        if (seen.isPresent()) {
            authority.adopt(seen.get(), now);
        }
    }
}
