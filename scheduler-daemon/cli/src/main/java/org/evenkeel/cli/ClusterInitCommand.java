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
import picocli.CommandLine.Option;

/** Makes the authority of a cluster, and this machine's own certificate. */
@Command(
        name = "init",
        description = {
            "Create a cluster that other machines can join, with this machine as its first.",
            "Creates the cluster's authority, which signs every certificate, and a certificate for "
                    + "this machine with the roles daemon and master. Keep a backup of the "
                    + "directory \"authority\" in a safe place: its holder controls the cluster."
        },
        footer = {
            "  evenkeel cluster init                  # the node has the host's name",
            "  evenkeel cluster init --name head",
            "  evenkeel cluster init --cluster lab    # one of several clusters of this machine",
            "Then: evenkeel daemon --listen HOST:PORT, evenkeel token create."
        })
final class ClusterInitCommand extends ClusterOutputCommand {
    private static final Set<CertRole> ROLES = EnumSet.of(CertRole.DAEMON, CertRole.MASTER);

    @Option(
            names = "--name",
            paramLabel = "NODE",
            description = "Name of this node (default: the host's name).")
    private @Nullable String name;

    @Override
    public Integer call() throws IOException, CommandFailure, IdentityException {
        String node = name == null ? HostName.asNodeName() : name;
        if (!NodeId.isValid(node)) {
            throw invalid(
                    "--name must be 1 to %d letters, digits, '.', '_' or '-'"
                            .formatted(NodeId.MAX_LENGTH));
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
        print(credentials);
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
                    ("this machine is %s, whose authority is on another machine; give the new "
                                    + "cluster another directory: --cluster NAME")
                            .formatted(own.get().subject()));
        }
        boolean same = own.get().authority().equals(files.certificate());
        throw new CommandFailure(
                ExitCode.FAILED,
                same
                        ? ("an authority exists already, and this machine is %s; next: evenkeel "
                                        + "token create%s")
                                .formatted(own.get().subject(), cluster.asArgument())
                        : ("an authority exists already, and this machine is %s, which belongs to "
                                        + "another cluster: move either %s or %s elsewhere")
                                .formatted(
                                        own.get().subject(),
                                        files.directory(),
                                        new IdentityFiles(cluster.directory()).file()));
    }

    private void print(Credentials credentials) throws IOException {
        CertificateText words = new CertificateText(credentials.certificate());
        String id = credentials.subject().cluster();
        String start =
                "evenkeel daemon" + cluster.asDirectory() + " --listen HOST:PORT --workers 0";
        String token = "evenkeel token create" + cluster.asArgument();
        output.line(
                output.terminalColours().good("made")
                        + ": cluster "
                        + id
                        + "; this machine is its node "
                        + credentials.subject().name());
        output.line("Authority:   " + new AuthorityFiles(cluster.directory()).directory());
        output.line("             back it up in a safe place: its holder controls the cluster");
        output.line("Certificate: daemon, master; valid until " + words.until());
        output.line("");
        output.line(
                "Next, start a daemon that other machines can reach. It runs no tasks, "
                        + "because they could read the");
        output.line("authority's key:");
        output.line("  " + start);
        output.line("Then create a token for each machine that joins:");
        output.line("  " + token);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("cluster", id);
        fields.put("directory", cluster.directory().toString());
        fields.put("authority", CertificateText.fingerprint(credentials.authority()));
        fields.putAll(words.fields(credentials.subject()));
        fields.put("next", List.of(start, token));
        output.json(fields);
    }
}
