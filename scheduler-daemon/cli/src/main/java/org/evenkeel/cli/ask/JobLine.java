package org.evenkeel.cli.ask;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A job as the nodes of a cluster describe it together.
 *
 * @param node where its client is or was attached
 * @param host of that node
 * @param port of that node
 * @param attached whether the client is there
 * @param minWorkers workers it asks for at once, 0 for none in particular
 * @param admission whether the master lets it begin: begun, waits or refused
 * @param why why not, empty when it does
 * @param open tasks of the client that have not ended
 * @param unfetched tasks whose outcomes wait for a client
 * @param places where its tasks run and wait, tasks that tasks spawned included
 */
public record JobLine(
        String job,
        String name,
        String node,
        String host,
        int port,
        boolean outlives,
        boolean attached,
        long attachment,
        long minWorkers,
        String admission,
        String why,
        long succeeded,
        long failed,
        long cancelled,
        long open,
        long unfetched,
        Map<String, Place> places) {

    /** How many tasks of the job a node has. */
    public record Place(long running, long waiting) {}

    /** All jobs of the answers to {@code jobs}, in the order of nodes and of their opening. */
    public static List<JobLine> list(Answers answers) {
        Map<String, Map<String, Place>> places = new LinkedHashMap<>();
        for (Map<?, ?> answer : answers.nodes()) {
            String node = Answers.text(answer, "node");
            for (Map<?, ?> copies : Answers.maps(answer, "copies")) {
                places.computeIfAbsent(
                                Answers.text(copies, "job"),
                                key -> new TreeMap<>(Answers.NODE_ORDER))
                        .put(
                                node,
                                new Place(
                                        Answers.number(copies.get("running")),
                                        Answers.number(copies.get("waiting"))));
            }
        }
        Map<String, JobLine> lines = new LinkedHashMap<>();
        for (Map<?, ?> answer : answers.nodes()) {
            for (Map<?, ?> fields : Answers.maps(answer, "jobs")) {
                JobLine line =
                        of(
                                answer,
                                fields,
                                places.getOrDefault(Answers.text(fields, "job"), Map.of()));
                lines.merge(line.job(), line, JobLine::later);
            }
        }
        return new ArrayList<>(lines.values());
    }

    /** A client that moved leaves its job behind for a while: the one it moved to counts. */
    private static JobLine later(JobLine one, JobLine other) {
        return other.attachment > one.attachment ? other : one;
    }

    private static JobLine of(Map<?, ?> answer, Map<?, ?> fields, Map<String, Place> places) {
        return new JobLine(
                Answers.text(fields, "job"),
                Answers.text(fields, "name"),
                Answers.text(answer, "node"),
                Answers.text(answer, "host"),
                (int) Answers.number(answer.get("port")),
                Boolean.TRUE.equals(fields.get("outlives")),
                Boolean.TRUE.equals(fields.get("attached")),
                Answers.number(fields.get("attachment")),
                Answers.number(fields.get("width")),
                Answers.text(fields, "admission"),
                Answers.text(fields, "why"),
                Answers.number(fields.get("succeeded")),
                Answers.number(fields.get("failed")),
                Answers.number(fields.get("cancelled")),
                Answers.number(fields.get("open")),
                Answers.number(fields.get("unfetched")),
                places);
    }

    /** Tasks of the client that ended. */
    public long done() {
        return succeeded + failed + cancelled;
    }

    /** Tasks of the client that are known. */
    public long total() {
        return done() + open;
    }

    /** Tasks that run now, anywhere. */
    public long running() {
        return places.values().stream().mapToLong(Place::running).sum();
    }

    /** Tasks that wait for a slot, anywhere. */
    public long waiting() {
        return places.values().stream().mapToLong(Place::waiting).sum();
    }

    /** The same as a map, for JSON. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("job", job);
        fields.put("name", name);
        fields.put("node", node);
        fields.put("attached", attached);
        fields.put("outlives", outlives);
        fields.put("width", minWorkers);
        fields.put("admission", admission);
        if (!why.isEmpty()) {
            fields.put("why", why);
        }
        fields.put("total", total());
        fields.put("done", done());
        fields.put("succeeded", succeeded);
        fields.put("failed", failed);
        fields.put("cancelled", cancelled);
        fields.put("open", open);
        fields.put("unfetched", unfetched);
        fields.put("running", running());
        fields.put("waiting", waiting());
        Map<String, Object> where = new LinkedHashMap<>();
        places.forEach((place, count) ->
                where.put(place, Map.of("running", count.running(), "waiting", count.waiting())));
        fields.put("nodes", where);
        return fields;
    }
}
