package org.evenkeel.cli;

import picocli.CommandLine.Command;

/** Certificates: this machine's own, and on the machine with the authority every machine's. */
@Command(
        name = "cert",
        description =
                "Inspect and renew this machine's certificate; list and revoke "
                        + "certificates on the machine with the authority.",
        subcommands = {
            CertShowCommand.class,
            CertRenewCommand.class,
            CertListCommand.class,
            CertRevokeCommand.class
        },
        footer = {
            "  evenkeel cert show           # show this machine's certificate",
            "  evenkeel cert list           # list the machines and clients of the cluster",
            "  evenkeel cert revoke n7      # exclude n7 from the cluster"
        })
final class CertCommand extends GroupCommand {}
