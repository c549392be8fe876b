package org.evenkeel.cli.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.model.JsonObject;
import org.evenkeel.wire.proto.JobsAnswer;

/**
 * A job as the nodes of a cluster describe it together.
 *
 * @param node where its client is or was attached
 * @param job as that node has it
 * @param places where its tasks run and wait, tasks that tasks spawned included
 */
public record JobLine(JobsAnswer node, JobsAnswer.Job job, Map<String, JobsAnswer.Copies> places) {

    /** All jobs of the answers to {@code jobs}, in the order of nodes and of their opening. */
    public static List<JobLine> list(List<JobsAnswer> nodes) {
        Map<String, Map<String, JobsAnswer.Copies>> places = new LinkedHashMap<>();
        for (JobsAnswer node : nodes) {
            for (JobsAnswer.Copies copies : node.getCopiesList()) {
                places.computeIfAbsent(copies.getJob(), _ -> new TreeMap<>(NodeOrder.BY_NAME))
                        .put(node.getNode(), copies);
            }
        }
        Map<String, JobLine> lines = new LinkedHashMap<>();
        for (JobsAnswer node : nodes) {
            for (JobsAnswer.Job job : node.getJobsList()) {
                JobLine line = new JobLine(node, job, places.getOrDefault(job.getJob(), Map.of()));
                lines.merge(job.getJob(), line, JobLine::later);
            }
        }
        return new ArrayList<>(lines.values());
    }

    /**
     * A client that moved leaves its job behind for a while: the one it moved to counts. Of a job
     * that a node has, and of which it also keeps a replica, the job itself is shown.
     */
    private static JobLine later(JobLine one, JobLine other) {
        if (one.node.getNode().equals(other.node.getNode())) {
            return one.job.getReplica() ? other : one;
        }
        int order = Integer.compare(other.job.getAttachment(), one.job.getAttachment());
        return order > 0 || order == 0 && one.job.getReplica() ? other : one;
    }

    /** Tasks of the client that ended. */
    public long done() {
        return job.getSucceeded() + job.getFailed() + job.getCancelled();
    }

    /** Tasks of the client that are known. */
    public long total() {
        return done() + job.getOpen();
    }

    /** Tasks that run now, anywhere. */
    public long running() {
        return places.values().stream().mapToLong(JobsAnswer.Copies::getRunning).sum();
    }

    /** Tasks that wait for a slot, anywhere. */
    public long waiting() {
        return places.values().stream().mapToLong(JobsAnswer.Copies::getWaiting).sum();
    }

    /** The same as a map, for JSON. What had another name has that one too, for one version. */
    public Map<String, Object> fields() {
        Map<String, Object> where = new LinkedHashMap<>();
        places.forEach((place, copies) ->
                where.put(
                        place,
                        Map.of("running", copies.getRunning(), "waiting", copies.getWaiting())));
        return new JsonObject()
                .with("job", job.getJob())
                .with("name", job.getName())
                .withIf(job.hasSubmitter(), "submitter", job.getSubmitter())
                .with("node", node.getNode())
                .with("attached", job.getAttached())
                .with("detached", job.getOutlives())
                .with("outlives", job.getOutlives())
                .with("minWorkers", job.getWidth())
                .with("width", job.getWidth())
                .with("admission", job.getAdmission())
                .withIf(!job.getWhy().isEmpty(), "why", job.getWhy())
                .with("total", total())
                .with("done", done())
                .with("succeeded", job.getSucceeded())
                .with("failed", job.getFailed())
                .with("cancelled", job.getCancelled())
                .with("open", job.getOpen())
                .with("unfetched", job.getUnfetched())
                .with("running", running())
                .with("waiting", waiting())
                .with("nodes", where);
    }
}
