package org.evenkeel.client.graph;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.client.value.GraphTask;
import org.evenkeel.client.value.ProducedValue;
import org.evenkeel.client.value.TransferredInput;
import org.evenkeel.client.value.ValueRef;
import org.evenkeel.client.value.ValueService;
import org.jspecify.annotations.Nullable;

/** Nodes in this process, each with its own values; they can die, with all they have. */
final class FakeGround implements GraphRuntime {

    private final Map<String, Map<String, Object>> nodes = new LinkedHashMap<>();
    private final SplittableRandom random;
    private int deaths;
    private int made;
    final List<String> sentTo = new ArrayList<>();
    final Map<String, Integer> spreads = new LinkedHashMap<>();

    /**
     * @param deaths how many nodes die, each when a task is at its turn there
     */
    FakeGround(int count, int deaths, SplittableRandom random) {
        for (int i = 1; i <= count; i++) {
            nodes.put("n" + i, new LinkedHashMap<>());
        }
        this.deaths = deaths;
        this.random = random;
    }

    @Override
    public synchronized TaskHandle<ProducedValue> submit(GraphTask task, TaskOptions options) {
        sentTo.add(options.name() + "@" + options.node());
        CompletableFuture<ProducedValue> result = new CompletableFuture<>();
        Thread.startVirtualThread(() -> run(task, options.node(), result));
        return new Handle(options.name(), result);
    }

    private synchronized void run(
            GraphTask task, String wanted, CompletableFuture<ProducedValue> result) {
        if (deaths > 0 && nodes.size() > 1 && random.nextInt(6) == 0) {
            deaths--;
            nodes.remove(wanted);
        }
        String node = nodes.containsKey(wanted) ? wanted : nodes.keySet().iterator().next();
        try {
            result.complete(task.run(context(node)));
        } catch (Exception e) {
            result.completeExceptionally(new TaskFailedException("it threw " + e, "", node, e));
        }
    }

    private TaskContext context(String node) {
        NodeValues nodeValues = new NodeValues(node);
        return (TaskContext)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {TaskContext.class, ValueService.class},
                        (proxy, method, arguments) ->
                                switch (method.getName()) {
                                    case "node" -> node;
                                    case "checkpoint" -> null;
                                    default -> method.invoke(nodeValues, arguments);
                                });
    }

    private final class NodeValues implements ValueService {
        private final String node;

        NodeValues(String node) {
            this.node = node;
        }

        @Override
        public List<TransferredInput> fetch(List<ValueRef> values, List<String> lost) {
            List<TransferredInput> transferredInputs = new ArrayList<>();
            for (ValueRef value : values) {
                Map<String, Object> own = nodes.get(node);
                String from =
                        value.holders().stream()
                                .filter(holder ->
                                        nodes.getOrDefault(holder, Map.of())
                                                .containsKey(value.sha256()))
                                .findFirst()
                                .orElse(null);
                if (own.containsKey(value.sha256())) {
                    transferredInputs.add(new TransferredInput(value.sha256(), 0, ""));
                } else if (from == null) {
                    lost.add(value.sha256());
                } else {
                    own.put(value.sha256(), nodes.get(from).get(value.sha256()));
                    transferredInputs.add(new TransferredInput(value.sha256(), 1, from));
                }
            }
            return transferredInputs;
        }

        @Override
        public @Nullable Object read(ValueRef value) throws IOException {
            Object read = nodes.get(node).get(value.sha256());
            if (read == null) {
                throw new IOException("not here");
            }
            return read;
        }

        @Override
        public ValueRef keep(@Nullable Object value) {
            String name = "value " + ++made;
            nodes.get(node).put(name, String.valueOf(value));
            return new ValueRef(name, 1_000_000, List.of(node));
        }
    }

    @Override
    public void askNodes(Consumer<Map<String, Integer>> answer) {
        Map<String, Integer> workers = new LinkedHashMap<>();
        synchronized (this) {
            nodes.keySet().forEach(name -> workers.put(name, 2));
        }
        answer.accept(workers);
    }

    @Override
    public synchronized void spread(ValueRef value, String node) {
        spreads.merge(value.sha256() + ">" + node, 1, Integer::sum);
    }

    private record Handle(String name, CompletableFuture<ProducedValue> result)
            implements TaskHandle<ProducedValue> {
        @Override
        public String id() {
            return name;
        }

        @Override
        public boolean isDone() {
            return result.isDone();
        }

        @Override
        public boolean isCancelled() {
            return result.isCancelled();
        }

        @Override
        public ProducedValue get() {
            return result.join();
        }

        @Override
        public ProducedValue get(Duration longest) {
            return result.join();
        }

        @Override
        public ProducedValue join() {
            return result.join();
        }

        @Override
        public boolean cancel() {
            return result.cancel(false);
        }

        @Override
        public String where() {
            return "";
        }

        @Override
        public void onDone(
                BiConsumer<? super @Nullable ProducedValue, ? super @Nullable Throwable> then) {
            result.whenComplete(then);
        }

        @Override
        public CompletableFuture<ProducedValue> toCompletableFuture() {
            return result;
        }
    }
}
