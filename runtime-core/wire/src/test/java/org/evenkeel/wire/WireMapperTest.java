package org.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Distance;
import org.evenkeel.model.Grant;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.Delivery;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.Submission;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.Finished;
import org.evenkeel.wire.proto.FinishedItem;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.Load;
import org.evenkeel.wire.proto.Offer;
import org.evenkeel.wire.proto.OfferGroup;
import org.evenkeel.wire.proto.OfferItem;
import org.evenkeel.wire.proto.StartGroup;
import org.evenkeel.wire.proto.Status;
import org.evenkeel.wire.proto.Submit;
import org.evenkeel.wire.proto.SubmitGroup;
import org.evenkeel.wire.proto.SubmitItem;
import org.evenkeel.wire.proto.TaskKind;
import org.junit.jupiter.api.Test;

class WireMapperTest {

    private final WireMapper mapper = new WireMapper();

    private static Submit submit(SubmitItem.Builder item) {
        return Submit.newBuilder()
                .addGroups(
                        SubmitGroup.newBuilder()
                                .setKind(TaskKind.newBuilder().setJob(3).setName("k"))
                                .addItems(item))
                .build();
    }

    @Test
    void everyKindOfMessageHasItsOwnBody() {
        Set<BodyCase> written = EnumSet.noneOf(BodyCase.class);
        Random random = new Random(1);
        List<Supplier<PeerMessage>> makers = WireMapperPropertyTest.makers(random);
        assertThat(makers).hasSize(PeerMessage.class.getPermittedSubclasses().length);
        for (Supplier<PeerMessage> maker : makers) {
            mapper.writeMessage(maker.get(), frame -> written.add(frame.getBodyCase()));
        }
        assertThat(written).hasSize(makers.size());
        for (BodyCase body : BodyCase.values()) {
            assertThat(WireMapper.isMessage(body)).as("%s", body).isEqualTo(written.contains(body));
        }
    }

    @Test
    void aBodyThatIsNoMessageIsRefused() {
        for (BodyCase body : BodyCase.values()) {
            if (!WireMapper.isMessage(body)) {
                Frame frame = frameOf(body);
                assertThatThrownBy(() -> mapper.readMessage(frame, 1))
                        .isInstanceOf(WireException.class);
            }
        }
    }

    private static Frame frameOf(BodyCase body) {
        if (body == BodyCase.BODY_NOT_SET) {
            return Frame.getDefaultInstance();
        }
        var field = Frame.getDescriptor().findFieldByNumber(body.getNumber());
        Frame.Builder builder = Frame.newBuilder();
        return builder.setField(field, builder.newBuilderForField(field).build()).build();
    }

    @Test
    void aSubmissionHasDefaultsForWhatIsUsual() throws Exception {
        List<Submission> read =
                mapper.readSubmit(submit(SubmitItem.newBuilder().setNumber(4)), 9, 50);
        assertThat(read).hasSize(1);
        assertThat(read.getFirst().epoch()).isEqualTo(1);
        assertThat(read.getFirst().task().id()).isEqualTo(new TaskId(9, 4));
        assertThat(read.getFirst().task().weight()).isEqualTo(1);
        assertThat(read.getFirst().task().kind().options().priority()).isEqualTo(5);
    }

    @Test
    void oneKindObjectServesManyTasks() throws Exception {
        var first = mapper.readSubmit(submit(SubmitItem.newBuilder().setNumber(1)), 9, 50);
        var second = mapper.readSubmit(submit(SubmitItem.newBuilder().setNumber(2)), 9, 50);
        assertThat(first.getFirst().task().kind()).isSameAs(second.getFirst().task().kind());
    }

    /** Checkpoints alone have names that say nothing of their content. */
    @Test
    void onlyWhatGoesOnMayHaveTheNameOfACheckpoint() throws Exception {
        BlobPayload blob = new BlobPayload(CheckpointName.of(1, 2, 3), 400_000);
        BlobRef ref = Objects.requireNonNull(PayloadWire.blob(blob));
        assertRefused(
                submit(SubmitItem.newBuilder().setNumber(1).setBlob(ref)),
                "submit.groups.items.payload.blob.sha256");
        for (Status status : List.of(Status.SUCCEEDED, Status.PUT_AWAY, Status.CHECKPOINT)) {
            FinishedItem item =
                    FinishedItem.newBuilder()
                            .setNumber(1)
                            .setEpoch(1)
                            .setGrant(1)
                            .setStatus(status)
                            .setFile("checkpoint-1")
                            .setBlob(ref)
                            .build();
            Finished finished = Finished.newBuilder().addItems(item).build();
            if (status == Status.SUCCEEDED) {
                assertThatThrownBy(() -> mapper.readFinished(finished, 9, 100))
                        .isInstanceOf(WireException.class)
                        .hasMessageContaining("a result with the name of a checkpoint");
            } else {
                assertThat(mapper.readFinished(finished, 9, 100).getFirst().outcome().payload())
                        .isEqualTo(blob);
            }
        }
    }

    @Test
    void whatBreaksARuleIsNamed() {
        assertRefused(submit(SubmitItem.newBuilder()), "submit.groups.items.number");
        assertRefused(
                submit(SubmitItem.newBuilder().setNumber(1).setEpoch(-1)),
                "submit.groups.items.epoch");
        assertRefused(
                submit(SubmitItem.newBuilder().setNumber(1).setWeight(-1)),
                "submit.groups.items.weight");
        assertRefused(
                submit(
                        SubmitItem.newBuilder()
                                .setNumber(1)
                                .setPayload(
                                        ByteString.copyFrom(
                                                new byte[WireLimits.MAX_INLINE_BYTES + 1]))),
                "submit.groups.items.payload");
        Submit.Builder longName = submit(SubmitItem.newBuilder().setNumber(1)).toBuilder();
        longName.getGroupsBuilder(0).getKindBuilder().setName("x".repeat(300));
        assertRefused(longName.build(), "submit.groups.kind.name");
        Submit.Builder priority = submit(SubmitItem.newBuilder().setNumber(1)).toBuilder();
        priority.getGroupsBuilder(0).getKindBuilder().setPriorityPlusOne(11);
        assertRefused(priority.build(), "submit.groups.kind");
        Submit.Builder many = submit(SubmitItem.newBuilder().setNumber(1)).toBuilder();
        for (int i = 0; i <= WireLimits.MAX_FRAME_TASKS; i++) {
            many.getGroupsBuilder(0).addItems(SubmitItem.newBuilder().setNumber(i + 2));
        }
        assertRefused(many.build(), "submit.groups.items");
    }

    private void assertRefused(Submit submit, String field) {
        assertThatThrownBy(() -> mapper.readSubmit(submit, 1, 100))
                .isInstanceOfSatisfying(
                        WireException.class, e -> assertThat(e.field()).isEqualTo(field));
    }

    @Test
    void anOfferCannotGrowForEver() {
        Offer.Builder offer = Offer.newBuilder().setToIncarnation(1).setBatch(1).setMore(true);
        OfferGroup.Builder group =
                OfferGroup.newBuilder()
                        .setKind(TaskKind.newBuilder().setName("k"))
                        .setOwner(MessageWriterAccess.node());
        for (int i = 0; i < 10_000; i++) {
            group.addItems(OfferItem.newBuilder().setNumber(i + 1).setEpoch(1).setGrant(1));
        }
        Frame frame = Frame.newBuilder().setOffer(offer.addGroups(group)).build();
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 10; i++) {
                                assertThat(mapper.readMessage(frame, 1 << 20)).isNull();
                            }
                        })
                .isInstanceOf(WireException.class)
                .hasMessageContaining("offer.tasks");
    }

    /** A node as the wire spells it. */
    private static final class MessageWriterAccess {
        static org.evenkeel.wire.proto.NodeRef node() {
            return org.evenkeel.wire.proto.NodeRef.newBuilder()
                    .setName("n1")
                    .setIncarnation(1)
                    .build();
        }
    }

    @Test
    void aLoadTellsADistanceOfAtMost65535() {
        for (int bad : new int[] {-1, 65_536}) {
            Frame frame = Frame.newBuilder().setLoad(Load.newBuilder().setDistance(bad)).build();
            assertThatThrownBy(() -> mapper.readMessage(frame, 10))
                    .hasMessageContaining("load.distance");
        }
    }

    /** From a node that does not tell one. */
    @Test
    void aLoadWithoutADistanceSaysWhetherThereIsRoomHere() throws Exception {
        assertThat(distanceOf(Load.newBuilder().setState(1))).isZero();
        assertThat(distanceOf(Load.newBuilder().setState(2))).isEqualTo(Distance.UNKNOWN);
        assertThat(distanceOf(Load.newBuilder().setState(2).setDistance(0))).isZero();
        assertThat(distanceOf(Load.newBuilder().setDistance(65_535))).isEqualTo(Distance.UNKNOWN);
    }

    private int distanceOf(Load.Builder load) throws WireException {
        Frame frame = Frame.newBuilder().setLoad(load).build();
        return ((PeerMessage.Load) mapper.readMessage(frame, 10)).distance();
    }

    @Test
    void aLoadHasOneOfThreeStates() {
        Frame frame = Frame.newBuilder().setLoad(Load.newBuilder().setState(3)).build();
        assertThatThrownBy(() -> mapper.readMessage(frame, 10)).hasMessageContaining("load.state");
    }

    @Test
    void aSmallPayloadDoesNotKeepALargeFrame() throws Exception {
        byte[] frame = new byte[100_000];
        ByteString part =
                com.google.protobuf.UnsafeByteOperations.unsafeWrap(frame).substring(10, 110);
        var read =
                mapper.readSubmit(
                        submit(SubmitItem.newBuilder().setNumber(1).setPayload(part)),
                        1,
                        frame.length);
        InlinePayload payload = (InlinePayload) read.getFirst().task().payload();
        frame[20] = 1;
        assertThat(payload.bytes().byteAt(10)).isZero();
    }

    @Test
    void tasksForAWorkerKeepTheirOrderAndFitTheirFrames() throws Exception {
        Random random = new Random(5);
        List<Assignment> assignments = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            assignments.add(
                    new Assignment(WireMapperPropertyTest.task(random), new Grant(1, i + 1)));
        }
        List<Integer> grants = new ArrayList<>();
        mapper.writeStart(
                assignments,
                frame -> {
                    assertThat(frame.getSerializedSize())
                            .isLessThanOrEqualTo(WireLimits.MAX_FRAME_BYTES);
                    for (StartGroup group : frame.getStart().getGroupsList()) {
                        group.getItemsList().forEach(item -> grants.add(item.getGrant()));
                    }
                });
        assertThat(grants).hasSize(5_000).isSorted();
    }

    @Test
    void outcomesKeepTheirOrderAndNameOnlyOtherNodes() throws Exception {
        Random random = new Random(6);
        List<Delivery> deliveries = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            deliveries.add(
                    new Delivery(
                            i + 1,
                            WireMapperPropertyTest.outcome(random),
                            i % 2 == 0 ? "here" : "there"));
        }
        List<Long> numbers = new ArrayList<>();
        mapper.writeOutcomes(
                deliveries,
                "here",
                frame -> {
                    assertThat(frame.getSerializedSize())
                            .isLessThanOrEqualTo(WireLimits.MAX_FRAME_BYTES);
                    frame.getOutcomes()
                            .getItemsList()
                            .forEach(item -> {
                                numbers.add(item.getNumber());
                                assertThat(item.getNode())
                                        .isEqualTo(item.getNumber() % 2 == 1 ? "" : "there");
                            });
                });
        assertThat(numbers).hasSize(3_000).isSorted();
    }

    @Test
    void aFinishedTaskMayHaveNoPayloadAnEmptyOneOrATailCall() throws Exception {
        FinishedItem.Builder item =
                FinishedItem.newBuilder().setOrigin(1).setNumber(2).setEpoch(1).setGrant(1);
        Finished finished =
                Finished.newBuilder()
                        .addItems(item)
                        .addItems(item.clone().setHasPayload(true))
                        .addItems(item.clone().setTailChild(8))
                        .build();
        List<Finish> read = mapper.readFinished(finished, 77, 100);
        assertThat(read.get(0).outcome())
                .isEqualTo(new Outcome(Outcome.Status.SUCCEEDED, null, ""));
        assertThat(read.get(1).outcome().payload()).isEqualTo(InlinePayload.EMPTY);
        assertThat(read.get(2).tailChild()).isEqualTo(new TaskId(77, 8));
        assertThat(read.get(0).tailChild()).isEqualTo(Finish.NO_TAIL);
    }
}
