package org.evenkeel.model;

import java.util.List;

/**
 * What must be durable before anybody hears of it: the life of tasks of level DISK and above, and
 * the jobs that outlive their clients.
 *
 * <p>Of one task, job or replica the last record of each kind counts; {@link Forgotten} and {@link
 * JobEnded} end all before them.
 */
public sealed interface JournalRecord {

    /** Of a task. */
    sealed interface OfTask extends JournalRecord {
        TaskId task();
    }

    /** This node owns the task from now on. */
    record Accepted(Task accepted, Grant grant, long session) implements OfTask {
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

    /** Nobody needs the task any more. */
    record Forgotten(TaskId task) implements OfTask {}

    /**
     * A job whose tasks and outcomes are kept when its client is gone.
     *
     * @param session of the client that opened it
     * @param submitter name in the client's certificate, empty for the machine's own user
     * @param attachment the client's latest attachment to this node after which it had submitted
     *     again whatever it had open: everything of the job is here then; 0 for none
     * @param width workers it asks for at once, 0 for none in particular
     */
    record JobOpened(
            JobId job, long session, String name, String submitter, int attachment, int width)
            implements JournalRecord {

        /** The same at a later attachment. */
        public JobOpened at(int later) {
            return new JobOpened(job, session, name, submitter, later, width);
        }
    }

    /** The job has ended. */
    record JobEnded(JobId job) implements JournalRecord {}

    /**
     * Another owner's record, kept here as well (level REPLICATED).
     *
     * @param process incarnation of the owner that said it
     */
    record Replica(NodeId owner, long process, OfTask record) implements JournalRecord {}
}
