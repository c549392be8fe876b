package org.evenkeel.cli;

import java.io.IOException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.audit.CommandAudit;
import org.evenkeel.daemon.config.HostName;
import org.evenkeel.daemon.identity.Authority;
import org.evenkeel.daemon.identity.AuthorityFiles;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.daemon.identity.Issued;
import org.evenkeel.model.NodeId;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.Subject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes the authority of a cluster, and this machine's own certificate. */
@Command(
        name = "init",
        description = {
            "Make this machine the first of a cluster that other machines can join.",
            "It gets the cluster's authority, which signs everybody's certificates, and a certificate"
                    + " of its own with the roles daemon and master. Keep a copy of the directory"
                    + " \"authority\" in a safe place: who has it is the cluster."
        },
        footer = {
            "",
            "Examples:",
            "  evenkeel cluster init                    the node is called as the host",
            "  evenkeel cluster init --name head",
            "  evenkeel cluster init --cluster lab      one of several clusters of this machine",
            "Then: evenkeel daemon --listen HOST:PORT, evenkeel token create."
        })
final class ClusterInitCommand implements Callable<Integer> {
    private static final Set<CertRole> ROLES = EnumSet.of(CertRole.DAEMON, CertRole.MASTER);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin private final Output output = new Output();
    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Option(
            names = "--name",
            paramLabel = "NODE",
            description = "What this node is called (default: the host's name).")
    private @Nullable String name;

    @Override
    public Integer call() throws IOException, CommandFailure, IdentityException {
        String node = name == null ? HostName.asNodeName() : name;
        if (!NodeId.isValid(node)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--name: 1 to " + NodeId.MAX_LENGTH + " letters, digits, '.', '_' or '-'");
        }
        Instant now = InstantSource.system().instant();
        SecureRandom random = new SecureRandom();
        AuthorityFiles files = new AuthorityFiles(cluster.directory());
        IdentityFiles identity = new IdentityFiles(cluster.directory());
        requireRoom(files, identity.load());
        // An authority without an identity beside it is what was left when this was ended half-way.
        Authority authority =
                files.exists()
                        ? Authority.open(files, random)
                        : Authority.create(files, random, now);
        KeyPair keys = Keys.generate(random);
        Subject subject = new Subject(authority.cluster(), node, ROLES);
        X509Certificate certificate = authority.issue(keys.getPublic(), subject, Issued.INIT, now);
        Credentials credentials =
                Credentials.of(keys.getPrivate(), certificate, authority.certificate());
        identity.save(credentials);
        new CommandAudit(files.directory())
                .note(
                        AuditKind.CERTIFICATE_ISSUED,
                        Map.of(
                                "name",
                                node,
                                "roles",
                                ROLES.stream().map(CertRole::spelling).toList(),
                                "serial",
                                Issued.spell(certificate.getSerialNumber())));
        identity.keepRevoked(authority.revoked(), authority.certificate());
        tell(credentials);
        return ExitCode.OK;
    }

    private void requireRoom(AuthorityFiles files, Optional<Credentials> own)
            throws IOException, CommandFailure, IdentityException {
        if (own.isEmpty()) {
            return;
        }
        if (!files.exists()) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "this machine is "
                            + own.get().subject()
                            + ", whose authority is elsewhere; for a cluster of its own give it"
                            + " another directory: --cluster NAME");
        }
        boolean same = own.get().authority().equals(files.certificate());
        throw new CommandFailure(
                ExitCode.FAILED,
                same
                        ? "there is an authority already, and this machine is "
                                + own.get().subject()
                                + "; next: evenkeel token create"
                                + cluster.asArgument()
                        : "there is an authority already, and this machine is "
                                + own.get().subject()
                                + ", which is not its cluster: move one of "
                                + files.directory()
                                + " and "
                                + new IdentityFiles(cluster.directory()).file()
                                + " away");
    }

    private void tell(Credentials credentials) throws IOException {
        CertificateWords words = new CertificateWords(credentials.certificate());
        String id = credentials.subject().cluster();
        String start =
                "evenkeel daemon" + cluster.asDirectory() + " --listen HOST:PORT --workers 0";
        String token = "evenkeel token create" + cluster.asArgument();
        output.line(
                output.paint().good("made")
                        + ": cluster "
                        + id
                        + "; this machine is its node "
                        + credentials.subject().name());
        output.line("Authority:   " + new AuthorityFiles(cluster.directory()).directory());
        output.line("             keep a copy in a safe place; who has it is the cluster");
        output.line("Certificate: daemon, master; until " + words.until());
        output.line("");
        output.line(
                "Next, a daemon that others can reach; it runs no tasks, for they could read the");
        output.line("authority's key:");
        output.line("  " + start);
        output.line("and for each machine that is to join:");
        output.line("  " + token);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("cluster", id);
        fields.put("directory", cluster.directory().toString());
        fields.put("authority", CertificateWords.fingerprint(credentials.authority()));
        fields.putAll(words.fields(credentials.subject()));
        fields.put("next", List.of(start, token));
        output.json(fields);
    }
}
