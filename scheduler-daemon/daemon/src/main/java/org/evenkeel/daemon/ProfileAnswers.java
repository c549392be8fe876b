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
import org.evenkeel.wire.StackSamples;
import org.evenkeel.wire.TaskIdMapper;
import org.evenkeel.wire.WireText;
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

    private static final String WHAT = "profile";
    private static final long MAX_MILLIS = TimeUnit.MINUTES.toMillis(10);

    /** Profiles that run, and those that are kept for who has begun them. */
    private static final int MAX_RUNNING = 8;

    private static final int MAX_KEPT = 32;
    private static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** Bytes of stacks that are kept of one profile, and that are sent. */
    private static final int MAX_COUNTED = 1 << 20;

    private static final int MAX_SENT = 1 << 18;

    private final String node;
    private final WorkerPool workers;
    private final JobAccess access;
    private final TimerSource timers;
    private final Map<Long, Profile> profiles = new HashMap<>();

    /** One, by whom it was asked for. */
    static final class Profile {
        final JobId job;
        final @Nullable String submitter;
        final StackSamples samples = new StackSamples(MAX_COUNTED);
        final List<String> problems = new ArrayList<>();
        int workers;
        int answered;

        Profile(JobId job, @Nullable String submitter) {
            this.job = job;
            this.submitter = submitter;
        }

        boolean runs() {
            return answered < workers;
        }

        void add(ProfileTaken taken) {
            answered++;
            samples.addLeftOut(taken.getLeftOut());
            if (!taken.getWhy().isEmpty()) {
                problems.add(WireText.cut(taken.getWhy()));
            }
            for (ProfiledStack stack : taken.getStacksList()) {
                samples.add(stack.getFrames(), stack.getSamples());
            }
        }

        ProfileAnswer.Builder answer() {
            ProfileAnswer.Builder answer =
                    ProfileAnswer.newBuilder()
                            .setKnown(true)
                            .setJob(job.toString())
                            .setWorkers(workers)
                            .setRunning(runs());
            return runs() ? answer : withStacks(answer.addAllProblems(problems));
        }

        private ProfileAnswer.Builder withStacks(ProfileAnswer.Builder answer) {
            long left =
                    samples.most(
                            MAX_SENT,
                            (frames, count) ->
                                    answer.addStacks(
                                            ProfileAnswer.Stack.newBuilder()
                                                    .setFrames(frames)
                                                    .setSamples(count)));
            return answer.setLeftOut(left);
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
            reply(of(begun, query), then);
            return;
        }
        TaskId task = query.hasTask() ? TaskIdMapper.toModel(query.getTask()) : null;
        JobId job = task == null ? new JobId(query.getJob()) : workers.jobOf(task);
        if (job == null || query.getForMillis() == 0 || !workers.serves(job)) {
            reply(ProfileAnswer.newBuilder(), then);
        } else if (query.getForMillis() < 0 || query.getForMillis() > MAX_MILLIS) {
            then.accept(Answers.getDefaultInstance(), "a profile takes ten minutes at most");
        } else {
            access.check(
                    query,
                    job,
                    WHAT,
                    refused ->
                            reply(
                                    refused == null
                                            ? begin(query, job, task)
                                            : refused(job, refused),
                                    then));
        }
    }

    private ProfileAnswer.Builder of(Profile begun, Query query) {
        boolean same = !query.hasSubmitter() || query.getSubmitter().equals(begun.submitter);
        return same ? begun.answer() : refused(begun.job, access.refusal(query, begun.job, WHAT));
    }

    private ProfileAnswer.Builder begin(Query query, JobId job, @Nullable TaskId task) {
        long number = query.getProfile();
        Profile begun = profiles.get(number); // while it was looked whose the job is
        if (begun != null) {
            return of(begun, query);
        }
        long running = profiles.values().stream().filter(Profile::runs).count();
        if (running >= MAX_RUNNING || profiles.size() >= MAX_KEPT) {
            return refused(job, "too many profiles are being taken at " + node + "; try again");
        }
        Profile profile = new Profile(job, query.hasSubmitter() ? query.getSubmitter() : null);
        profiles.put(number, profile);
        profile.workers = workers.profile(job, task, query.getForMillis(), profile::add);
        timers.after(
                TimeUnit.MILLISECONDS.toNanos(query.getForMillis()) + KEPT_NANOS,
                () -> profiles.remove(number));
        return ProfileAnswer.newBuilder()
                .setKnown(true)
                .setJob(job.toString())
                .setWorkers(profile.workers)
                .setRunning(true);
    }

    private static ProfileAnswer.Builder refused(JobId job, String why) {
        return ProfileAnswer.newBuilder().setKnown(true).setJob(job.toString()).setRefused(why);
    }

    private void reply(ProfileAnswer.Builder answer, BiConsumer<Answers, @Nullable String> then) {
        then.accept(Answers.newBuilder().addProfile(answer.setNode(node)).build(), null);
    }
}
