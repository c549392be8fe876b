package org.evenkeel.wire;

import com.google.protobuf.ByteString;
import java.util.function.Consumer;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.OfferedTask;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Offer;
import org.evenkeel.wire.proto.OfferGroup;
import org.evenkeel.wire.proto.OfferItem;
import org.jspecify.annotations.Nullable;

/**
 * Writes offers: tasks of one kind and owner share a group, long offers continue in further frames.
 */
final class OfferWriter {

    private static final int OWNER_TEXT_LENGTH = 100;

    private final KindTable kinds;
    private final FrameBatch batch = new FrameBatch();
    private OfferGroup.@Nullable Builder group;
    private @Nullable TaskKind kind;
    private @Nullable NodeRef owner;

    OfferWriter(KindTable kinds) {
        this.kinds = kinds;
    }

    @SuppressWarnings("ReferenceEquality") // equal kinds that are not the same only cost a group
    void write(PeerMessage.Offer offer, Consumer<Frame> out) {
        batch.clear();
        group = null;
        Offer.Builder wire = begin(offer);
        for (OfferedTask task : offer.tasks()) {
            boolean newGroup = task.task().kind() != kind || !task.owner().equals(owner);
            int text = newGroup ? task.task().kind().name().length() + OWNER_TEXT_LENGTH : 0;
            int bytes = PayloadWire.inline(task.task().payload()).size();
            if (!batch.fits(bytes, text)) {
                closeGroup(wire);
                out.accept(Frame.newBuilder().setOffer(wire.setMore(true)).build());
                wire = begin(offer);
                batch.clear();
            }
            if (group == null || newGroup) {
                closeGroup(wire);
                kind = task.task().kind();
                owner = task.owner();
                group =
                        OfferGroup.newBuilder()
                                .setKind(kinds.write(kind))
                                .setOwner(MessageWriter.node(owner));
            }
            group.addItems(item(task));
            batch.add(bytes, text);
        }
        closeGroup(wire);
        if (offer.load() != null) {
            wire.setLoad(MessageWriter.load(offer.load()));
        }
        out.accept(Frame.newBuilder().setOffer(wire).build());
        kind = null;
        owner = null;
    }

    private static Offer.Builder begin(PeerMessage.Offer offer) {
        return Offer.newBuilder()
                .setToIncarnation(offer.toIncarnation())
                .setBatch(offer.batch())
                .setAnsweredUpTo(offer.answeredUpTo());
    }

    private void closeGroup(Offer.Builder wire) {
        if (group != null) {
            wire.addGroups(group);
            group = null;
        }
    }

    private static OfferItem item(OfferedTask offered) {
        Task task = offered.task();
        OfferItem.Builder item =
                OfferItem.newBuilder()
                        .setOrigin(task.id().origin())
                        .setNumber(task.id().number())
                        .setEpoch(offered.grant().epoch())
                        .setGrant(offered.grant().number())
                        .setHop(offered.hop())
                        .setWeight(task.weight());
        TaskId parent = task.parent();
        if (parent != null) {
            item.setParent(TaskIdMapper.toWire(parent));
        }
        if (offered.towards() != null) {
            item.setTowards(offered.towards().name());
        }
        ByteString inline = PayloadWire.inline(task.payload());
        BlobRef blob = PayloadWire.blob(task.payload());
        if (blob != null) {
            item.setBlob(blob);
        } else {
            item.setPayload(inline);
        }
        return item.build();
    }
}
