package org.evenkeel.recorder.report;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.JobLine;
import org.evenkeel.cli.query.NodeOrder;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.model.JobId;
import org.evenkeel.recorder.history.TraceDecoder;
import org.evenkeel.recorder.history.TraceEntry;
import org.evenkeel.recorder.report.JobHistory.NodeFacts;
import org.evenkeel.recorder.report.RecordedJob.Gap;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;
import org.evenkeel.wire.proto.TraceAnswer;
import org.jspecify.annotations.Nullable;

/** A job as far as the nodes of a cluster still have records of it. */
final class LiveJob {

    /** Records asked of all nodes at a time, so that their answers fit into one. */
    private static final int RECORDS = 400_000;

    private static final int MOST = 8_192;

    /** Rows that a node may have on a page, whatever it says. */
    private static final int MAX_SLOTS = 4_096;

    private final DaemonClient client;
    private final JobId job;
    private final long mostRecords = RecordLimit.most();
    private long records;
    private final JobHistory history;
    private final Map<String, Long> next = new HashMap<>();
    private final Map<String, Long> ends = new HashMap<>();

    /** Up to where records of a node have been read: first, when it started. */
    private final Map<String, Long> reached = new HashMap<>();

    private final Map<String, NodeFacts> nodes = new TreeMap<>(NodeOrder.BY_NAME);
    private final List<Gap> gaps = new ArrayList<>();
    private final Set<String> silent = new TreeSet<>(NodeOrder.BY_NAME);
    private final Map<String, Answers.Refusal> refusals = new TreeMap<>(NodeOrder.BY_NAME);

    /**
     * @param client for one thread
     */
    LiveJob(DaemonClient client, JobId job) {
        this.client = client;
        this.job = job;
        this.history = new JobHistory(job);
    }

    /**
     * Reads what there is.
     *
     * @return null if no node has a record of the job
     */
    @Nullable RecordedJob read() throws IOException {
        Answers asked = ask(Query.newBuilder().setTopic(Topic.TOPIC_NODES));
        saySilent(asked);
        for (NodesAnswer node : asked.getNodesList()) {
            NodeFacts facts = facts(node);
            nodes.put(node.getNode(), facts);
            reached.put(node.getNode(), facts.started());
        }
        int most = Math.clamp(RECORDS / Math.max(1, asked.getNodesCount()), 100, MOST);
        boolean more = true;
        while (more) {
            Answers answers =
                    ask(
                            Query.newBuilder()
                                    .setTopic(Topic.TOPIC_TRACE)
                                    .setMost(most)
                                    .putAllFrom(next));
            saySilent(answers);
            more = false;
            for (TraceAnswer answer : answers.getTraceList()) {
                more |= add(answer);
            }
        }
        if (history.isEmpty()) {
            return null;
        }
        JobLine line =
                JobLine.list(
                                ask(Query.newBuilder()
                                                .setTopic(Topic.TOPIC_JOBS)
                                                .setJob(job.value()))
                                        .getJobsList())
                        .stream()
                        .findFirst()
                        .orElse(null);
        return history.build(
                line == null ? null : line.job().getName(),
                line == null ? "" : line.job().getSubmitter(),
                nodes,
                gaps,
                List.copyOf(silent));
    }

    private Answers ask(Query.Builder query) throws IOException {
        return client.ask(query.setCluster(true));
    }

    /**
     * Adds the records of a node; those that came after the first question are left out.
     *
     * @return whether there are more
     */
    private boolean add(TraceAnswer answer) throws IOException {
        String node = answer.getNode();
        silent.remove(node);
        refusals.remove(node);
        long end = ends.computeIfAbsent(node, _ -> answer.getWritten());
        List<TraceEntry> entries = entries(answer);
        long lost = answer.getFirst() - next.getOrDefault(node, 0L);
        if (lost > 0 && !entries.isEmpty()) {
            long until = entries.getFirst().at();
            gaps.add(new Gap(node, reached.getOrDefault(node, until), until, lost));
        }
        records += entries.size();
        if (records > mostRecords) {
            throw new IOException(
                    "the nodes have more than %s records, of which no page can be made here: run"
                                    .formatted(NumberFormatter.count(mostRecords))
                            + " evenkeel recorder, and ask it by evenkeel query");
        }
        entries.forEach(history::add);
        if (!entries.isEmpty()) {
            reached.put(node, entries.getLast().at());
        }
        boolean more = answer.getNext() < end && answer.getNext() > next.getOrDefault(node, 0L);
        next.put(node, answer.getNext());
        return more;
    }

    private static List<TraceEntry> entries(TraceAnswer answer) throws IOException {
        try {
            return TraceDecoder.entries(answer);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "node " + answer.getNode() + " answers what makes no sense: " + e.getMessage(),
                    e);
        }
    }

    /** One that does not say when it was started is taken for one that has always been there. */
    private static NodeFacts facts(NodesAnswer node) {
        int slots = Math.clamp(node.getWorkers(), 0, MAX_SLOTS);
        try {
            long started =
                    ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(node.getStarted()));
            long now = started + TimeUnit.NANOSECONDS.toMicros(node.getUptimeNanos());
            return new NodeFacts(slots, started, now);
        } catch (DateTimeException | ArithmeticException e) {
            return new NodeFacts(slots, 0, 0);
        }
    }

    /** Those of which records may be missing, until they answer. */
    private void saySilent(Answers answers) {
        silent.addAll(answers.getSilentList());
        for (Answers.Refusal refusal : answers.getRefusalsList()) {
            silent.add(refusal.getNode());
            refusals.put(refusal.getNode(), refusal);
        }
    }

    /** Nodes that did not answer. */
    Answers silent() {
        return Answers.newBuilder().addAllSilent(silent).addAllRefusals(refusals.values()).build();
    }
}
