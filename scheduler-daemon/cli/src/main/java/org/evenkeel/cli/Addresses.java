package org.evenkeel.cli;

import java.util.OptionalLong;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.model.Numbers;

/** Reads HOST:PORT of a command line. */
final class Addresses {

    private static final int MAX_PORT = 65_535;

    /**
     * An address that another machine can connect to.
     *
     * @throws CommandFailure naming what was given
     */
    static Address parse(String text) throws CommandFailure {
        int colon = text.lastIndexOf(':');
        OptionalLong port = Numbers.whole(text.substring(colon + 1), 1, MAX_PORT);
        if (colon <= 0 || port.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "\"" + text + "\" is not HOST:PORT; write for example 192.0.2.7:4712");
        }
        return new Address(text.substring(0, colon), (int) port.getAsLong());
    }
}
