package org.evenkeel.cli.doctor;

/** The check of an address at which a daemon is to listen; it looks nothing up. */
public final class PortCheck {
    private static final String CHECK = "port";

    /** What was found at an address. */
    public sealed interface Use {
        /** No process listens there. */
        record Free() implements Use {}

        /** A daemon of this cluster listens there. */
        record OwnDaemon(String node) implements Use {}

        /**
         * Another process listens there.
         *
         * @param process human-readable; empty when it is not known
         */
        record Other(String process) implements Use {}

        /** It cannot be used for another reason. */
        record Unusable(String reason) implements Use {}
    }

    /**
     * Whether a daemon can listen.
     *
     * @param port 0 for any free one
     */
    public static Finding check(String host, int port, Use use) {
        String address = host + ":" + port;
        return switch (use) {
            case Use.Free _ ->
                    Finding.ok(
                            CHECK,
                            port == 0
                                    ? host + ", any free port (daemon key listen)"
                                    : address + " is free");
            case Use.OwnDaemon own -> Finding.ok(CHECK, address + ": node " + own.node());
            case Use.Other other ->
                    Finding.problem(
                            CHECK,
                            address
                                    + " is in use by "
                                    + (other.process().isEmpty()
                                            ? "another process, which is not known to this user"
                                            : other.process()),
                            "end that process, or choose another port (daemon key listen)");
            case Use.Unusable unusable ->
                    Finding.problem(
                            CHECK,
                            address + ": " + unusable.reason(),
                            "name an address of this machine and a port that you may use (daemon "
                                    + "key listen)");
        };
    }
}
