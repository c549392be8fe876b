package org.evenkeel.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.session.Kind;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Ids;
import org.evenkeel.model.Printable;
import org.evenkeel.model.Resources;
import org.evenkeel.model.RetryRules;
import org.evenkeel.model.SessionKey;
import org.evenkeel.wire.SessionKeys;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.link.DirectQueries;
import org.evenkeel.wire.link.Handshake;
import org.evenkeel.wire.proto.JobAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Topic;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/**
 * One client takes over a job from another: it speaks as a client that wants the job's session, is
 * told the session's origin, and lists the job's tasks before it hears their outcomes.
 */
record JobTakeover(Dialer dialer, PayloadCodec codec, long job) {
    /** Tasks in one answer. */
    private static final int PAGE = 1_000;

    /**
     * A job in this client's hands.
     *
     * @param entry how it was opened
     * @param past as whom it was taken
     * @param key of its session; none where its daemon does not know it
     * @param openSubmissions of its session, in which its tasks are open
     * @param handles its tasks, in the order of their numbers
     * @param frames what was read from the link and is to be handled
     */
    record Taken(
            ClusterConnection.JobEntry entry,
            Handshake.Past past,
            OpenSubmissions openSubmissions,
            SessionKey key,
            List<TaskHandle<?>> handles,
            Dialer.Dialled dialled,
            List<byte[]> frames) {}

    /**
     * Takes the job over.
     *
     * @throws ClusterUnavailableException if its node does not let us
     */
    Taken from(JobFinder.Found found) {
        List<String> attempts = new ArrayList<>();
        Handshake.Past past =
                new Handshake.Past(Handshake.randomId(), found.left(), found.attachment() + 1);
        for (Discovery.Candidate candidate : found.candidates()) {
            try {
                Dialer.Dialled dialled =
                        dialer.dial(
                                candidate,
                                new Handshake.Speaker(
                                        Role.CLIENT, past.client(), 0, past, job, SessionKey.NONE));
                try {
                    return list(dialled, past);
                } catch (IOException | RuntimeException e) {
                    dialled.link().close();
                    throw e;
                }
            } catch (IOException e) {
                attempts.add(candidate.endpoint() + " (" + e.getMessage() + ")");
            }
        }
        throw new ClusterUnavailableException(
                Printable.of(
                        "job %s is at node %s, to which attaching failed: %s"
                                .formatted(
                                        Ids.text(job), found.node(), String.join("; ", attempts))));
    }

    private Taken list(Dialer.Dialled dialled, Handshake.Past past) throws IOException {
        Welcome welcome = dialled.welcome();
        if (welcome.getSession() == 0) {
            throw new IOException(
                    "the daemon does not support attaching: it runs an older version");
        }
        OpenSubmissions openSubmissions =
                new OpenSubmissions(welcome.getSession(), codec, welcome.getLastNumber());
        SessionKey key = key(welcome);
        DirectQueries directQueries = new DirectQueries(dialled.link(), dialled.daemon());
        List<TaskHandle<?>> handles = new ArrayList<>();
        long after = 0;
        while (true) {
            JobAnswer page =
                    directQueries
                            .ask(
                                    Query.newBuilder()
                                            .setTopic(Topic.TOPIC_JOB)
                                            .setJob(job)
                                            .setAbove(after)
                                            .setMost(PAGE))
                            .getJobList()
                            .getFirst();
            for (JobAnswer.Task task : page.getTasksList()) {
                after = task.getNumber();
                Handle<@Nullable Object> handle =
                        new Handle<>(openSubmissions, kind(task), null, 1);
                openSubmissions.adopt(handle, after);
                handles.add(handle);
            }
            if (!page.getMore()) {
                ClusterConnection.JobEntry entry =
                        new ClusterConnection.JobEntry(
                                job,
                                welcome.getJobNumber(),
                                page.getName(),
                                page.getOutlives(),
                                0); // its owner knows what it asked for
                return new Taken(
                        entry,
                        past,
                        openSubmissions,
                        key,
                        handles,
                        dialled,
                        directQueries.others());
            }
        }
    }

    private static SessionKey key(Welcome welcome) throws IOException {
        try {
            return SessionKeys.read("welcome.session_key", welcome.getSessionKey());
        } catch (WireException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Enough of a kind to show it; its tasks are never submitted from here. */
    private Kind kind(JobAnswer.Task task) {
        boolean memory = task.getDurability().equals(Durability.MEMORY.name());
        Kind.Limits limits =
                new Kind.Limits(
                        5,
                        0,
                        0,
                        0,
                        memory ? Durability.MEMORY : Durability.DISK,
                        false,
                        Resources.NONE,
                        "",
                        0,
                        RetryRules.AT_ONCE,
                        0);
        return Kind.of(new Kind.Attributes(job, task.getKind(), Digest.NONE, limits, null));
    }
}
