package org.evenkeel.kernel;

import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.TaskId;

/**
 * Writes down what must be durable of a task before any node hears of it, at the level its
 * submitter chose: not at all, on this node's disk, on a replica's too. A step that waits for that
 * is taken when it is done.
 *
 * @param written hears of a task when a step of it that waited has been taken
 */
record TaskRecords(
        NodeContext context,
        OwnedTasks owned,
        Replicas replicas,
        Origins origins,
        Consumer<OwnedTask> written) {
    /** Names no task. */
    static final TaskId NO_TASK = new TaskId(0, 1);

    /** Whose jobs are, for what a replica keeps. */
    interface Origins {
        JobOrigin origin(JobId job);
    }

    void accepted(OwnedTask entry, Runnable then) {
        write(entry, then, () -> accepted(entry));
    }

    void granted(OwnedTask entry, Runnable then) {
        write(entry, then, () -> granted(entry));
    }

    /** The task resumes from a checkpoint, which stands in the entry, under a new grant. */
    void suspended(OwnedTask entry, Runnable then) {
        boolean blamed = entry.failures > 0 || !entry.deaths.isEmpty();
        write(entry, blamed ? () -> {} : then, () -> accepted(entry));
        if (blamed) {
            granted(entry, then);
        }
    }

    /**
     * A task that runs on has a checkpoint, which stands in the entry. Only who waits for {@code
     * then} waits: what else happens to the task continues.
     *
     * @param blame whether what it has on its account is to be written down too
     */
    void checkpointed(OwnedTask entry, boolean blame, Runnable then) {
        note(entry, accepted(entry), blame ? () -> {} : then);
        if (blame) {
            note(entry, granted(entry), then);
        }
    }

    private void note(OwnedTask entry, JournalRecord.OfTask record, Runnable then) {
        if (entry.isDurable()) {
            context.out.persist(record);
        }
        if (Replicas.isReplicated(entry)) {
            replicas.send(record, then);
        } else {
            then.run();
        }
    }

    /** The outcome stands in the entry. */
    void done(OwnedTask entry, Outcome outcome, Runnable then) {
        write(entry, then, () -> done(entry, outcome));
    }

    /** What this node's disk has of a task already, another is to have too. */
    void replicated(OwnedTask entry, Runnable then) {
        of(entry, origins, record -> write(entry, record, () -> {}));
        write(entry, new JournalRecord.Forgotten(NO_TASK), then);
    }

    private void write(OwnedTask entry, JournalRecord.OfTask record, Runnable then) {
        entry.writing++;
        replicas.send(
                record,
                () -> {
                    entry.writing--;
                    if (owned.get(entry.id()) == entry) {
                        then.run();
                        stepTaken(entry);
                    }
                });
    }

    private void stepTaken(OwnedTask entry) {
        if (owned.get(entry.id()) == entry) {
            written.accept(entry);
        }
    }

    /** Nothing waits for this. */
    void forgotten(OwnedTask entry) {
        if (entry.isDurable()) {
            JournalRecord.Forgotten record = new JournalRecord.Forgotten(entry.id());
            context.out.persist(record);
            if (Replicas.isReplicated(entry)) {
                replicas.send(record, () -> {});
            }
        }
    }

    /** Makes a record only when one is written. */
    private interface Record {
        JournalRecord.OfTask make();
    }

    private void write(OwnedTask entry, Runnable then, Record record) {
        if (!entry.isDurable()) {
            then.run();
            return;
        }
        JournalRecord.OfTask made = record.make();
        context.out.persist(made);
        if (!Replicas.isReplicated(entry)) {
            then.run();
            return;
        }
        write(entry, made, then);
    }

    /** What stands for a task as it is now, oldest first. */
    static void of(OwnedTask entry, Origins origins, Consumer<JournalRecord.OfTask> reader) {
        reader.accept(accepted(entry, origins));
        if (entry.failures > 0 || !entry.deaths.isEmpty()) {
            reader.accept(granted(entry));
        }
        Outcome outcome = entry.outcome;
        if (outcome != null) {
            reader.accept(done(entry, outcome));
        }
    }

    private JournalRecord.OfTask accepted(OwnedTask entry) {
        return accepted(entry, origins);
    }

    private static JournalRecord.OfTask accepted(OwnedTask entry, Origins origins) {
        JobOrigin origin =
                Replicas.isReplicated(entry)
                        ? origins.origin(entry.task.kind().job())
                        : JobOrigin.NONE;
        return new JournalRecord.Accepted(entry.taskAsKept(), entry.grant, entry.session, origin);
    }

    private static JournalRecord.OfTask granted(OwnedTask entry) {
        List<String> deaths = List.copyOf(entry.deaths);
        return new JournalRecord.Granted(entry.id(), entry.grant, entry.failures, deaths);
    }

    private static JournalRecord.OfTask done(OwnedTask entry, Outcome outcome) {
        return new JournalRecord.Done(entry.id(), entry.grant, outcome, entry.ranOn);
    }
}
