package org.evenkeel.cli;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.audit.CommandAudit;
import org.evenkeel.daemon.identity.AuthorityFiles;
import org.evenkeel.daemon.identity.OpenToken;
import org.evenkeel.daemon.identity.TokenBook;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.IdentityException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Tokens to join with, on the machine that has the authority. */
@Command(
        name = "token",
        description = "Create, list and revoke tokens for joining this machine's cluster.",
        subcommands = {
            TokenCreateCommand.class,
            TokenCommand.Listing.class,
            TokenCommand.Revoking.class
        },
        footer = {
            "",
            "Each token admits one machine, once, within 15 minutes by default. Run "
                    + "this on the machine where evenkeel cluster init ran.",
            "",
            "Examples:",
            "  evenkeel token create            # one more machine",
            "  evenkeel token create --role master",
            "  evenkeel token create --role submit --for laptop",
            "  evenkeel token list"
        })
final class TokenCommand extends GroupCommand {
    /** The book of this machine's authority, which has to be there. */
    static TokenBook book(ClusterOption cluster) throws CommandFailure {
        return new TokenBook(authority(cluster), new SecureRandom());
    }

    /** The files of this machine's authority, which has to be there. */
    static AuthorityFiles authority(ClusterOption cluster) throws CommandFailure {
        AuthorityFiles files = new AuthorityFiles(cluster.directory());
        if (!files.exists()) {
            throw new CommandFailure(
                    ExitCode.NOTHING,
                    ("the authority of %s is not on this machine: use the machine that holds it, "
                                    + "or create a cluster here (evenkeel cluster init%s)")
                            .formatted(cluster.title(), cluster.asArgument()));
        }
        return files;
    }

    /** Lists tokens that are open. */
    @Command(
            name = "list",
            description = "List unused tokens, without their secrets.",
            footer = {
                "  evenkeel token list",
                "  evenkeel token list --json | jq -r '.tokens[].id'"
            })
    static final class Listing extends ClusterOutputCommand {
        @Override
        public Integer call() throws IOException, CommandFailure, IdentityException {
            List<OpenToken> tokens = book(cluster).list(InstantSource.system().instant());
            TextTable table = new TextTable("", "token", "roles", "for", "until");
            List<Map<String, Object>> fields = new ArrayList<>();
            for (OpenToken token : tokens) {
                table.row(
                        token.id(),
                        CertificateText.roles(token.roles()),
                        token.name().orElse("any name"),
                        NumberFormatter.time(token.expires().toString()));
                fields.add(fields(token));
            }
            output.table(table, "no unused tokens");
            output.json(Map.of("tokens", fields));
            return ExitCode.OK;
        }

        private static Map<String, Object> fields(OpenToken token) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("id", token.id());
            fields.put("roles", token.roles().stream().map(CertRole::spelling).toList());
            token.name().ifPresent(name -> fields.put("for", name));
            fields.put("created", token.created().toString());
            fields.put("expires", token.expires().toString());
            return fields;
        }
    }

    /** Revokes a token that was not used. */
    @Command(
            name = "revoke",
            description = {
                "Revoke an unused token.",
                "A machine that has used the token keeps its certificate: evenkeel cert "
                        + "revoke takes it back."
            },
            footer = {"", "Examples:", "  evenkeel token revoke 3k7x0a9q"})
    static final class Revoking extends ClusterOutputCommand {
        @Parameters(
                paramLabel = "ID",
                description = "Id of the token; evenkeel token list shows it.")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private String id;

        @Override
        public Integer call() throws IOException, CommandFailure {
            if (!book(cluster).revoke(id)) {
                throw new CommandFailure(
                        ExitCode.NOTHING,
                        "no unused token has this id; run evenkeel token list%s to see them"
                                .formatted(cluster.asArgument()));
            }
            new CommandAudit(authority(cluster).directory())
                    .note(AuditKind.TOKEN_REVOKED, Map.of("token", id));
            output.line(output.terminalColours().good("revoked") + ": token " + id);
            output.json(Map.of("revoked", id));
            return ExitCode.OK;
        }
    }
}
