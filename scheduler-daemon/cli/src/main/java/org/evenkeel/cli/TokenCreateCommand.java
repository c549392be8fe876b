package org.evenkeel.cli;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.audit.CommandAudit;
import org.evenkeel.daemon.identity.TokenBook;
import org.evenkeel.model.NodeId;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.JoinToken;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes a token and prints the command that uses it. */
@Command(
        name = "create",
        description = {
            "Create a token with which one machine or client joins, once.",
            "The last line printed is the command to run on the joining machine. "
                    + "Anyone who sees it can join instead, so do not send it by mail. The token "
                    + "names the authority to trust, so a machine in between cannot pretend to "
                    + "be the cluster."
        },
        footer = {
            "",
            "Roles: daemon runs tasks for others; master is a daemon that may also "
                    + "command scheduling phases (daemon --master true); submit runs code on all "
                    + "machines; observe reads and changes nothing; admin ends jobs of others "
                    + "and drains nodes.",
            "",
            "Examples:",
            "  evenkeel token create                              # a machine, any name",
            "  evenkeel token create --for n7 --ttl 2h            # for node n7, two hours",
            "  evenkeel token create --role master                # a machine that may be master",
            "  evenkeel token create --role submit,observe        # a client",
            "  evenkeel token create --json | jq -r .join"
        })
final class TokenCreateCommand extends ClusterOutputCommand {
    @Option(
            names = "--role",
            paramLabel = "ROLE",
            split = ",",
            defaultValue = "daemon",
            description =
                    "Roles of the certificate: daemon, master, submit, observe, admin; "
                            + "repeated or separated by commas (default: ${DEFAULT-VALUE}).")
    private List<String> roles = List.of("daemon");

    @Option(
            names = "--ttl",
            paramLabel = "TIME",
            description = "Validity of the token, 1s to 24h (default: ${DEFAULT-VALUE}).")
    private String ttl = "15m";

    @Option(
            names = "--for",
            paramLabel = "NAME",
            description = "Only permit this name (default: the joining machine chooses).")
    private @Nullable String name;

    @Option(
            names = "--address",
            paramLabel = "HOST:PORT",
            description =
                    "Address at which the joining machine reaches a daemon of this cluster "
                            + "(default: the one that listens here).")
    private @Nullable String address;

    @Override
    public Integer call() throws IOException, CommandFailure, IdentityException {
        Set<CertRole> wanted = roles();
        Duration time = ttl();
        if (name != null && !NodeId.isValid(name)) {
            throw invalid(
                    "--for must be 1 to %d letters, digits, '.', '_' or '-'"
                            .formatted(NodeId.MAX_LENGTH));
        }
        if (address != null && !JoinAddress.isOne(address)) {
            throw invalid(
                    "--address: \"%s\" is not HOST:PORT; write for example 192.0.2.7:4712"
                            .formatted(address));
        }
        TokenBook book = TokenCommand.book(cluster);
        Instant now = InstantSource.system().instant();
        JoinToken token = book.create(wanted, time, Optional.ofNullable(name), now);
        new CommandAudit(TokenCommand.authority(cluster).directory())
                .note(
                        AuditKind.TOKEN_CREATED,
                        Map.of(
                                "token",
                                token.id(),
                                "roles",
                                wanted.stream().map(CertRole::spelling).toList(),
                                "for",
                                name == null ? "" : name,
                                "expires",
                                now.plus(time).toString()));
        Optional<String> where =
                address != null ? Optional.of(address) : JoinAddress.of(cluster.running());
        print(token, wanted, where, now.plus(time));
        return ExitCode.OK;
    }

    private Set<CertRole> roles() {
        Set<CertRole> wanted = EnumSet.noneOf(CertRole.class);
        for (String role : roles) {
            try {
                wanted.add(CertRole.parse(role));
            } catch (IdentityException e) {
                throw invalid("--role: " + e.reason());
            }
        }
        if (wanted.contains(CertRole.MASTER)) {
            wanted.add(CertRole.DAEMON); // it is a daemon that commands
        }
        return wanted;
    }

    private Duration ttl() {
        Optional<Duration> time = Ttl.parse(ttl).filter(Ttl::isPermitted);
        return time.orElseThrow(() ->
                invalid("--ttl: \"" + ttl + "\" is not a time from 1s to 24h; use 90s, 15m or 2h"));
    }

    private void print(
            JoinToken token, Set<CertRole> wanted, Optional<String> where, Instant expires)
            throws IOException {
        String join = "evenkeel join " + where.orElse(JoinAddress.PLACEHOLDER) + " " + token.text();
        output.line(
                output.terminalColours().good("token " + token.id())
                        + ": "
                        + CertificateText.roles(wanted)
                        + (name == null ? "" : ", for " + name)
                        + "; valid for one join until "
                        + NumberFormatter.time(expires.toString()));
        if (where.isEmpty()) {
            output.line(
                    "No daemon of this cluster listens for other machines here. Replace "
                            + JoinAddress.PLACEHOLDER);
            output.line("by the address given to evenkeel daemon --listen HOST:PORT.");
        }
        output.line("On the joining machine, run:");
        output.line(join);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", token.id());
        fields.put("token", token.text());
        fields.put("roles", wanted.stream().map(CertRole::spelling).toList());
        if (name != null) {
            fields.put("for", name);
        }
        fields.put("expires", expires.toString());
        where.ifPresent(known -> fields.put("address", known));
        fields.put("join", join);
        output.json(fields);
    }
}
