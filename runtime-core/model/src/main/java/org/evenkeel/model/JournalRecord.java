package org.evenkeel.model;

import java.util.List;

/**
 * What must be durable before any node hears of it: the life of tasks of level DISK and above, and
 * the jobs that outlive their clients.
 *
 * <p>Of one task, job, replica or session the last record of each kind counts; {@link Forgotten},
 * {@link JobEnded} and {@link SessionForgotten} end all before them.
 */
public sealed interface JournalRecord {

    /** Of a task. */
    sealed interface OfTask extends JournalRecord {
        TaskId task();
    }

    /**
     * This node owns the task from now on.
     *
     * @param origin whose its job is; only where a replica keeps it, none elsewhere
     */
    record Accepted(Task accepted, Grant grant, long session, JobOrigin origin) implements OfTask {

        /** No replica keeps it. */
        public Accepted(Task accepted, Grant grant, long session) {
            this(accepted, grant, session, JobOrigin.NONE);
        }

        @Override
        public TaskId task() {
            return accepted.id();
        }
    }

    /**
     * A later grant, and what the task has on its account.
     *
     * @param failures attempts that threw
     * @param deaths how workers died that ran it
     */
    record Granted(TaskId task, Grant grant, int failures, List<String> deaths) implements OfTask {}

    /** The outcome is committed. */
    record Done(TaskId task, Grant grant, Outcome outcome, String ranOn) implements OfTask {}

    /** No node needs the task any more. */
    record Forgotten(TaskId task) implements OfTask {}

    /**
     * A job whose tasks and outcomes are kept when its client is gone.
     *
     * @param secret what its id is computed from
     * @param session of the client that opened it
     * @param submitter name in the client's certificate, empty for the machine's own user
     * @param attachment the client's latest attachment to this node after which it had submitted
     *     again whatever it had open: everything of the job is here then; 0 for none
     * @param minWorkers workers it asks for at once, 0 for none in particular
     * @param since the latest attachment at which its client submitted everything again that it
     *     wanted, here or at an earlier owner
     * @param owners how many nodes have owned it since then, this one included; {@link #NO_OWNERS}
     *     in a record of a version that did not count them
     * @param place where it is
     */
    record JobOpened(
            JobId job,
            JobSecret secret,
            long session,
            String name,
            String submitter,
            int attachment,
            int minWorkers,
            int since,
            int owners,
            JobLocation place)
            implements JournalRecord {

        /** How many owners a record of a version has that did not count them. */
        public static final int NO_OWNERS = 0;

        /** Of its first owner, which has it. */
        public JobOpened(
                JobId job,
                long session,
                String name,
                String submitter,
                int attachment,
                int minWorkers) {
            this(
                    job,
                    JobSecret.NONE,
                    session,
                    name,
                    submitter,
                    attachment,
                    minWorkers,
                    attachment,
                    1,
                    JobLocation.HERE);
        }

        /** The same at a later attachment. */
        public JobOpened at(int later, int all) {
            return with(later, all, all > since ? 1 : owners, place);
        }

        /** The same elsewhere. */
        public JobOpened in(JobLocation now) {
            return with(attachment, since, owners, now);
        }

        /** The same where so many nodes have owned it. */
        public JobOpened of(int nodes) {
            return with(attachment, since, nodes, place);
        }

        /** The same where another node may have had all of it later. */
        public JobOpened elsewhere() {
            return with(0, 0, 1, place);
        }

        private JobOpened with(int later, int all, int nodes, JobLocation where) {
            return new JobOpened(
                    job, secret, session, name, submitter, later, minWorkers, all, nodes, where);
        }

        /** Whether this one knows of something that happened to the job after the other. */
        public boolean isLaterThan(int otherSince, int otherOwners) {
            return since != otherSince ? since > otherSince : owners > otherOwners;
        }
    }

    /**
     * Where a job is whose record a node has: a job changes its owner as a whole, and of two nodes
     * never both say that it is there.
     *
     * @param node the other one; empty for {@link Kind#HERE}, and where no node has it any more
     */
    record JobLocation(Kind kind, String node) {
        public static final JobLocation HERE = new JobLocation(Kind.HERE, "");

        /** What the record says. */
        public enum Kind {
            /** All of it is here. */
            HERE,
            /** It is being passed on to the other node, which may have it already. */
            GOING,
            /** It was passed on, or has ended; what was here of it is gone. */
            GONE,
            /** It comes from the other node, which has it until all is on this disk. */
            COMING
        }
    }

    /** The job has ended. */
    record JobEnded(JobId job) implements JournalRecord {}

    /**
     * Another owner's record, kept here as well (level REPLICATED).
     *
     * @param owner the process of the owner that said it; what is forgotten is so for all of them
     * @param number counts what this process has said to its replicas; 0 in what versions wrote
     *     that did not keep it, and where something is forgotten
     */
    record Replica(NodeRef owner, OfTask record, long number) implements JournalRecord {

        /** Something that is forgotten. */
        public Replica(NodeRef owner, OfTask record) {
            this(owner, record, 0);
        }
    }

    /**
     * All that another owner has of a session on level REPLICATED is kept here as well.
     *
     * @param owner its process that said that it has everything of the session
     * @param attachment the latest attachment of the session's client after which that was so
     * @param since the latest attachment at which its client had submitted everything again that it
     *     wanted, there or at an earlier owner
     */
    record SessionComplete(NodeRef owner, long session, int attachment, int since)
            implements JournalRecord {}

    /** That is not so any more. */
    record SessionForgotten(long session) implements JournalRecord {}
}
