package org.evenkeel.cli;

import java.io.Console;
import java.io.IOException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.daemon.admission.AuthorityClient;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.config.HostName;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.JoinToken;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code evenkeel join}: this machine gets its certificate. */
@Command(
        name = "join",
        description = {
            "Join a cluster with a token.",
            "",
            "The token names the cluster's authority, and nothing is sent to any "
                    + "other. The machine receives a certificate for 90 days; a running daemon "
                    + "renews it daily. \"evenkeel token create\" on the machine with the "
                    + "authority prints the command to paste."
        })
final class JoinCommand extends ClusterOutputCommand {
    private static final int USUAL_PORT = 4712;
    private static final String FROM_INPUT = "-";
    private static final int MAX_TOKEN = 1_000;

    @Parameters(
            index = "0",
            paramLabel = "ADDRESS",
            description = "Address of the daemon with the authority, HOST:PORT.")
    private String address = "";

    @Parameters(
            index = "1",
            paramLabel = "TOKEN",
            description =
                    "One-time token for one machine; - reads it from standard input, which "
                            + "hides it from other users of this machine.")
    private String token = "";

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of this machine in the cluster (default: its host name).")
    private @Nullable String name;

    @Override
    public Integer call() throws IOException, CommandFailure {
        IdentityFiles files = new IdentityFiles(cluster.directory());
        Address authority = Addresses.parse(address);
        try {
            JoinToken parsed = JoinToken.parse(token.equals(FROM_INPUT) ? read() : token);
            requireRoom(files, parsed);
            AuthorityClient.Obtained obtained = ask(authority, parsed);
            files.save(obtained.credentials());
            files.saveSeed(authority);
            print(obtained);
            return ExitCode.OK;
        } catch (IdentityException e) {
            throw new CommandFailure(ExitCode.FAILED, e.reason());
        }
    }

    /** The first line of standard input. */
    private String read() throws IOException, CommandFailure {
        if (Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()) {
            output.aside("Paste the token and press Enter:");
        }
        StringBuilder line = new StringBuilder();
        for (int c = System.in.read(); c >= 0 && c != '\n'; c = System.in.read()) {
            line.append((char) c);
            if (line.length() > MAX_TOKEN) {
                throw new CommandFailure(
                        ExitCode.USAGE,
                        "the first line of standard input is not a token; paste the one that "
                                + "\"evenkeel token create\" printed");
            }
        }
        if (line.toString().isBlank()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "standard input is empty; paste the token that \"evenkeel token create\" "
                            + "printed");
        }
        return line.toString().strip();
    }

    private AuthorityClient.Obtained ask(Address authority, JoinToken parsed)
            throws IdentityException, CommandFailure {
        try {
            return new AuthorityClient(authority, InstantSource.system(), output::aside)
                    .join(parsed, wish());
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.NOTHING,
                    "no daemon answers at %s: %s; see that a daemon listens there"
                            .formatted(address, e.getMessage()));
        }
    }

    /** Whatever is in the way here is found before the token is used up. */
    private void requireRoom(IdentityFiles files, JoinToken parsed)
            throws IdentityException, CommandFailure {
        try {
            refuseSecondIdentity(files, parsed);
            files.requireWritable();
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "cannot store a certificate in %s: %s; the token is still unused"
                            .formatted(cluster.directory(), FailureText.of(e)));
        }
    }

    /** A machine is in one cluster; another certificate of the same one is fine. */
    private void refuseSecondIdentity(IdentityFiles files, JoinToken parsed)
            throws IOException, IdentityException, CommandFailure {
        Optional<Credentials> before = files.load();
        if (before.isPresent() && !parsed.pins(before.get().authority())) {
            throw new CommandFailure(
                    ExitCode.RUNNING,
                    ("this machine is already %s; to leave that cluster, delete %s, or join under "
                                    + "another directory (--cluster NAME)")
                            .formatted(before.get().subject(), files.file()));
        }
    }

    private String wish() {
        return name == null ? HostName.asNodeName() : name;
    }

    private void print(AuthorityClient.Obtained obtained) throws IOException {
        Credentials own = obtained.credentials();
        String start =
                "evenkeel daemon%s --node %s --listen %s:%d"
                        .formatted(
                                cluster.asArgument(),
                                own.subject().name(),
                                obtained.localHost(),
                                USUAL_PORT);
        output.line("joined: this machine is " + own.subject());
        output.line(
                "its certificate is valid until " + new CertificateText(own.certificate()).until());
        if (own.subject().has(CertRole.DAEMON)) {
            output.line("start its daemon: " + start);
        } else {
            output.line("programs and commands here find the cluster, first at " + address);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", own.subject().name());
        json.put("cluster", own.subject().cluster());
        json.put("roles", own.subject().roles().stream().map(CertRole::spelling).toList());
        json.put("until", own.certificate().getNotAfter().toInstant().toString());
        json.put("start", own.subject().has(CertRole.DAEMON) ? start : "");
        output.json(json);
    }
}
