package org.evenkeel.cli.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("job", job.getJob());
        fields.put("name", job.getName());
        if (job.hasSubmitter()) {
            fields.put("submitter", job.getSubmitter());
        }
        fields.put("node", node.getNode());
        fields.put("attached", job.getAttached());
        fields.put("detached", job.getOutlives());
        fields.put("outlives", job.getOutlives());
        fields.put("minWorkers", job.getWidth());
        fields.put("width", job.getWidth());
        fields.put("admission", job.getAdmission());
        if (!job.getWhy().isEmpty()) {
            fields.put("why", job.getWhy());
        }
        fields.put("total", total());
        fields.put("done", done());
        fields.put("succeeded", job.getSucceeded());
        fields.put("failed", job.getFailed());
        fields.put("cancelled", job.getCancelled());
        fields.put("open", job.getOpen());
        fields.put("unfetched", job.getUnfetched());
        fields.put("running", running());
        fields.put("waiting", waiting());
        Map<String, Object> where = new LinkedHashMap<>();
        places.forEach((place, copies) ->
                where.put(
                        place,
                        Map.of("running", copies.getRunning(), "waiting", copies.getWaiting())));
        fields.put("nodes", where);
        return fields;
    }
}
