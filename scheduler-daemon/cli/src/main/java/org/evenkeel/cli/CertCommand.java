package org.evenkeel.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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
            "",
            "Examples:",
            "  evenkeel cert show             show this machine's certificate",
            "  evenkeel cert list             list the machines and clients of the cluster",
            "  evenkeel cert revoke n7        exclude n7 from the cluster"
        })
final class CertCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "choose one of show, renew, list and revoke");
    }
}
