package org.evenkeel.cli;

import org.evenkeel.daemon.config.DaemonConfig.Address;

/** Reads HOST:PORT of a command line. */
final class Addresses {

    private static final int MAX_PORT = 65_535;

    private Addresses() {}

    /**
     * An address that somebody can connect to.
     *
     * @throws CommandFailure naming what was given
     */
    static Address parse(String text) throws CommandFailure {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon > 0 && port > 0 && port <= MAX_PORT) {
                return new Address(text.substring(0, colon), port);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new CommandFailure(
                ExitCode.USAGE, "\"" + text + "\" is not HOST:PORT, e.g. 192.0.2.7:4712");
    }
}
