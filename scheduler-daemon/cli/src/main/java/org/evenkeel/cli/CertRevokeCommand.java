package org.evenkeel.cli;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.audit.CommandAudit;
import org.evenkeel.daemon.identity.Authority;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.daemon.identity.Issued;
import org.evenkeel.daemon.identity.Revocation;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.RevocationList;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes certificates back. */
@Command(
        name = "revoke",
        description = {
            "Revoke the certificates of a machine or client. Run it on the machine "
                    + "with the authority.",
            "All certificates of its key are revoked, and the key gets no new one: to "
                    + "return, the machine joins with a new token. All daemons receive the "
                    + "revocation list and close connections with it."
        },
        footer = {
            "  evenkeel cert revoke n7",
            "  evenkeel cert revoke 5f0c9a6b1e2d4387a1b2c3d4e5f60718   # a serial "
                    + "number from evenkeel cert list"
        })
final class CertRevokeCommand extends ClusterOutputCommand {
    @Parameters(paramLabel = "SERIAL|NAME", description = "Serial number or name.")
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
                    ("no valid or renewable certificate has that name or serial number; run "
                                    + "evenkeel cert list%s to list them")
                            .formatted(cluster.asArgument()));
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
                output.terminalColours().good(revocation.isNew() ? "revoked" : "already revoked")
                        + ": "
                        + String.join(", ", names)
                        + ", "
                        + (certificates.size() == 1
                                ? "1 certificate"
                                : certificates.size() + " certificates")
                        + "; revocation list "
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
