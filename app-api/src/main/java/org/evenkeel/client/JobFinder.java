package org.evenkeel.client;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.UnknownJobException;
import org.evenkeel.model.AttachCandidate;
import org.evenkeel.model.Ids;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Printable;
import org.evenkeel.wire.link.DirectQueries;
import org.evenkeel.wire.link.Endpoint;
import org.evenkeel.wire.link.Handshake;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.NodeRef;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Topic;
import org.jspecify.annotations.Nullable;

/** Finds the node that has a job: asks the first daemon that answers, which asks all others. */
final class JobFinder {

    /** Known jobs named when one is not known. */
    private static final int MAX_NAMED = 5;

    /** Usually enough for a silent node to be declared gone; its replicas can be used then. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(2);

    private static final Duration PAUSE = Duration.ofMillis(200);

    private final Dialer dialer;
    private boolean isWarned;

    JobFinder(Dialer dialer) {
        this.dialer = dialer;
    }

    /**
     * Where the daemon that has the job can be reached.
     *
     * @param candidates best first
     * @param attachment counts the attachments of the job's client up to now
     * @param left other nodes that have the job from earlier attachments
     */
    record Found(
            String node,
            List<Discovery.Candidate> candidates,
            int attachment,
            List<NodeRef> left) {}

    /**
     * The id that people write as this.
     *
     * @throws UnknownJobException if nothing is written so
     */
    static long parse(String jobId) {
        try {
            return JobId.parse(jobId).value();
        } catch (IllegalArgumentException e) {
            UnknownJobException unknown =
                    new UnknownJobException(e.getMessage() + "; \"evenkeel jobs\" lists jobs");
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
        long end = System.nanoTime() + LONGEST_WAIT.toNanos();
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
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterUnavailableException(
                    "interrupted while waiting for the nodes that may have job " + Ids.text(job),
                    e);
        }
    }

    /**
     * @return null while another node may have a later state of the job: its node has just come
     *     back, or where the job's client was later no node answers
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
        List<JobsAnswer> nodes = answers.getJobsList();
        Line best = best(nodes);
        if (best == null) {
            throw unknown(job, directQueries.ask(jobs()), answers.getSilentList());
        }
        String session = best.job().getSession();
        if (!session.isEmpty()) { // nodes that know only its client answer, too
            nodes =
                    directQueries
                            .ask(jobs().setJob(job).setSession(Ids.parse(session)))
                            .getJobsList();
            best = best(nodes);
            if (best == null) {
                return null; // it has moved since
            }
        }
        if (best.isPerhapsEarlier(elsewhere(nodes)) && !atAnyRate) {
            warn(job, best);
            return null;
        }
        String goingTo = best.job().getGoingTo();
        if (!goingTo.isEmpty()) {
            throw new ClusterUnavailableException(
                    Printable.of(
                            ("job %s was moving from %s to %s when one of them stopped, and %s does "
                                            + "not answer now; attach again when it is up")
                                    .formatted(
                                            Ids.text(job),
                                            best.node().getNode(),
                                            goingTo,
                                            goingTo)));
        }
        return found(dialled, best.node(), nodes);
    }

    private void warn(long job, Line best) {
        if (!isWarned && !best.job().getSettling()) {
            isWarned = true;
            System.getLogger(JobFinder.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            ("node %s has an earlier state of job %s: its program was at another "
                                            + "node later, which does not answer. Waiting for that "
                                            + "node, or for a replica, for up to %d s")
                                    .formatted(
                                            Printable.of(best.node().getNode()),
                                            Ids.text(job),
                                            LONGEST_WAIT.toSeconds()));
        }
    }

    /** One that a node has, or of which it keeps a replica. */
    private record Line(JobsAnswer node, JobsAnswer.Job job) {

        AttachCandidate candidate() {
            return new AttachCandidate(
                    job.getAttachment(),
                    job.getReplica(),
                    job.getRecords(),
                    job.getSettling(),
                    !job.getGoingTo().isEmpty());
        }

        /** Nodes of versions that do not name their process do not say what is a replica. */
        boolean isPerhapsEarlier(int elsewhere) {
            return candidate().isPerhapsEarlier(node.getIncarnation() == 0 ? 0 : elsewhere);
        }

        static Stream<Line> of(JobsAnswer node) {
            return node.getJobsList().stream().map(job -> new Line(node, job));
        }
    }

    private static Query.Builder jobs() {
        return Query.newBuilder().setTopic(Topic.TOPIC_JOBS).setCluster(true);
    }

    /** The name of the node to attach to; null when no node has the job. */
    static @Nullable String bestNode(List<JobsAnswer> nodes) {
        Line best = best(nodes);
        return best == null ? null : best.node().getNode();
    }

    private static @Nullable Line best(List<JobsAnswer> nodes) {
        return nodes.stream()
                .flatMap(Line::of)
                .min(Comparator.comparing(Line::candidate, AttachCandidate.BEST_FIRST))
                .orElse(null);
    }

    /** The latest attachment of the job's client to a node that may not answer, 0 for none. */
    private static int elsewhere(List<JobsAnswer> nodes) {
        return nodes.stream().mapToInt(JobsAnswer::getAttachmentElsewhere).max().orElse(0);
    }

    private static int latestAttachment(List<JobsAnswer> nodes) {
        return IntStream.concat(
                        IntStream.of(elsewhere(nodes)),
                        nodes.stream()
                                .flatMap(Line::of)
                                .mapToInt(line -> line.job().getAttachment()))
                .max()
                .orElse(0);
    }

    /** Nodes that have the job themselves and are to hear that its client is at another one. */
    private static List<NodeRef> others(List<JobsAnswer> nodes, JobsAnswer chosen) {
        return nodes.stream()
                .filter(node -> !node.getNode().equals(chosen.getNode()))
                .filter(node -> node.getIncarnation() != 0)
                .filter(node -> node.getJobsList().stream().anyMatch(job -> !job.getReplica()))
                .map(node ->
                        NodeRef.newBuilder()
                                .setName(node.getNode())
                                .setIncarnation(node.getIncarnation())
                                .setHost(node.getHost())
                                .setPort(node.getPort())
                                .build())
                .limit(Handshake.Past.MAX_LEFT)
                .toList();
    }

    private Found found(Dialer.Dialled dialled, JobsAnswer node, List<JobsAnswer> nodes) {
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
        return new Found(name, candidates, latestAttachment(nodes), others(nodes, node));
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
                Printable.of(
                        "no node knows job %s: it has ended, or its id is misspelt; %s%s. \"evenkeel jobs\" lists them."
                                .formatted(
                                        Ids.text(job),
                                        others,
                                        silent.isEmpty()
                                                ? ""
                                                : "; " + silent + " did not answer")));
    }
}
