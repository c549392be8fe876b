package org.evenkeel.cli.query;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.jspecify.annotations.Nullable;

/**
 * A connection for asking a cluster again and again: to one daemon as long as that one answers,
 * then to another one. For one thread at a time.
 */
public final class DaemonConnection implements Closeable {

    private final Connector connector;
    private final Consumer<IOException> failures;
    private @Nullable DaemonClient client;

    /** Finds a daemon that answers, whichever. */
    @FunctionalInterface
    public interface Connector {
        DaemonClient connect() throws IOException;
    }

    /** What is asked. It may be asked twice, of two daemons. */
    @FunctionalInterface
    public interface Question<R> {
        R ask(DaemonClient client) throws IOException;
    }

    /** Connects when something is asked. */
    public DaemonConnection(Connector connector) {
        this(connector, _ -> {});
    }

    /**
     * The same.
     *
     * @param failures hears why a daemon that had answered before gives no answer, before another
     *     one is asked
     */
    public DaemonConnection(Connector connector, Consumer<IOException> failures) {
        this.connector = connector;
        this.failures = failures;
    }

    /**
     * The connection to the daemon that is asked now; it is made if there is none.
     *
     * @throws IOException if no daemon answers
     */
    public DaemonClient client() throws IOException {
        DaemonClient kept = client;
        if (kept == null) {
            kept = connector.connect();
            client = kept;
        }
        return kept;
    }

    /**
     * Asks the daemon that has answered before. If it gives no answer, or there is none, it asks
     * once more, the first daemon that can be connected to now.
     *
     * @throws IOException if no daemon can be connected to, or that one gives no answer either
     */
    public <R> R ask(Question<R> question) throws IOException {
        if (client != null) {
            try {
                return askOpen(question);
            } catch (IOException e) {
                failures.accept(e); // if all daemons fail, what follows says why
            }
        }
        return askOpen(question);
    }

    /** The same of a question without more to it. */
    public Answers ask(Query.Builder question) throws IOException {
        return ask(daemon -> daemon.ask(question));
    }

    /** Keeps the connection if an answer came over it, else closes it. */
    private <R> R askOpen(Question<R> question) throws IOException {
        DaemonClient open = client();
        client = null;
        try {
            R answer = question.ask(open);
            client = open;
            return answer;
        } finally {
            if (client == null) {
                open.close();
            }
        }
    }

    @Override
    public void close() {
        DaemonClient kept = client;
        client = null;
        if (kept != null) {
            kept.close();
        }
    }
}
