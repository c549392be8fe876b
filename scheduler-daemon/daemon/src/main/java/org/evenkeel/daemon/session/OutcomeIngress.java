package org.evenkeel.daemon.session;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.daemon.blob.BlobSource;
import org.evenkeel.daemon.blob.PayloadResolver;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.proto.Finished;
import org.jspecify.annotations.Nullable;

/**
 * Takes in outcomes of tasks that ran under this daemon: a result in a file is taken over, one in a
 * blob is pulled, and each waits for itself alone.
 */
public record OutcomeIngress(
        EventSink eventSink, PayloadResolver payloadResolver, BlobSource source) {
    /**
     * Tasks ended.
     *
     * @param wire as it came, for the files' names
     * @param finishes the same, read
     * @param directory the worker's, null for a program that serves itself
     */
    public void enter(int slot, Finished wire, List<Finish> finishes, @Nullable Path directory) {
        int atOnce = 0;
        while (atOnce < finishes.size()
                && !wire.getItems(atOnce).getResultLost()
                && enterAtOnce(finishes.get(atOnce))) {
            atOnce++;
        }
        List<Finish> ready = finishes;
        if (atOnce < finishes.size()) {
            ready = new ArrayList<>(finishes.subList(0, atOnce));
            for (int i = atOnce; i < finishes.size(); i++) {
                Finish finish = finishes.get(i);
                if (wire.getItems(i).getResultLost()) {
                    lost(slot, finish, finish.outcome().summary());
                } else if (enterAtOnce(finish)) {
                    ready.add(finish);
                } else {
                    bring(slot, finish, wire.getItems(i).getFile(), directory);
                }
            }
        }
        if (!ready.isEmpty()) {
            eventSink.submit(new Event.TasksFinished(slot, ready));
        }
    }

    /**
     * Whether the payload is here and was entered; false when it must be brought or put on disk.
     */
    private boolean enterAtOnce(Finish finish) {
        Payload payload = finish.outcome().payload();
        if (payload == null) {
            return true;
        }
        if (payload instanceof BlobPayload) {
            return false;
        }
        if (payload.isExternal() && payloadResolver.books().isOverBudget()
                || payloadResolver.isTooLongForRecord(finish.task(), payload)) {
            return false;
        }
        return payloadResolver.books().enter(payload);
    }

    private void bring(int slot, Finish finish, String file, @Nullable Path directory) {
        Payload payload = finish.outcome().payload();
        if (!file.isEmpty() && directory != null && payload instanceof BlobPayload blob) {
            payloadResolver.early().growing().taking(blob.digest());
            payloadResolver
                    .store()
                    .adopt(
                            directory.resolve(file),
                            directory,
                            blob,
                            problem -> {
                                end(slot, finish, payload, problem);
                                payloadResolver.early().growing().ended(blob.digest());
                            });
        } else if (payload != null) {
            PayloadResolver.Resolution needed = payloadResolver.gather(source);
            needed.needsForRecord(payload);
            needed.onResolved(
                    payloadResolver.queueOfBounded(),
                    0,
                    () -> end(slot, finish, needed.resolved(payload), needed.problem(payload)));
        }
    }

    /** It ran, and its result is nowhere: it is to run again. Without a checkpoint it runs on. */
    private void lost(int slot, Finish finish, String why) {
        if (finish.outcome().isCheckpoint()) {
            GrantedTask stays = new GrantedTask(finish.task(), finish.grant());
            eventSink.submit(new Event.SuspensionDeferred(slot, stays, why));
            return;
        }
        GrantedTask task = new GrantedTask(finish.task(), finish.grant());
        eventSink.submit(new Event.ResultLost(slot, task, why));
    }

    private void end(int slot, Finish finish, Payload payload, @Nullable String problem) {
        String why = problem;
        if (why == null && !payloadResolver.books().enter(payload)) {
            why = "the outcome is no longer stored";
        }
        if (why != null) {
            lost(slot, finish, "its result could not be stored: " + why);
            return;
        }
        Outcome outcome = finish.outcome().with(payload);
        eventSink.submit(
                new Event.TasksFinished(
                        slot,
                        List.of(
                                new Finish(
                                        finish.task(),
                                        finish.grant(),
                                        outcome,
                                        finish.runNanos(),
                                        finish.tailChild()))));
    }
}
