package org.evenkeel.cli;

import java.io.Closeable;
import java.io.IOException;
import org.evenkeel.cli.query.DaemonClient;

/**
 * The daemon that a command asks again and again, and another one once that has ended. For one
 * thread.
 */
final class AskedDaemon implements Closeable {

    private final ClusterOption cluster;
    private final Output output;
    private DaemonClient client;

    /** What is asked. It may be asked twice, of two daemons. */
    @FunctionalInterface
    interface Question<R> {
        R ask(DaemonClient client) throws IOException;
    }

    /**
     * @param cluster says which daemons there are
     * @param output tells when another one is asked
     */
    AskedDaemon(ClusterOption cluster, Output output) throws IOException, CommandFailure {
        this.cluster = cluster;
        this.output = output;
        this.client = cluster.connect();
    }

    /** The connection to the daemon that is asked now. */
    DaemonClient client() {
        return client;
    }

    /**
     * Asks; if that fails, asks once more, the first daemon that can be connected to now.
     *
     * @throws IOException if no daemon can be connected to, or that one gives no answer either
     * @throws CommandFailure if no daemon runs
     */
    <R> R ask(Question<R> question) throws IOException, CommandFailure {
        try {
            return question.ask(client);
        } catch (IOException e) {
            output.aside("no answer: " + FailureText.of(e) + "; asking another daemon");
            client.close();
            client = cluster.connect();
            return question.ask(client);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
