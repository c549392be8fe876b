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
import java.util.concurrent.Callable;
import org.evenkeel.cli.show.Numbers;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.audit.CommandAudit;
import org.evenkeel.daemon.identity.TokenBook;
import org.evenkeel.model.NodeId;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.JoinToken;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes a token and prints the command that uses it. */
@Command(
        name = "create",
        description = {
            "Make a token that lets one machine or client join, once.",
            "The last line printed is the command to run there. Who sees it can join in its place:"
                    + " paste it, do not mail it. The token tells the joiner which authority to"
                    + " trust, so nobody in between can pretend to be the cluster."
        },
        footer = {
            "",
            "Roles: daemon runs tasks for others; master is a daemon that may command scheduling phases"
                    + " too (daemon --master true); submit runs code on all machines; observe looks and"
                    + " changes nothing; admin ends jobs of others and has nodes leave.",
            "",
            "Examples:",
            "  evenkeel token create                                a machine, any name",
            "  evenkeel token create --for n7 --ttl 2h              for node n7, two hours",
            "  evenkeel token create --role master                  a second machine that may be master",
            "  evenkeel token create --role submit,observe          a client",
            "  evenkeel token create --json | jq -r .join"
        })
final class TokenCreateCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin private final Output output = new Output();
    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            split = ",",
            defaultValue = "daemon",
            description =
                    "What its certificate permits: daemon, master, submit, observe, admin; several times or"
                            + " with commas (default: ${DEFAULT-VALUE}).")
    private List<String> roles = List.of("daemon");

    @Option(
            names = "--ttl",
            paramLabel = "TIME",
            defaultValue = "15m",
            description = "How long it counts, 1s to 24h (default: ${DEFAULT-VALUE}).")
    private String ttl = "15m";

    @Option(
            names = "--for",
            paramLabel = "NAME",
            description = "The only name it may be used for (default: the joiner chooses).")
    private @Nullable String name;

    @Option(
            names = "--address",
            paramLabel = "HOST:PORT",
            description =
                    "Where the joiner finds a daemon of this cluster (default: where one listens"
                            + " here).")
    private @Nullable String address;

    @Override
    public Integer call() throws IOException, CommandFailure, IdentityException {
        Set<CertRole> wanted = roles();
        Duration time = ttl();
        if (name != null && !NodeId.isValid(name)) {
            throw usage("--for: 1 to " + NodeId.MAX_LENGTH + " letters, digits, '.', '_' or '-'");
        }
        if (address != null && !JoinAddress.isOne(address)) {
            throw usage("--address: \"" + address + "\" is not HOST:PORT");
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
        tell(token, wanted, where, now.plus(time));
        return ExitCode.OK;
    }

    private Set<CertRole> roles() {
        Set<CertRole> wanted = EnumSet.noneOf(CertRole.class);
        for (String role : roles) {
            try {
                wanted.add(CertRole.parse(role));
            } catch (IdentityException e) {
                throw usage("--role: " + e.reason());
            }
        }
        if (wanted.contains(CertRole.MASTER)) {
            wanted.add(CertRole.DAEMON); // it is a daemon that commands
        }
        return wanted;
    }

    private Duration ttl() {
        Optional<Duration> time = Ttl.parse(ttl).filter(Ttl::isPermitted);
        return time.orElseThrow(
                () -> usage("--ttl: \"" + ttl + "\" is not a time like 90s, 15m or 2h up to 24h"));
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private void tell(
            JoinToken token, Set<CertRole> wanted, Optional<String> where, Instant expires)
            throws IOException {
        String join = "evenkeel join " + where.orElse(JoinAddress.PLACEHOLDER) + " " + token.text();
        output.line(
                output.paint().good("token " + token.id())
                        + ": "
                        + CertificateWords.roles(wanted)
                        + (name == null ? "" : ", for " + name)
                        + "; lets one in until "
                        + Numbers.time(expires.toString()));
        if (where.isEmpty()) {
            output.line(
                    "No daemon of this cluster listens for other machines here: put in place of "
                            + JoinAddress.PLACEHOLDER);
            output.line("what it is given by evenkeel daemon --listen HOST:PORT.");
        }
        output.line("On the machine that is to join:");
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
