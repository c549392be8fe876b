package org.evenkeel.client;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.UnknownJobException;
import org.evenkeel.model.Ids;
import org.evenkeel.wire.link.DirectQueries;
import org.evenkeel.wire.link.Endpoint;
import org.evenkeel.wire.link.Handshake;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Topic;
import org.jspecify.annotations.Nullable;

/** Finds the node that has a job: asks the first daemon that answers, which asks all others. */
final class JobFinder {

    /** Known jobs named when one is not known. */
    private static final int MAX_NAMED = 5;

    private static final Duration LONGEST_SETTLING = Duration.ofMinutes(1);
    private static final Duration SETTLING_PAUSE = Duration.ofMillis(200);

    private final Dialer dialer;

    JobFinder(Dialer dialer) {
        this.dialer = dialer;
    }

    /**
     * Where the daemon that has the job can be reached.
     *
     * @param candidates best first
     * @param attachment counts the attachments of the job's client up to now
     */
    record Found(String node, List<Discovery.Candidate> candidates, int attachment) {}

    /**
     * The id that people write as this.
     *
     * @throws UnknownJobException if nothing is written so
     */
    static long parse(String jobId) {
        try {
            return Ids.parse(jobId.strip());
        } catch (NumberFormatException e) {
            UnknownJobException unknown =
                    new UnknownJobException(
                            ("\"%s\" is not a job id; a job id looks like 3k7x0a9q2m4fz, \"evenkeel "
                                            + "jobs\" lists them")
                                    .formatted(jobId));
            unknown.initCause(e);
            throw unknown;
        }
    }

    /**
     * Finds the node.
     *
     * @throws UnknownJobException if no node that answered knows the job
     * @throws ClusterUnavailableException if there is no daemon to ask
     */
    Found find(long job) {
        long end = System.nanoTime() + LONGEST_SETTLING.toNanos();
        while (true) {
            Found found = look(job, System.nanoTime() > end);
            if (found != null) {
                return found;
            }
            pause(job);
        }
    }

    private static void pause(long job) {
        try {
            Thread.sleep(SETTLING_PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterUnavailableException(
                    "interrupted while waiting for the nodes that may have job " + Ids.text(job),
                    e);
        }
    }

    /**
     * @return null while its node has just come back, and others may still tell that the job is
     *     somewhere else
     */
    private @Nullable Found look(long job, boolean atAnyRate) {
        List<String> attempts = new ArrayList<>();
        try {
            Dialer.Dialled dialled =
                    dialer.round(
                            new Handshake.Speaker(Role.OBSERVER, Handshake.randomId(), 0),
                            candidate -> true,
                            attempts,
                            () -> false);
            if (dialled != null) {
                try {
                    return ask(dialled, job, atAnyRate);
                } finally {
                    dialled.link().close();
                }
            }
        } catch (IOException e) {
            attempts.add(String.valueOf(e.getMessage()));
        }
        throw dialer.discovery().unavailable(attempts);
    }

    private @Nullable Found ask(Dialer.Dialled dialled, long job, boolean atAnyRate)
            throws IOException {
        DirectQueries directQueries = new DirectQueries(dialled.link(), dialled.daemon());
        Answers answers = directQueries.ask(jobs().setJob(job));
        JobsAnswer latest = latest(answers.getJobsList());
        if (latest == null) {
            throw unknown(job, directQueries.ask(jobs()), answers.getSilentList());
        }
        JobsAnswer.Job found = latest.getJobs(0);
        if (found.getSettling() && !atAnyRate) {
            return null;
        }
        String goingTo = found.getGoingTo();
        if (!goingTo.isEmpty()) {
            throw new ClusterUnavailableException(
                    ("job %s was moving from %s to %s when one of them stopped, and %s does not "
                                    + "answer now; attach again when it is up")
                            .formatted(Ids.text(job), latest.getNode(), goingTo, goingTo));
        }
        return found(dialled, latest);
    }

    private static Query.Builder jobs() {
        return Query.newBuilder().setTopic(Topic.TOPIC_JOBS).setCluster(true);
    }

    /**
     * The node that has the job since the latest attachment of its client: one that moved on leaves
     * its job behind for a while. Of several replicas, one that cannot be outdated is preferred.
     *
     * @return null when no node has the job
     */
    static @Nullable JobsAnswer latest(List<JobsAnswer> nodes) {
        return nodes.stream()
                .filter(node -> node.getJobsCount() > 0)
                .reduce((one, other) -> isBetter(other.getJobs(0), one.getJobs(0)) ? other : one)
                .orElse(null);
    }

    private static boolean isBetter(JobsAnswer.Job one, JobsAnswer.Job than) {
        return one.getAttachment() == than.getAttachment()
                ? than.getSettling() && !one.getSettling()
                : one.getAttachment() > than.getAttachment();
    }

    private Found found(Dialer.Dialled dialled, JobsAnswer node) {
        String name = node.getNode();
        List<Discovery.Candidate> candidates = new ArrayList<>();
        if (name.equals(dialled.welcome().getNode().getName())) {
            candidates.add(dialled.candidate());
        }
        for (Discovery.Candidate candidate : dialer.discovery().candidates()) {
            if (candidate.node().equals(name) && !candidates.contains(candidate)) {
                candidates.add(candidate);
            }
        }
        if (node.getPort() > 0) {
            candidates.add(
                    new Discovery.Candidate(
                            name,
                            new Endpoint.Tcp(node.getHost(), node.getPort()),
                            dialled.candidate().access()));
        }
        return new Found(name, candidates, node.getJobs(0).getAttachment());
    }

    private static UnknownJobException unknown(long job, Answers all, List<String> silent) {
        List<String> known =
                all.getJobsList().stream()
                        .flatMap(node -> node.getJobsList().stream())
                        .map(one -> one.getJob() + " (" + one.getName() + ")")
                        .toList();
        String others =
                known.isEmpty()
                        ? "no node has any job"
                        : "there is "
                                + String.join(
                                        ", ", known.subList(0, Math.min(MAX_NAMED, known.size())))
                                + (known.size() > MAX_NAMED ? " and more" : "");
        return new UnknownJobException(
                "no node knows job %s: it has ended, or its id is misspelt; %s%s. \"evenkeel jobs\" lists them."
                        .formatted(
                                Ids.text(job),
                                others,
                                silent.isEmpty() ? "" : "; " + silent + " did not answer"));
    }
}
