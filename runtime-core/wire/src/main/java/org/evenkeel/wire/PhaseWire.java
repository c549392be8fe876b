package org.evenkeel.wire;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.JobId;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PhaseReply;
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

    // ---- From the master

    static MasterSays write(MasterCommand word) {
        MasterSays.Builder says = MasterSays.newBuilder().setTerm(word.term());
        switch (word) {
            case MasterCommand.Here here -> {}
            case MasterCommand.Ask ask -> says.setPhase(ask.phase()).setAsk(true);
            case MasterCommand.Plan plan -> says.setPhase(plan.phase()).setPlan(plan(plan));
            case MasterCommand.Over over -> says.setPhase(over.phase()).setOver(true);
            case MasterCommand.Job job ->
                    says.setJob(
                            JobVerdict.newBuilder()
                                    .setJob(job.job().value())
                                    .setVerdict(number(job.verdict()))
                                    .setWhy(WireBounds.cut(job.why())));
        }
        return says.build();
    }

    private static PhasePlan plan(MasterCommand.Plan plan) {
        PhasePlan.Builder wire = PhasePlan.newBuilder().setQuota(plan.quota());
        plan.sends().forEach(part -> wire.addSends(part(part)));
        plan.receives().forEach(part -> wire.addReceives(part(part)));
        return wire.build();
    }

    private static PhasePart part(MasterCommand.Part part) {
        return PhasePart.newBuilder()
                .setNode(part.node().name())
                .setTasks(part.tasks())
                .setIdle(part.idle())
                .setSpeed(part.speed())
                .build();
    }

    static PeerMessage read(MasterSays says) throws WireException {
        long term = WireBounds.positive("master_says.term", says.getTerm());
        if (says.getWhatCase() == MasterSays.WhatCase.WHAT_NOT_SET) {
            return new PeerMessage.MasterMessage(new MasterCommand.Here(term));
        }
        if (says.getWhatCase() == MasterSays.WhatCase.JOB) {
            return new PeerMessage.MasterMessage(job(term, says.getJob()));
        }
        long phase = WireBounds.positive("master_says.phase", says.getPhase());
        return new PeerMessage.MasterMessage(
                switch (says.getWhatCase()) {
                    case PLAN ->
                            new MasterCommand.Plan(
                                    term,
                                    phase,
                                    tasks("master_says.plan.quota", says.getPlan().getQuota()),
                                    parts("master_says.plan.sends", says.getPlan().getSendsList()),
                                    parts(
                                            "master_says.plan.receives",
                                            says.getPlan().getReceivesList()));
                    case OVER -> new MasterCommand.Over(term, phase);
                    case ASK, JOB, WHAT_NOT_SET -> new MasterCommand.Ask(term, phase);
                });
    }

    private static int number(MasterCommand.Verdict verdict) {
        return switch (verdict) {
            case BEGINS -> 0;
            case WAITS -> 1;
            case REFUSED -> 2;
        };
    }

    private static MasterCommand.Verdict verdict(int number) throws WireException {
        return switch (number) {
            case 0 -> MasterCommand.Verdict.BEGINS;
            case 1 -> MasterCommand.Verdict.WAITS;
            case 2 -> MasterCommand.Verdict.REFUSED;
            default -> throw new UnknownValueException("master_says.job.verdict", number);
        };
    }

    private static MasterCommand.Job job(long term, JobVerdict wire) throws WireException {
        return new MasterCommand.Job(
                term,
                new JobId(wire.getJob()),
                verdict(wire.getVerdict()),
                WireBounds.text("master_says.job.why", wire.getWhy()));
    }

    private static List<MasterCommand.Part> parts(String field, List<PhasePart> wire)
            throws WireException {
        List<MasterCommand.Part> parts =
                new ArrayList<>(WireBounds.size(field, wire.size(), MasterCommand.MAX_PARTS));
        for (PhasePart part : wire) {
            int tasks = WireBounds.positive(field + ".tasks", part.getTasks());
            parts.add(
                    new MasterCommand.Part(
                            WireBounds.node(field + ".node", part.getNode()),
                            tasks(field + ".tasks", tasks),
                            WireBounds.atMost(field + ".idle", part.getIdle(), MAX_WORKERS),
                            speed(field + ".speed", part.getSpeed())));
        }
        return parts;
    }

    // ---- From nodes

    static PhaseSays write(PhaseReply word) {
        PhaseSays.Builder says = PhaseSays.newBuilder().setTerm(word.term());
        switch (word) {
            case PhaseReply.Outdated outdated -> says.setOutdated(true);
            case PhaseReply.Status status -> says.setStatus(counts(status.counts()));
            case PhaseReply.Counted counted ->
                    says.setPhase(counted.phase()).setCounted(counts(counted.counts()));
            case PhaseReply.Sending sending ->
                    says.setPhase(sending.phase())
                            .setSending(
                                    PhaseSending.newBuilder()
                                            .setTasks(sending.tasks())
                                            .setNone(sending.none()));
            case PhaseReply.Done done ->
                    says.setPhase(done.phase())
                            .setDone(
                                    PhaseDone.newBuilder()
                                            .setCounts(counts(done.counts()))
                                            .setSent(done.sent())
                                            .setNone(done.none())
                                            .setAsked(done.asked())
                                            .setReceived(done.received())
                                            .setComplete(done.complete()));
            case PhaseReply.Jobs jobs -> says.setJobs(wishes(jobs));
            case PhaseReply.JobOver over -> says.setJobOver(over.job().value());
            case PhaseReply.Left left -> says.setPhase(left.phase()).setLeft(true);
        }
        return says.build();
    }

    private static JobWishes wishes(PhaseReply.Jobs jobs) {
        JobWishes.Builder wire = JobWishes.newBuilder();
        for (PhaseReply.JobWish wish : jobs.jobs()) {
            wire.addJobs(
                    JobWish.newBuilder()
                            .setJob(wish.job().value())
                            .setWidth(wish.minWorkers())
                            .setBegun(wish.begun())
                            .setOutlives(wish.outlives())
                            .setAttachment(wish.attachment()));
        }
        return wire.build();
    }

    private static PhaseCounts counts(PhaseReply.Counts counts) {
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

    static PeerMessage read(PhaseSays says) throws WireException {
        long term = WireBounds.positive("phase_says.term", says.getTerm());
        return new PeerMessage.PhaseMessage(
                switch (says.getWhatCase()) {
                    case OUTDATED -> new PhaseReply.Outdated(term);
                    case STATUS -> new PhaseReply.Status(term, counts(says.getStatus()));
                    case COUNTED ->
                            new PhaseReply.Counted(term, phase(says), counts(says.getCounted()));
                    case SENDING ->
                            new PhaseReply.Sending(
                                    term,
                                    phase(says),
                                    tasks("phase_says.tasks", says.getSending().getTasks()),
                                    tasks("phase_says.none", says.getSending().getNone()));
                    case DONE -> done(term, phase(says), says.getDone());
                    case JOBS -> new PhaseReply.Jobs(term, wishes(says.getJobs()));
                    case JOB_OVER -> new PhaseReply.JobOver(term, new JobId(says.getJobOver()));
                    case LEFT -> new PhaseReply.Left(term, phase(says));
                    case WHAT_NOT_SET -> throw new UnknownValueException("phase_says.what", "it");
                });
    }

    private static List<PhaseReply.JobWish> wishes(JobWishes wire) throws WireException {
        List<PhaseReply.JobWish> wishes =
                new ArrayList<>(
                        WireBounds.size(
                                "phase_says.jobs", wire.getJobsCount(), PhaseReply.Jobs.MAX_JOBS));
        for (JobWish wish : wire.getJobsList()) {
            wishes.add(
                    new PhaseReply.JobWish(
                            new JobId(wish.getJob()),
                            WireBounds.atMost(
                                    "phase_says.jobs.width",
                                    wish.getWidth(),
                                    PhaseReply.JobWish.MAX_WIDTH),
                            wish.getBegun(),
                            wish.getOutlives(),
                            WireBounds.notNegative(
                                    "phase_says.jobs.attachment", wish.getAttachment())));
        }
        return wishes;
    }

    private static long phase(PhaseSays says) throws WireException {
        return WireBounds.positive("phase_says.phase", says.getPhase());
    }

    private static PhaseReply.Done done(long term, long phase, PhaseDone wire)
            throws WireException {
        return new PhaseReply.Done(
                term,
                phase,
                counts(wire.getCounts()),
                tasks("phase_says.done.sent", wire.getSent()),
                tasks("phase_says.done.none", wire.getNone()),
                tasks("phase_says.done.asked", wire.getAsked()),
                tasks("phase_says.done.received", wire.getReceived()),
                wire.getComplete());
    }

    private static PhaseReply.Counts counts(PhaseCounts wire) throws WireException {
        return new PhaseReply.Counts(
                WireBounds.atMost("phase_says.schedulable", wire.getSchedulable(), MAX_TASKS / 2),
                WireBounds.atMost("phase_says.executing", wire.getExecuting(), MAX_TASKS / 2),
                WireBounds.atMost("phase_says.movable", wire.getMovable(), MAX_TASKS / 2),
                WireBounds.atMost("phase_says.workers", wire.getWorkers(), MAX_WORKERS),
                wire.getReady(),
                speed("phase_says.speed", wire.getSpeed()),
                wire.getKind(),
                WireBounds.notNegative("phase_says.kind_nanos", wire.getKindNanos()),
                WireBounds.notNegative("phase_says.kind_runs", wire.getKindRuns()));
    }

    static double speed(String field, double speed) throws WireException {
        if (!(speed >= MIN_SPEED && speed <= MAX_SPEED)) {
            throw new WireException(field, speed + " is not a speed");
        }
        return speed;
    }

    private static int tasks(String field, int value) throws WireException {
        return WireBounds.atMost(field, value, MAX_TASKS);
    }
}
