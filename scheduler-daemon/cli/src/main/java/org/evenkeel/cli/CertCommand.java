package org.evenkeel.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Certificates: this machine's own, and on the machine with the authority everybody's. */
@Command(
        name = "cert",
        description =
                "Look at certificates and renew one's own; list and revoke them where the authority is.",
        subcommands = {
            CertShowCommand.class,
            CertRenewCommand.class,
            CertListCommand.class,
            CertRevokeCommand.class
        },
        footer = {
            "",
            "Examples:",
            "  evenkeel cert show             who is this machine, and for how long?",
            "  evenkeel cert list             who is in the cluster?",
            "  evenkeel cert revoke n7        n7 is out"
        })
final class CertCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "show, renew, list or revoke?");
    }
}
