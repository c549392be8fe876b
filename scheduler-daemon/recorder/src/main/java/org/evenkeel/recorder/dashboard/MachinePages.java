package org.evenkeel.recorder.dashboard;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.time.ZoneId;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.DaemonConnection.Connector;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;
import org.jspecify.annotations.Nullable;

/** Pages of machines; the nodes are asked at most once a second. For any thread. */
final class MachinePages {

    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Names in a question: so much of its frame. Of more nodes all members are asked. */
    private static final int MAX_NAMES_BYTES = WireLimits.MAX_CONTROL_FRAME_BYTES / 2;

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
            nodes = client.ask(DaemonClient.toAll(Topic.TOPIC_NODES));
            stats = client.ask(statsOf(nodes));
        }
        askedNanos = System.nanoTime();
        asked = true;
        machines.update(nodes, stats, askedNanos, System.currentTimeMillis());
    }

    /** Of the nodes that have answered: one that does not answer is waited for once. */
    private static Query.Builder statsOf(Answers nodes) {
        Query.Builder named = DaemonClient.toAll(Topic.TOPIC_STATS);
        nodes.getNodesList().stream().map(NodesAnswer::getNode).forEach(named::addNodes);
        boolean fits = named.build().getSerializedSize() <= MAX_NAMES_BYTES;
        return fits ? named : DaemonClient.toAll(Topic.TOPIC_STATS);
    }
}
