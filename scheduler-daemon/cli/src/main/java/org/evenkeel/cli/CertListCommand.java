package org.evenkeel.cli;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.daemon.identity.Authority;
import org.evenkeel.daemon.identity.Issued;
import org.evenkeel.model.Digest;
import org.evenkeel.model.JsonObject;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.RevocationList;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists what the authority of this machine has signed. */
@Command(
        name = "list",
        description = {
            "List the newest certificate of each machine and client. Run it on the "
                    + "machine with the authority.",
            "Each renewal issues a new certificate for the same key; older ones stay "
                    + "valid until they expire. Add --all to list them too."
        },
        footer = {
            "  evenkeel cert list",
            "  evenkeel cert list --all --json | jq -r '.certificates[] | select(.state == \"valid\").name'"
        })
final class CertListCommand extends ClusterOutputCommand {
    @Option(names = "--all", description = "Include superseded certificates.")
    private boolean all;

    @Override
    public Integer call() throws IOException, CommandFailure, IdentityException {
        Authority authority = Authority.open(TokenCommand.authority(cluster), new SecureRandom());
        RevocationList revoked = authority.revoked();
        Instant now = InstantSource.system().instant();
        List<Map<String, Object>> certificates = new ArrayList<>();
        TextTable table = new TextTable("", "name", "roles", "state", "until", "serial", "how");
        for (Issued issued : all ? authority.list() : newest(authority.list())) {
            String state = state(issued, revoked, now);
            table.row(
                    issued.name(),
                    CertificateText.roles(issued.roles()),
                    state,
                    NumberFormatter.time(issued.until().toString()),
                    Issued.spell(issued.serial()),
                    issued.how());
            certificates.add(fields(issued, state));
        }
        output.table(table, "no certificates");
        output.json(
                Map.of(
                        "cluster", authority.cluster(),
                        "revocationList", revoked.version(),
                        "certificates", certificates));
        return ExitCode.OK;
    }

    /** The last one of each key, in the order in which keys came. */
    private static List<Issued> newest(List<Issued> all) {
        Map<Digest, Issued> newest = new LinkedHashMap<>();
        all.forEach(issued -> newest.put(issued.key(), issued));
        return List.copyOf(newest.values());
    }

    private static String state(Issued issued, RevocationList revoked, Instant now) {
        if (revoked.isRevoked(issued.serial())) {
            return "revoked";
        }
        return issued.until().isBefore(now) ? "expired" : "valid";
    }

    private static Map<String, Object> fields(Issued issued, String state) {
        return new JsonObject()
                .with("name", issued.name())
                .with("roles", issued.roles().stream().map(CertRole::spelling).toList())
                .with("state", state)
                .with("from", issued.from().toString())
                .with("until", issued.until().toString())
                .with("serial", Issued.spell(issued.serial()))
                .with("key", issued.key().toString())
                .with("how", issued.how());
    }
}
