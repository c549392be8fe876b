package org.evenkeel.kernel.phases;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.MasterCommand.Verdict;
import org.evenkeel.model.protocol.PhaseReply.JobWish;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a cluster as its master knows them: admits those that ask for workers at once, in the
 * order in which they came, and has every node clean up after those that no node owns any more.
 *
 * <p>States of a job: {@code WAITS -> BEGUN -> gone}; {@code WAITS -> REFUSED}, which is not kept.
 * The widths of those that have begun are at most the workers there were then. Owners say what they
 * have again and again: a new master learns it so before it admits any job, and who is silent for
 * too long owns nothing.
 */
final class JobRegister {
    /** Jobs that are kept. */
    static final int MAX_JOBS = 100_000;

    private static final class Entry {
        NodeId owner;
        int minWorkers;
        boolean begun;
        boolean outlives;
        int attachment;
        long heardNanos;
        @Nullable String told;

        Entry(NodeId owner) {
            this.owner = owner;
        }
    }

    private final MasterNode node;
    private final PhaseBounds bounds;
    private final Map<JobId, Entry> jobs = new LinkedHashMap<>();
    private long term;
    private int workers;
    private long beganNanos;
    private long workersSinceNanos;
    private boolean joined;
    private boolean changed;
    private long dueNanos = Long.MAX_VALUE;

    JobRegister(MasterNode node, PhaseBounds bounds) {
        this.node = node;
        this.bounds = bounds;
    }

    /** This node is the master from now on, and knows of nothing; or it is not any more. */
    void begin(long now, long newTerm) {
        jobs.clear();
        term = newTerm;
        workers = 0;
        beganNanos = now;
        workersSinceNanos = now;
        dueNanos = Long.MAX_VALUE;
    }

    /** Jobs that are known. */
    int size() {
        return jobs.size();
    }

    /** An owner says what it has. */
    void receive(long now, NodeId from, List<JobWish> wishes) {
        for (JobWish wish : wishes) {
            receive(now, from, wish);
        }
        changed = true;
    }

    private void receive(long now, NodeId from, JobWish wish) {
        Entry known = jobs.get(wish.job());
        if (known == null && jobs.size() >= MAX_JOBS) {
            if (!wish.begun()) {
                send(from, wish.job(), Verdict.REFUSED, "the master knows its maximum of jobs");
            }
            return;
        }
        if (known != null && known.attachment > wish.attachment()) {
            return; // its client has left that node
        }
        Entry entry = known == null ? new Entry(from) : known;
        jobs.put(wish.job(), entry);
        entry.owner = from;
        entry.attachment = wish.attachment();
        entry.minWorkers = wish.minWorkers();
        entry.outlives = wish.outlives();
        entry.heardNanos = now;
        entry.begun |= wish.begun();
        entry.told = null;
        if (entry.begun && !wish.begun()) {
            send(from, wish.job(), Verdict.BEGINS, "");
        }
    }

    /** An owner says that a job has ended. */
    void over(NodeId from, JobId job) {
        Entry entry = jobs.get(job);
        if (entry != null && entry.owner.equals(from)) {
            end(job, true);
        }
    }

    private void end(JobId job, boolean forGood) {
        jobs.remove(job);
        changed = true;
        if (forGood) {
            node.ended(job);
        }
    }

    /** A node has joined, whose workers are not counted yet. */
    void joined() {
        joined = true;
    }

    /** Does what is due; there are so many workers in the cluster now. */
    void settle(long now, int workersNow) {
        if (workers != workersNow || joined) {
            joined = false;
            workers = workersNow;
            workersSinceNanos = now;
            changed = true;
        }
        if (jobs.isEmpty() || !changed && now < dueNanos) {
            return;
        }
        forgetSilent(now);
        admit(now);
        changed = false;
        dueNanos = Long.MAX_VALUE;
        for (Entry entry : jobs.values()) {
            dueNanos = Math.min(dueNanos, entry.heardNanos + bounds.jobNanos());
            if (!entry.begun && entry.minWorkers > workers && workers > 0) {
                dueNanos = Math.min(dueNanos, workersSinceNanos + bounds.masterLeaseNanos());
            }
            if (!entry.begun && now - beganNanos < bounds.masterLeaseNanos()) {
                dueNanos = Math.min(dueNanos, beganNanos + bounds.masterLeaseNanos());
            }
        }
    }

    /** No node owns them: a job that outlives its client may come back with its owner. */
    private void forgetSilent(long now) {
        List<JobId> silent = new ArrayList<>();
        jobs.forEach((job, entry) -> {
            if (now - entry.heardNanos >= bounds.jobNanos()) {
                silent.add(job);
            }
        });
        for (JobId job : silent) {
            Entry entry = jobs.get(job);
            end(job, entry != null && !entry.outlives);
        }
    }

    private void admit(long now) {
        boolean informed = now - beganNanos >= bounds.masterLeaseNanos();
        long used =
                jobs.values().stream()
                        .filter(one -> one.begun)
                        .mapToLong(one -> one.minWorkers)
                        .sum();
        boolean settled = isSettled(now);
        boolean first = true;
        for (JobId job : List.copyOf(jobs.keySet())) {
            Entry entry = jobs.get(job);
            if (entry == null || entry.begun) {
                continue;
            }
            String asked = "it needs " + workers(entry.minWorkers) + " at once, ";
            if (entry.minWorkers > workers && settled) {
                jobs.remove(job);
                send(entry.owner, job, Verdict.REFUSED, asked + "the cluster has " + workers);
            } else if (entry.minWorkers > workers) {
                announceOnce(entry, job, asked + "the cluster has " + workers + " so far");
            } else if (!informed) {
                announceOnce(
                        entry,
                        job,
                        "the master has just started and collects the state of the cluster");
            } else if (first && entry.minWorkers <= workers - used) {
                entry.begun = true;
                used += entry.minWorkers;
                send(entry.owner, job, Verdict.BEGINS, "");
            } else {
                first = false; // who came later waits behind it
                announceOnce(
                        entry, job, asked + "earlier jobs use " + used + " of " + workers(workers));
            }
        }
    }

    /**
     * Whether the cluster is as wide as it will be: for a lease no node has joined and no worker
     * has come or gone. A cluster that has no worker is still starting them.
     */
    private boolean isSettled(long now) {
        return workers > 0 && now - workersSinceNanos >= bounds.masterLeaseNanos();
    }

    private static String workers(int count) {
        return count + (count == 1 ? " worker" : " workers");
    }

    private void announceOnce(Entry entry, JobId job, String why) {
        if (!why.equals(entry.told)) {
            entry.told = why;
            send(entry.owner, job, Verdict.WAITS, why);
        }
    }

    private void send(NodeId to, JobId job, Verdict verdict, String why) {
        node.send(to, new MasterCommand.Job(term, job, verdict, why));
    }

    /** When {@link #settle} has something to do at the latest, if nothing happens before. */
    long dueNanos() {
        return jobs.isEmpty() ? Long.MAX_VALUE : dueNanos;
    }
}
