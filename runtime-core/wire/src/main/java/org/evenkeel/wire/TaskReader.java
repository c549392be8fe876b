package org.evenkeel.wire;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.OfferedTask;
import org.evenkeel.model.protocol.PeerMessage.Result;
import org.evenkeel.model.protocol.Submission;
import org.evenkeel.wire.proto.Finished;
import org.evenkeel.wire.proto.FinishedItem;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.OfferGroup;
import org.evenkeel.wire.proto.OfferItem;
import org.evenkeel.wire.proto.ResultItem;
import org.evenkeel.wire.proto.Submit;
import org.evenkeel.wire.proto.SubmitGroup;
import org.evenkeel.wire.proto.SubmitItem;
import org.jspecify.annotations.Nullable;

/** Reads tasks and how they ended; checks every bound. One per link, for its {@link KindTable}. */
record TaskReader(KindTable kinds) {
    List<Submission> submissions(Submit submit, long origin, int frameBytes) throws WireException {
        WireBounds.size("submit.groups", submit.getGroupsCount(), WireLimits.MAX_FRAME_TASKS);
        List<Submission> out = new ArrayList<>();
        for (SubmitGroup group : submit.getGroupsList()) {
            WireBounds.size(
                    "submit.groups.items",
                    out.size() + group.getItemsCount(),
                    WireLimits.MAX_FRAME_TASKS);
            TaskKind kind = kinds.read("submit.groups.kind", group.getKind());
            TaskId parent =
                    group.hasParent() ? id("submit.groups.parent", group.getParent()) : null;
            for (SubmitItem item : group.getItemsList()) {
                out.add(submission(item, origin, kind, parent, frameBytes));
            }
        }
        return out;
    }

    private static Submission submission(
            SubmitItem item, long origin, TaskKind kind, @Nullable TaskId parent, int frameBytes)
            throws WireException {
        long number = WireBounds.positive("submit.groups.items.number", item.getNumber());
        int epoch =
                item.getEpoch() == 0
                        ? 1
                        : WireBounds.positive("submit.groups.items.epoch", item.getEpoch());
        String field = "submit.groups.items.payload";
        Payload payload =
                PayloadWire.requireContentName(
                        field,
                        PayloadWire.read(
                                field,
                                item.getPayload(),
                                item.hasBlob() ? item.getBlob() : null,
                                frameBytes));
        return new Submission(
                new Task(
                        new TaskId(origin, number),
                        kind,
                        payload,
                        weight("submit.groups.items.weight", item.getWeight()),
                        parent),
                epoch,
                WireBounds.notNegative("submit.groups.items.waited_nanos", item.getWaitedNanos()));
    }

    OfferedTask offered(
            OfferItem item, TaskKind kind, org.evenkeel.model.NodeRef owner, int frameBytes)
            throws WireException {
        Payload payload =
                PayloadWire.read(
                        "offer.groups.items.payload",
                        item.getPayload(),
                        item.hasBlob() ? item.getBlob() : null,
                        frameBytes);
        TaskId parent = item.hasParent() ? id("offer.groups.items.parent", item.getParent()) : null;
        return new OfferedTask(
                new Task(
                        id("offer.groups.items", item.getOrigin(), item.getNumber()),
                        kind,
                        payload,
                        weight("offer.groups.items.weight", item.getWeight()),
                        parent),
                WireBounds.grant("offer.groups.items.grant", item.getEpoch(), item.getGrant()),
                WireBounds.notNegative("offer.groups.items.hop", item.getHop()),
                owner,
                towards("offer.groups.items.towards", item.getTowards()));
    }

    TaskKind kind(OfferGroup group) throws WireException {
        return kinds.read("offer.groups.kind", group.getKind());
    }

    Result result(ResultItem item, int frameBytes) throws WireException {
        Payload payload =
                OutcomeWire.readPayload(
                        "results.items.payload",
                        item.getHasPayload(),
                        item.getPayload(),
                        item.hasBlob() ? item.getBlob() : null,
                        frameBytes);
        return new Result(
                id("results.items", item.getOrigin(), item.getNumber()),
                WireBounds.grant("results.items.grant", item.getEpoch(), item.getGrant()),
                OutcomeWire.finished(
                        OutcomeWire.read(
                                "results.items", item.getStatus(), payload, item.getSummary()),
                        item.getIsFinal()),
                WireBounds.notNegative("results.items.run_nanos", item.getRunNanos()),
                towards("results.items.towards", item.getTowards()));
    }

    private static @Nullable NodeId towards(String field, String name) throws WireException {
        return name.isEmpty() ? null : WireBounds.node(field, name);
    }

    /**
     * How tasks of a worker ended. An item with a file has a {@link BlobPayload}; whoever reads
     * takes over the file first.
     */
    List<Finish> finishes(Finished finished, long workersOrigin, int frameBytes)
            throws WireException {
        int size =
                WireBounds.size(
                        "finished.items", finished.getItemsCount(), WireLimits.MAX_FRAME_TASKS);
        List<Finish> out = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            out.add(finish(finished.getItems(i), workersOrigin, frameBytes));
        }
        return out;
    }

    private static Finish finish(FinishedItem item, long workersOrigin, int frameBytes)
            throws WireException {
        Payload payload =
                OutcomeWire.readPayload(
                        "finished.items.payload",
                        item.getHasPayload(),
                        item.getPayload(),
                        item.hasBlob() ? item.getBlob() : null,
                        frameBytes);
        Outcome outcome =
                OutcomeWire.finished(
                        OutcomeWire.read(
                                "finished.items", item.getStatus(), payload, item.getSummary()),
                        item.getIsFinal());
        long tail = WireBounds.notNegative("finished.items.tail_child", item.getTailChild());
        return new Finish(
                id("finished.items", item.getOrigin(), item.getNumber()),
                WireBounds.grant("finished.items.grant", item.getEpoch(), item.getGrant()),
                outcome,
                WireBounds.notNegative("finished.items.run_nanos", item.getRunNanos()),
                tail == 0 ? Finish.NO_TAIL : new TaskId(workersOrigin, tail));
    }

    static List<GrantedTask> granted(String field, List<Granted> list) throws WireException {
        List<GrantedTask> out =
                new ArrayList<>(WireBounds.size(field, list.size(), WireLimits.MAX_FRAME_TASKS));
        for (Granted one : list) {
            out.add(granted(field, one));
        }
        return out;
    }

    static GrantedTask granted(String field, Granted one) throws WireException {
        return new GrantedTask(
                id(field, one.getOrigin(), one.getNumber()),
                WireBounds.grant(field + ".grant", one.getEpoch(), one.getGrant()));
    }

    static TaskId id(String field, long origin, long number) throws WireException {
        if (number <= 0) {
            throw new WireException(field + ".number", number + " is not 1 or more");
        }
        return new TaskId(origin, number);
    }

    private static TaskId id(String field, org.evenkeel.wire.proto.TaskId wire)
            throws WireException {
        return id(field, wire.getOrigin(), wire.getNumber());
    }

    private static long weight(String field, long weight) throws WireException {
        return weight == 0 ? 1 : WireBounds.positive(field, weight);
    }
}
