package org.evenkeel.client.session;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.Grant;

/**
 * What becomes of open tasks when a link is there again (rule R8): what the daemon has not accepted
 * it gets again, under a raised epoch if it is not the process of before; one that has the task all
 * the same lets it resume.
 */
final class Resubmission {

    /** To be submitted, in the order of their numbers. */
    final List<OpenTask> again = new ArrayList<>();

    /** Cancelled meanwhile, and known to the daemon. */
    final List<OpenTask> cancelled = new ArrayList<>();

    /** Cancelled meanwhile, and known to no task. */
    final List<OpenTask> unwanted = new ArrayList<>();

    /** Found when attaching to their job, so their payloads are not here, and gone there. */
    final List<OpenTask> lost = new ArrayList<>();

    /**
     * @param open in the order of their numbers
     * @param acceptedUpTo what the daemon of before accepted
     */
    Resubmission(List<OpenTask> open, SessionContinuity sessionContinuity, long acceptedUpTo) {
        for (OpenTask task : open) {
            boolean there =
                    switch (sessionContinuity) {
                        case RESUMED -> task.number <= acceptedUpTo;
                        case RECOVERED -> task.kind.isOnDisk();
                        case NEW -> false;
                    };
            if (task.cancelled) {
                (there ? cancelled : unwanted).add(task);
            } else if (task.adopted) {
                if (!there) {
                    lost.add(task);
                }
            } else if (sessionContinuity != SessionContinuity.RESUMED || !there) {
                if (sessionContinuity != SessionContinuity.RESUMED) {
                    task.epoch += Grant.CLIENT_STRIDE;
                }
                again.add(task);
            }
        }
    }
}
