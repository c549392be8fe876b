package org.evenkeel.cli;

import java.io.IOException;
import java.math.BigInteger;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.evenkeel.daemon.identity.AuthorityFiles;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.RevocationList;
import org.evenkeel.security.identity.Trust;
import org.evenkeel.security.identity.Verdict;
import picocli.CommandLine.Command;

/** Shows this machine's own certificate. */
@Command(
        name = "show",
        description = {
            "Show this machine's identity in its cluster, and whether its certificate is valid.",
            "A certificate is valid for 90 days and renewable for 90 more; daemons "
                    + "renew theirs daily."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the certificate is valid",
            "1:the certificate is expired, revoked or unusable; the reason is printed",
            "2:the command line is invalid",
            "3:this machine has no certificate"
        },
        footer = {"  evenkeel cert show", "  evenkeel cert show --json | jq -r .until"})
final class CertShowCommand extends ClusterOutputCommand {
    @Override
    public Integer call() throws IOException, CommandFailure, IdentityException {
        IdentityFiles files = new IdentityFiles(cluster.directory());
        Optional<Credentials> found = files.load();
        if (found.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.NOTHING,
                    ("this machine has no certificate in %s: join a cluster (evenkeel join) or "
                                    + "create one (evenkeel cluster init%s)")
                            .formatted(cluster.title(), cluster.asArgument()));
        }
        Credentials own = found.get();
        Optional<RevocationList> list = files.revoked(own.authority());
        Predicate<BigInteger> revoked = serial -> list.isPresent() && list.get().isRevoked(serial);
        Instant now = InstantSource.system().instant();
        Verdict verdict = new Trust(own.authority()).verify(own.chain(), now, revoked);
        print(own, verdict, list.map(RevocationList::version).orElse(0L));
        return verdict instanceof Verdict.Valid ? ExitCode.OK : ExitCode.FAILED;
    }

    private void print(Credentials own, Verdict verdict, long version) throws IOException {
        CertificateText words = new CertificateText(own.certificate());
        boolean master = new AuthorityFiles(cluster.directory()).exists();
        output.line("node         " + output.terminalColours().bold(own.subject().name()));
        output.line("roles        " + CertificateText.roles(own.subject().roles()));
        output.line("cluster      " + own.subject().cluster());
        output.line("authority    " + CertificateText.fingerprint(own.authority()));
        output.line("             " + (master ? "on this machine" : "on another machine"));
        output.line("serial       " + words.serial());
        output.line("valid from  " + words.from());
        output.line("       until " + words.until());
        output.line("revocations  " + (version == 0 ? "never received" : "list " + version));
        output.line("state        " + paint(verdict));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("cluster", own.subject().cluster());
        fields.put("authority", CertificateText.fingerprint(own.authority()));
        fields.put("authorityHere", master);
        fields.putAll(words.fields(own.subject()));
        fields.put("revocationList", version);
        fields.put("counts", verdict instanceof Verdict.Valid);
        fields.put("state", state(verdict));
        output.json(fields);
    }

    private String paint(Verdict verdict) {
        return verdict instanceof Verdict.Valid
                ? output.terminalColours().good(state(verdict))
                : output.terminalColours().bad(state(verdict));
    }

    private static String state(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Valid _ -> "valid";
            case Verdict.Expired _ -> "expired; still renewable";
            case Verdict.Refused refused -> refused.reason();
        };
    }
}
