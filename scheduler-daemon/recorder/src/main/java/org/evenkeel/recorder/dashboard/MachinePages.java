package org.evenkeel.recorder.dashboard;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.time.ZoneId;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.DaemonConnection.Connector;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;
import org.jspecify.annotations.Nullable;

/** Pages of machines; the nodes are asked at most once a second. For any thread. */
final class MachinePages {

    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Connector connector;
    private final MachineList machines = new MachineList(ZoneId.systemDefault());
    private boolean asked;
    private long askedNanos;

    MachinePages(Connector connector) {
        this.connector = connector;
    }

    /** All machines, as {@link MachineList#all} has them. */
    synchronized byte[] all() throws IOException {
        look();
        return JSON.std.asBytes(machines.all());
    }

    /** One machine, as {@link MachineList#one} has it; null if there is none of this name. */
    synchronized byte @Nullable [] one(String name) throws IOException {
        look();
        Map<String, Object> page = machines.one(name);
        return page == null ? null : JSON.std.asBytes(page);
    }

    private void look() throws IOException {
        if (asked && System.nanoTime() - askedNanos < FRESH_NANOS) {
            return;
        }
        Answers nodes;
        Answers stats;
        try (DaemonClient client = connector.connect().raw()) {
            nodes = client.ask(question(Topic.TOPIC_NODES));
            Query.Builder ofThese = question(Topic.TOPIC_STATS);
            // A node that does not answer is waited for once.
            nodes.getNodesList().stream().map(NodesAnswer::getNode).forEach(ofThese::addNodes);
            stats = client.ask(ofThese);
        }
        askedNanos = System.nanoTime();
        asked = true;
        machines.update(nodes, stats, askedNanos, System.currentTimeMillis());
    }

    private static Query.Builder question(Topic topic) {
        return Query.newBuilder().setTopic(topic).setCluster(true);
    }
}
