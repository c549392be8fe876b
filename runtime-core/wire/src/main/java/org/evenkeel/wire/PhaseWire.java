package org.evenkeel.wire;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.JobId;
import org.evenkeel.model.protocol.MasterWord;
import org.evenkeel.model.protocol.Message;
import org.evenkeel.model.protocol.PhaseWord;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.JobVerdict;
import org.evenkeel.wire.proto.JobWish;
import org.evenkeel.wire.proto.JobWishes;
import org.evenkeel.wire.proto.MasterSays;
import org.evenkeel.wire.proto.PhaseCounts;
import org.evenkeel.wire.proto.PhaseDone;
import org.evenkeel.wire.proto.PhasePart;
import org.evenkeel.wire.proto.PhasePlan;
import org.evenkeel.wire.proto.PhaseSays;
import org.evenkeel.wire.proto.PhaseSending;

/** What is said in scheduling phases; checks every bound when reading. */
final class PhaseWire {
    private static final int MAX_TASKS = 1 << 30;
    private static final int MAX_WORKERS = 1 << 20;
    private static final double MIN_SPEED = 1e-9;
    private static final double MAX_SPEED = 1e9;

    private PhaseWire() {}

    // ---- From the master

    static Frame write(MasterWord word) {
        MasterSays.Builder says = MasterSays.newBuilder().setTerm(word.term());
        switch (word) {
            case MasterWord.Here _ -> {}
            case MasterWord.Ask ask -> says.setPhase(ask.phase()).setAsk(true);
            case MasterWord.Plan plan -> says.setPhase(plan.phase()).setPlan(plan(plan));
            case MasterWord.Over over -> says.setPhase(over.phase()).setOver(true);
            case MasterWord.Job job ->
                    says.setJob(
                            JobVerdict.newBuilder()
                                    .setJob(job.job().value())
                                    .setVerdict(number(job.verdict()))
                                    .setWhy(Bounds.cut(job.why())));
        }
        return Frame.newBuilder().setMasterSays(says).build();
    }

    private static PhasePlan plan(MasterWord.Plan plan) {
        PhasePlan.Builder wire = PhasePlan.newBuilder().setQuota(plan.quota());
        plan.sends().forEach(part -> wire.addSends(part(part)));
        plan.receives().forEach(part -> wire.addReceives(part(part)));
        return wire.build();
    }

    private static PhasePart part(MasterWord.Part part) {
        return PhasePart.newBuilder()
                .setNode(part.node().name())
                .setTasks(part.tasks())
                .setIdle(part.idle())
                .setSpeed(part.speed())
                .build();
    }

    static Message read(MasterSays says) throws WireException {
        long term = Bounds.positive("master_says.term", says.getTerm());
        if (says.getWhatCase() == MasterSays.WhatCase.WHAT_NOT_SET) {
            return new Message.MasterSays(new MasterWord.Here(term));
        }
        if (says.getWhatCase() == MasterSays.WhatCase.JOB) {
            return new Message.MasterSays(job(term, says.getJob()));
        }
        long phase = Bounds.positive("master_says.phase", says.getPhase());
        return new Message.MasterSays(
                switch (says.getWhatCase()) {
                    case PLAN ->
                            new MasterWord.Plan(
                                    term,
                                    phase,
                                    tasks("master_says.plan.quota", says.getPlan().getQuota()),
                                    parts("master_says.plan.sends", says.getPlan().getSendsList()),
                                    parts(
                                            "master_says.plan.receives",
                                            says.getPlan().getReceivesList()));
                    case OVER -> new MasterWord.Over(term, phase);
                    case ASK, JOB, WHAT_NOT_SET -> new MasterWord.Ask(term, phase);
                });
    }

    private static int number(MasterWord.Verdict verdict) {
        return switch (verdict) {
            case BEGINS -> 0;
            case WAITS -> 1;
            case REFUSED -> 2;
        };
    }

    private static MasterWord.Verdict verdict(int number) throws WireException {
        return switch (number) {
            case 0 -> MasterWord.Verdict.BEGINS;
            case 1 -> MasterWord.Verdict.WAITS;
            case 2 -> MasterWord.Verdict.REFUSED;
            default -> throw new UnknownValueException("master_says.job.verdict", number);
        };
    }

    private static MasterWord.Job job(long term, JobVerdict wire) throws WireException {
        return new MasterWord.Job(
                term,
                new JobId(wire.getJob()),
                verdict(wire.getVerdict()),
                Bounds.text("master_says.job.why", wire.getWhy()));
    }

    private static List<MasterWord.Part> parts(String field, List<PhasePart> wire)
            throws WireException {
        List<MasterWord.Part> parts =
                new ArrayList<>(Bounds.size(field, wire.size(), MasterWord.MAX_PARTS));
        for (PhasePart part : wire) {
            int tasks = Bounds.positive(field + ".tasks", part.getTasks());
            parts.add(
                    new MasterWord.Part(
                            Bounds.node(field + ".node", part.getNode()),
                            tasks(field + ".tasks", tasks),
                            Bounds.atMost(field + ".idle", part.getIdle(), MAX_WORKERS),
                            speed(field + ".speed", part.getSpeed())));
        }
        return parts;
    }

    // ---- From nodes

    static Frame write(PhaseWord word) {
        PhaseSays.Builder says = PhaseSays.newBuilder().setTerm(word.term());
        switch (word) {
            case PhaseWord.Outdated _ -> says.setOutdated(true);
            case PhaseWord.Status status -> says.setStatus(counts(status.counts()));
            case PhaseWord.Counted counted ->
                    says.setPhase(counted.phase()).setCounted(counts(counted.counts()));
            case PhaseWord.Sending sending ->
                    says.setPhase(sending.phase())
                            .setSending(
                                    PhaseSending.newBuilder()
                                            .setTasks(sending.tasks())
                                            .setNone(sending.none()));
            case PhaseWord.Done done ->
                    says.setPhase(done.phase())
                            .setDone(
                                    PhaseDone.newBuilder()
                                            .setCounts(counts(done.counts()))
                                            .setSent(done.sent())
                                            .setNone(done.none())
                                            .setAsked(done.asked())
                                            .setReceived(done.received())
                                            .setComplete(done.complete()));
            case PhaseWord.Jobs jobs -> says.setJobs(wishes(jobs));
            case PhaseWord.JobOver over -> says.setJobOver(over.job().value());
            case PhaseWord.Left left -> says.setPhase(left.phase()).setLeft(true);
        }
        return Frame.newBuilder().setPhaseSays(says).build();
    }

    private static JobWishes wishes(PhaseWord.Jobs jobs) {
        JobWishes.Builder wire = JobWishes.newBuilder();
        for (PhaseWord.JobWish wish : jobs.jobs()) {
            wire.addJobs(
                    JobWish.newBuilder()
                            .setJob(wish.job().value())
                            .setWidth(wish.width())
                            .setBegun(wish.begun())
                            .setOutlives(wish.outlives())
                            .setAttachment(wish.attachment()));
        }
        return wire.build();
    }

    private static PhaseCounts counts(PhaseWord.Counts counts) {
        return PhaseCounts.newBuilder()
                .setSchedulable(counts.schedulable())
                .setExecuting(counts.executing())
                .setWorkers(counts.workers())
                .setReady(counts.ready())
                .setSpeed(counts.speed())
                .setKind(counts.kind())
                .setKindNanos(counts.kindNanos())
                .setKindRuns(counts.kindRuns())
                .setMovable(counts.movable())
                .build();
    }

    static Message read(PhaseSays says) throws WireException {
        long term = Bounds.positive("phase_says.term", says.getTerm());
        return new Message.PhaseSays(
                switch (says.getWhatCase()) {
                    case OUTDATED -> new PhaseWord.Outdated(term);
                    case STATUS -> new PhaseWord.Status(term, counts(says.getStatus()));
                    case COUNTED ->
                            new PhaseWord.Counted(term, phase(says), counts(says.getCounted()));
                    case SENDING ->
                            new PhaseWord.Sending(
                                    term,
                                    phase(says),
                                    tasks("phase_says.tasks", says.getSending().getTasks()),
                                    tasks("phase_says.none", says.getSending().getNone()));
                    case DONE -> done(term, phase(says), says.getDone());
                    case JOBS -> new PhaseWord.Jobs(term, wishes(says.getJobs()));
                    case JOB_OVER -> new PhaseWord.JobOver(term, new JobId(says.getJobOver()));
                    case LEFT -> new PhaseWord.Left(term, phase(says));
                    case WHAT_NOT_SET -> throw new UnknownValueException("phase_says.what", "it");
                });
    }

    private static List<PhaseWord.JobWish> wishes(JobWishes wire) throws WireException {
        List<PhaseWord.JobWish> wishes =
                new ArrayList<>(
                        Bounds.size(
                                "phase_says.jobs", wire.getJobsCount(), PhaseWord.Jobs.MAX_JOBS));
        for (JobWish wish : wire.getJobsList()) {
            wishes.add(
                    new PhaseWord.JobWish(
                            new JobId(wish.getJob()),
                            Bounds.atMost(
                                    "phase_says.jobs.width",
                                    wish.getWidth(),
                                    PhaseWord.JobWish.MAX_WIDTH),
                            wish.getBegun(),
                            wish.getOutlives(),
                            Bounds.notNegative(
                                    "phase_says.jobs.attachment", wish.getAttachment())));
        }
        return wishes;
    }

    private static long phase(PhaseSays says) throws WireException {
        return Bounds.positive("phase_says.phase", says.getPhase());
    }

    private static PhaseWord.Done done(long term, long phase, PhaseDone wire) throws WireException {
        return new PhaseWord.Done(
                term,
                phase,
                counts(wire.getCounts()),
                tasks("phase_says.done.sent", wire.getSent()),
                tasks("phase_says.done.none", wire.getNone()),
                tasks("phase_says.done.asked", wire.getAsked()),
                tasks("phase_says.done.received", wire.getReceived()),
                wire.getComplete());
    }

    private static PhaseWord.Counts counts(PhaseCounts wire) throws WireException {
        return new PhaseWord.Counts(
                Bounds.atMost("phase_says.schedulable", wire.getSchedulable(), MAX_TASKS / 2),
                Bounds.atMost("phase_says.executing", wire.getExecuting(), MAX_TASKS / 2),
                Bounds.atMost("phase_says.movable", wire.getMovable(), MAX_TASKS / 2),
                Bounds.atMost("phase_says.workers", wire.getWorkers(), MAX_WORKERS),
                wire.getReady(),
                speed("phase_says.speed", wire.getSpeed()),
                wire.getKind(),
                Bounds.notNegative("phase_says.kind_nanos", wire.getKindNanos()),
                Bounds.notNegative("phase_says.kind_runs", wire.getKindRuns()));
    }

    private static double speed(String field, double speed) throws WireException {
        if (!(speed >= MIN_SPEED && speed <= MAX_SPEED)) {
            throw new WireException(field, speed + " is no speed");
        }
        return speed;
    }

    private static int tasks(String field, int value) throws WireException {
        return Bounds.atMost(field, value, MAX_TASKS);
    }
}
