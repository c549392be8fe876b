package org.evenkeel.cli;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import org.evenkeel.daemon.admission.AuthorityClient;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.identity.Authority;
import org.evenkeel.daemon.identity.AuthorityFiles;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Renews this machine's certificate now. */
@Command(
        name = "renew",
        description = {
            "Renew this machine's certificate for the same key, name and roles.",
            "A running daemon renews its certificate daily; use this for clients, and "
                    + "for machines that were offline for long. Renewal is possible until 90 "
                    + "days after the certificate expired."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the certificate was renewed",
            "1:the authority rejected the request; the reason is printed",
            "2:the command line is invalid",
            "3:this machine has no certificate, or the authority does not answer"
        },
        footer = {
            "  evenkeel cert renew",
            "  evenkeel cert renew --address 192.0.2.7:4712   # after the authority moved"
        })
final class CertRenewCommand extends ClusterOutputCommand {
    @Option(
            names = "--address",
            paramLabel = "HOST:PORT",
            description =
                    "Address of the daemon with the authority (default: the address used to join).")
    private @Nullable String address;

    @Override
    public Integer call() throws IOException, CommandFailure, IdentityException {
        IdentityFiles files = new IdentityFiles(cluster.directory());
        Optional<Credentials> own = files.load();
        if (own.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.NOTHING,
                    "this machine has no certificate in %s: join with a token (evenkeel join)"
                            .formatted(cluster.title()));
        }
        Credentials renewed = renew(files, own.get());
        files.save(renewed);
        CertificateText words = new CertificateText(renewed.certificate());
        output.line(renewed.subject().name() + " renewed, valid until " + words.until());
        output.json(words.fields(renewed.subject()));
        return ExitCode.OK;
    }

    private Credentials renew(IdentityFiles files, Credentials own)
            throws IOException, CommandFailure, IdentityException {
        AuthorityFiles here = new AuthorityFiles(cluster.directory());
        if (address == null && here.exists()) {
            Authority authority = Authority.open(here, new SecureRandom());
            return Credentials.of(
                    own.key(),
                    authority.renew(
                            own.certificate(),
                            own.certificate().getPublicKey(),
                            InstantSource.system().instant()),
                    authority.certificate());
        }
        Optional<Address> to =
                address == null ? files.seed() : Optional.of(Addresses.parse(address));
        if (to.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "the address of the authority is unknown; add --address HOST:PORT");
        }
        if (address != null) {
            files.saveSeed(to.get());
        }
        AuthorityClient client =
                new AuthorityClient(to.get(), InstantSource.system(), output::aside);
        try {
            return client.renew(own).credentials();
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.NOTHING,
                    "no daemon answers at %s: %s; if the authority moved, add --address HOST:PORT"
                            .formatted(client, e.getMessage()));
        }
    }
}
