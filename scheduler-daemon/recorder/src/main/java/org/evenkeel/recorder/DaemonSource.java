package org.evenkeel.recorder;

import java.io.Closeable;
import java.io.IOException;
import org.evenkeel.cli.ClusterOption;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.jspecify.annotations.Nullable;

/** Asks one daemon of a cluster; another one when that does not answer. For one thread. */
final class DaemonSource implements Recorder.Source, Closeable {

    private final ClusterOption cluster;
    private @Nullable DaemonClient client;

    DaemonSource(ClusterOption cluster) {
        this.cluster = cluster;
    }

    @Override
    public Answers ask(Query.Builder query) throws IOException, CommandFailure {
        DaemonClient open = client;
        if (open == null) {
            open = cluster.connect().raw();
            client = open;
        }
        try {
            return open.ask(query);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    @Override
    public void close() {
        DaemonClient open = client;
        client = null;
        if (open != null) {
            open.close();
        }
    }
}
