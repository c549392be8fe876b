package org.evenkeel.daemon;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.daemon.worker.WorkerPool;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.ProfileAnswer;
import org.evenkeel.wire.proto.ProfileTaken;
import org.evenkeel.wire.proto.ProfiledStack;
import org.evenkeel.wire.proto.Query;
import org.jspecify.annotations.Nullable;

/**
 * Where workers spend processor time. A first question begins a profile, under a number that who
 * asks has drawn; later ones with that number ask what came of it, until the workers have answered.
 * Lives on the event loop.
 */
final class ProfileAnswers {

    static final long MAX_MILLIS = TimeUnit.MINUTES.toMillis(10);

    /** Profiles that run or wait to be fetched. */
    private static final int MAX_OPEN = 8;

    private static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** Characters of stacks that are kept of one profile. */
    private static final int MAX_TEXT = 1 << 20;

    private final String node;
    private final WorkerPool workers;
    private final JobAccess access;
    private final TimerSource timers;
    private final Map<Long, Profile> profiles = new HashMap<>();

    /** One, by whom it was asked for. */
    private static final class Profile {
        final JobId job;
        final @Nullable String submitter;
        final List<ProfileAnswer.Stack> stacks = new ArrayList<>();
        final List<String> problems = new ArrayList<>();
        int workers;
        int answered;
        long leftOut;
        int text;

        Profile(JobId job, @Nullable String submitter) {
            this.job = job;
            this.submitter = submitter;
        }

        void add(ProfileTaken taken) {
            answered++;
            leftOut += taken.getLeftOut();
            if (!taken.getWhy().isEmpty()) {
                problems.add(taken.getWhy());
            }
            for (ProfiledStack stack : taken.getStacksList()) {
                text += stack.getFrames().length();
                if (text > MAX_TEXT) {
                    leftOut += stack.getSamples();
                } else {
                    stacks.add(
                            ProfileAnswer.Stack.newBuilder()
                                    .setFrames(stack.getFrames())
                                    .setSamples(stack.getSamples())
                                    .build());
                }
            }
        }

        ProfileAnswer.Builder answer() {
            ProfileAnswer.Builder answer =
                    ProfileAnswer.newBuilder()
                            .setKnown(true)
                            .setJob(job.toString())
                            .setWorkers(workers)
                            .setRunning(answered < workers);
            return answered < workers
                    ? answer
                    : answer.addAllStacks(stacks).setLeftOut(leftOut).addAllProblems(problems);
        }
    }

    ProfileAnswers(String node, WorkerPool workers, JobAccess access, TimerSource timers) {
        this.node = node;
        this.workers = workers;
        this.access = access;
        this.timers = timers;
    }

    /** Answers on the event loop, when it is known whether who asks may have it. */
    void answer(Query query, BiConsumer<Answers, @Nullable String> then) {
        Profile begun = profiles.get(query.getProfile());
        if (begun != null) {
            boolean same = !query.hasSubmitter() || query.getSubmitter().equals(begun.submitter);
            reply(same ? begun.answer() : refused(begun.job, "it is another submitter's"), then);
            return;
        }
        TaskId task =
                query.hasTask()
                        ? new TaskId(query.getTask().getOrigin(), query.getTask().getNumber())
                        : null;
        JobId job = task == null ? new JobId(query.getJob()) : workers.jobOf(task);
        if (job == null || query.getForMillis() == 0 || !workers.serves(job)) {
            reply(ProfileAnswer.newBuilder(), then);
        } else if (query.getForMillis() > MAX_MILLIS) {
            then.accept(Answers.getDefaultInstance(), "a profile takes ten minutes at most");
        } else {
            access.check(
                    query,
                    job,
                    "profile",
                    refused ->
                            reply(
                                    refused == null
                                            ? begin(query, job, task)
                                            : refused(job, refused),
                                    then));
        }
    }

    private ProfileAnswer.Builder begin(Query query, JobId job, @Nullable TaskId task) {
        if (profiles.size() >= MAX_OPEN) {
            return refused(job, "too many profiles are being taken at " + node + "; try again");
        }
        long number = query.getProfile();
        Profile profile = new Profile(job, query.hasSubmitter() ? query.getSubmitter() : null);
        profiles.put(number, profile);
        profile.workers = workers.profile(job, task, query.getForMillis(), profile::add);
        timers.after(
                TimeUnit.MILLISECONDS.toNanos(query.getForMillis()) + KEPT_NANOS,
                () -> profiles.remove(number));
        return profile.answer().setRunning(true).clearStacks().clearProblems();
    }

    private static ProfileAnswer.Builder refused(JobId job, String why) {
        return ProfileAnswer.newBuilder().setKnown(true).setJob(job.toString()).setRefused(why);
    }

    private void reply(ProfileAnswer.Builder answer, BiConsumer<Answers, @Nullable String> then) {
        then.accept(Answers.newBuilder().addProfile(answer.setNode(node)).build(), null);
    }
}
