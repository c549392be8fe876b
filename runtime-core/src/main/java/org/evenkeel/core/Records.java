package org.evenkeel.core;

import java.util.List;
import org.evenkeel.model.JournalRecord;

/**
 * Writes down what must be durable of a task before anybody hears of it, at the level its submitter
 * chose. A step that waits for that is taken when it is done.
 */
final class Records {
    private final Context context;

    Records(Context context) {
        this.context = context;
    }

    void accepted(OwnedTask entry, Runnable then) {
        write(entry, new JournalRecord.Accepted(entry.task, entry.grant, entry.session), then);
    }

    void granted(OwnedTask entry, Runnable then) {
        if (entry.isDurable()) {
            List<String> deaths = List.copyOf(entry.deaths);
            write(
                    entry,
                    new JournalRecord.Granted(entry.id(), entry.grant, entry.failures, deaths),
                    then);
        } else {
            then.run();
        }
    }

    /** The outcome stands in the entry. */
    void done(OwnedTask entry, Runnable then) {
        if (entry.isDurable() && entry.outcome != null) {
            write(
                    entry,
                    new JournalRecord.Done(entry.id(), entry.grant, entry.outcome, entry.ranOn),
                    then);
        } else {
            then.run();
        }
    }

    void forgotten(OwnedTask entry) {
        write(entry, new JournalRecord.Forgotten(entry.id()), () -> {});
    }

    private void write(OwnedTask entry, JournalRecord.OfTask record, Runnable then) {
        if (entry.isDurable()) {
            context.out.persist(record);
        }
        then.run();
    }
}
