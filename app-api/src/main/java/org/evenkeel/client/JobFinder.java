package org.evenkeel.client;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.UnknownJobException;
import org.evenkeel.client.link.Endpoint;
import org.evenkeel.client.link.Handshake;
import org.evenkeel.model.Ids;
import org.evenkeel.wire.proto.Role;
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
        DirectQueries directQueries = new DirectQueries(dialled.link());
        Map<?, ?> answer = directQueries.ask("jobs", Ids.text(job), true);
        Map<?, ?> latest = latest(answers(answer));
        if (latest != null) {
            if (isSettling(latest) && !atAnyRate) {
                return null;
            }
            String goingTo = goingTo(latest);
            if (!goingTo.isEmpty()) {
                throw new ClusterUnavailableException(
                        ("job %s was moving from %s to %s when one of them stopped, and %s does not "
                                        + "answer now; attach again when it is up")
                                .formatted(
                                        Ids.text(job),
                                        JsonReader.text(latest, "node"),
                                        goingTo,
                                        goingTo));
            }
            return found(dialled, latest);
        }
        throw unknown(job, directQueries.ask("jobs", "", true), answer);
    }

    /**
     * The node that has the job since the latest attachment of its client. Of several replicas, one
     * that cannot be outdated is preferred. Null when no node has the job.
     */
    static @Nullable Map<?, ?> latest(List<Map<?, ?>> nodes) {
        Map<?, ?> latest = null;
        for (Map<?, ?> node : nodes) {
            long best = latest == null ? -1 : attachment(latest);
            boolean surer =
                    latest != null
                            && attachment(node) == best
                            && isSettling(latest)
                            && !isSettling(node);
            if (attachment(node) > best || surer) {
                latest = node;
            }
        }
        return latest;
    }

    /**
     * Which of its client's attachments the one to this node was, -1 when the job is not there: a
     * client that moved on leaves its job behind for a while.
     */
    private static long attachment(Map<?, ?> node) {
        List<Map<?, ?>> jobs = JsonReader.objects(node, "jobs");
        return jobs.isEmpty() ? -1 : JsonReader.number(jobs.getFirst(), "attachment");
    }

    private static boolean isSettling(Map<?, ?> node) {
        return JsonReader.is(JsonReader.objects(node, "jobs").getFirst(), "settling");
    }

    private static String goingTo(Map<?, ?> node) {
        return JsonReader.text(JsonReader.objects(node, "jobs").getFirst(), "goingTo");
    }

    private static List<Map<?, ?>> answers(Map<?, ?> answer) {
        return answer.containsKey("answers")
                ? JsonReader.objects(answer, "answers")
                : List.of(answer);
    }

    private Found found(Dialer.Dialled dialled, Map<?, ?> node) {
        String name = JsonReader.text(node, "node");
        List<Discovery.Candidate> candidates = new ArrayList<>();
        if (name.equals(dialled.welcome().getNode().getName())) {
            candidates.add(dialled.candidate());
        }
        for (Discovery.Candidate candidate : dialer.discovery().candidates()) {
            if (candidate.node().equals(name) && !candidates.contains(candidate)) {
                candidates.add(candidate);
            }
        }
        int port = (int) JsonReader.number(node, "port");
        if (port > 0) {
            candidates.add(
                    new Discovery.Candidate(
                            name,
                            new Endpoint.Tcp(JsonReader.text(node, "host"), port),
                            dialled.candidate().access()));
        }
        return new Found(name, candidates, (int) attachment(node));
    }

    private static UnknownJobException unknown(long job, Map<?, ?> all, Map<?, ?> answer) {
        List<String> known = new ArrayList<>();
        for (Map<?, ?> node : answers(all)) {
            for (Map<?, ?> one : JsonReader.objects(node, "jobs")) {
                known.add(JsonReader.text(one, "job") + " (" + JsonReader.text(one, "name") + ")");
            }
        }
        String others =
                known.isEmpty()
                        ? "no node has any job"
                        : "there is "
                                + String.join(
                                        ", ", known.subList(0, Math.min(MAX_NAMED, known.size())))
                                + (known.size() > MAX_NAMED ? " and more" : "");
        String silent =
                answer.get("silent") instanceof List<?> nodes && !nodes.isEmpty()
                        ? "; " + nodes + " did not answer"
                        : "";
        return new UnknownJobException(
                "no node knows job %s: it has ended, or its id is misspelt; %s%s. \"evenkeel jobs\" lists them."
                        .formatted(Ids.text(job), others, silent));
    }
}
