package org.evenkeel.client;

import com.google.protobuf.ByteString;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.client.graph.Ground;
import org.evenkeel.client.value.GraphTask;
import org.evenkeel.client.value.Made;
import org.evenkeel.client.value.ValueRef;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.FetchValue;
import org.evenkeel.wire.proto.Frame;

/** What a graph runs on: the nodes that the daemon of a connection is linked with. */
final class GraphGround implements Ground {

    private final JobClient cluster;
    private final Connection connection;
    private final long job;

    /** Workers as they were told last: a node that is busy may be silent for a while. */
    private volatile Map<String, Integer> told = Map.of();

    GraphGround(JobClient cluster, Connection connection, long job) {
        this.cluster = cluster;
        this.connection = connection;
        this.job = job;
    }

    @Override
    public TaskHandle<Made> submit(GraphTask task, TaskOptions options) {
        return cluster.submit(task, options);
    }

    @Override
    public void askNodes(Consumer<Map<String, Integer>> answer) {
        connection.ask("nodes", true, json -> answer.accept(workers(json)));
    }

    /** Workers of the node that answers and of its neighbours whose links are up. */
    private Map<String, Integer> workers(Map<String, ?> answer) {
        List<Map<?, ?>> all = Json.objects(answer, "answers");
        Map<String, Integer> known = new HashMap<>(told);
        for (Map<?, ?> one : all) {
            if (one.get("workers") instanceof Long count) {
                int open = Json.is(one, "draining") ? 0 : Math.toIntExact(count);
                known.put(Json.text(one, "node"), open);
            }
        }
        told = Map.copyOf(known);
        Map<String, Integer> workers = new LinkedHashMap<>();
        if (!all.isEmpty()) {
            Map<?, ?> own = all.getFirst();
            put(workers, known, Json.text(own, "node"));
            for (Map<?, ?> neighbour : Json.objects(own, "neighbours")) {
                if (Json.is(neighbour, "up")) {
                    put(workers, known, Json.text(neighbour, "name"));
                }
            }
        }
        return workers;
    }

    private static void put(Map<String, Integer> to, Map<String, Integer> known, String node) {
        int count = known.getOrDefault(node, 0);
        if (count > 0) {
            to.put(node, count);
        }
    }

    @Override
    public void spread(ValueRef value, String node) {
        connection.tell(
                Frame.newBuilder()
                        .setFetchValue(
                                FetchValue.newBuilder()
                                        .setBlob(
                                                BlobRef.newBuilder()
                                                        .setSha256(
                                                                ByteString.copyFrom(
                                                                        Digest.parse(value.sha256())
                                                                                .toBytes()))
                                                        .setSize(value.bytes()))
                                        .addAllHolders(value.holders())
                                        .setJob(job)
                                        .setNode(node))
                        .build());
    }
}
