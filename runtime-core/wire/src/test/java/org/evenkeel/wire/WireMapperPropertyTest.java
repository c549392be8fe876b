package org.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Distance;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobSecret;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Resources;
import org.evenkeel.model.RetryRules;
import org.evenkeel.model.SessionKey;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.HandOver;
import org.evenkeel.model.protocol.PeerMessage.OfferedTask;
import org.evenkeel.model.protocol.PeerMessage.Result;
import org.evenkeel.model.protocol.PhaseReply;
import org.evenkeel.testing.Seeds;
import org.evenkeel.wire.proto.Frame;

/** What is written is read back the same, whatever it is, in frames within their bound. */
class WireMapperPropertyTest {
    private static final Outcome.Status[] ENDS =
            EnumSet.complementOf(EnumSet.of(Outcome.Status.SUSPENDED, Outcome.Status.CHECKPOINT))
                    .toArray(Outcome.Status[]::new);
    private static final List<MasterCommand.Verdict> VERDICTS =
            List.of(MasterCommand.Verdict.values());

    @Seeds
    void everyMessageReadsBackTheSame(long seed) throws Exception {
        Random random = new Random(seed);
        WireMapper writer = new WireMapper();
        WireMapper reader = new WireMapper();
        for (Supplier<PeerMessage> maker : makers(random)) {
            PeerMessage peerMessage = maker.get();
            assertThat(roundTrip(writer, reader, peerMessage)).isEqualTo(peerMessage);
        }
    }

    private static PeerMessage roundTrip(
            WireMapper writer, WireMapper reader, PeerMessage peerMessage) throws Exception {
        List<Frame> frames = new ArrayList<>();
        writer.writeMessage(peerMessage, frames::add);
        List<PeerMessage> read = new ArrayList<>();
        for (Frame frame : frames) {
            byte[] bytes = frame.toByteArray();
            assertThat(bytes.length).isLessThanOrEqualTo(WireLimits.MAX_FRAME_BYTES);
            assertThat(WireMapper.isMessage(frame.getBodyCase())).isTrue();
            PeerMessage part = reader.readMessage(Frame.parseFrom(bytes), bytes.length);
            if (part != null) {
                read.add(part);
            }
        }
        return joined(read);
    }

    /** Messages that may be cut are lists; put together they are the whole. */
    private static PeerMessage joined(List<PeerMessage> parts) {
        PeerMessage last = parts.getLast();
        return switch (last) {
            case PeerMessage.Results results -> {
                List<Result> all = new ArrayList<>();
                parts.forEach(part -> all.addAll(((PeerMessage.Results) part).results()));
                yield new PeerMessage.Results(all, results.load());
            }
            case PeerMessage.ResultAcks acks -> {
                List<GrantedTask> all = new ArrayList<>();
                parts.forEach(part -> all.addAll(((PeerMessage.ResultAcks) part).tasks()));
                yield new PeerMessage.ResultAcks(all);
            }
            case PeerMessage.CheckpointAcks _ -> {
                List<PeerMessage.Checkpointed> all = new ArrayList<>();
                parts.forEach(
                        part -> all.addAll(((PeerMessage.CheckpointAcks) part).checkpoints()));
                yield new PeerMessage.CheckpointAcks(all);
            }
            case PeerMessage.Holding holding -> {
                List<GrantedTask> all = new ArrayList<>();
                parts.forEach(part -> all.addAll(((PeerMessage.Holding) part).tasks()));
                yield new PeerMessage.Holding(holding.seq(), all, holding.last());
            }
            case PeerMessage.HoldingAck ack -> {
                List<GrantedTask> all = new ArrayList<>();
                parts.forEach(part -> all.addAll(((PeerMessage.HoldingAck) part).superseded()));
                yield new PeerMessage.HoldingAck(ack.seq(), all);
            }
            case PeerMessage.Cancel cancel -> {
                List<GrantedTask> all = new ArrayList<>();
                parts.forEach(part -> all.addAll(((PeerMessage.Cancel) part).tasks()));
                yield new PeerMessage.Cancel(all, cancel.why());
            }
            case PeerMessage.Replicate _ -> {
                PeerMessage.Replicate first = (PeerMessage.Replicate) parts.getFirst();
                List<JournalRecord.OfTask> all = new ArrayList<>();
                for (PeerMessage part : parts) {
                    PeerMessage.Replicate piece = (PeerMessage.Replicate) part;
                    assertThat(piece.first()).as("no gaps").isEqualTo(first.first() + all.size());
                    all.addAll(piece.records());
                }
                yield new PeerMessage.Replicate(first.first(), first.all(), first.diskSince(), all);
            }
            case PeerMessage.Moved moved -> {
                List<GrantedTask> all = new ArrayList<>();
                parts.forEach(part -> all.addAll(((PeerMessage.Moved) part).tasks()));
                yield new PeerMessage.Moved(all, moved.owner());
            }
            default -> {
                assertThat(parts).hasSize(1);
                yield last;
            }
        };
    }

    private static PeerMessage hours(Random r) {
        List<AvailabilitySpan> open = new ArrayList<>();
        long at = 0;
        for (int i = r.nextInt(AvailabilitySpan.MAX + 1); i > 0; i--) {
            long from = at + r.nextInt(1_000_000);
            at = from + 1 + r.nextInt(1_000_000_000);
            open.add(new AvailabilitySpan(from, at));
        }
        boolean always = r.nextInt(4) == 0;
        return new PeerMessage.Availability(always, r.nextInt(100), always ? List.of() : open);
    }

    /** One maker for each kind of message. */
    static List<Supplier<PeerMessage>> makers(Random r) {
        return List.of(
                () -> load(r),
                () ->
                        new PeerMessage.Offer(
                                positive(r),
                                positive(r),
                                r.nextInt(100),
                                list(r, 1, 1500, () -> offered(r)),
                                r.nextBoolean() ? load(r) : null),
                () ->
                        new PeerMessage.OfferAnswer(
                                positive(r),
                                list(r, 0, 20_000, () -> handOver(r)),
                                list(r, 0, 3, () -> handOver(r)),
                                text(r, 200)),
                () ->
                        new PeerMessage.Results(
                                list(r, 1, 1500, () -> result(r)),
                                r.nextBoolean() ? load(r) : null),
                () -> new PeerMessage.ResultAcks(list(r, 1, 20_000, () -> granted(r))),
                () ->
                        new PeerMessage.CheckpointAcks(
                                list(
                                        r,
                                        1,
                                        9_000,
                                        () ->
                                                new PeerMessage.Checkpointed(
                                                        granted(r), positive(r)))),
                () ->
                        new PeerMessage.Holding(
                                positive(r), list(r, 0, 10_000, () -> granted(r)), true),
                () -> new PeerMessage.HoldingAck(positive(r), list(r, 0, 9_000, () -> granted(r))),
                () -> new PeerMessage.Lost(id(r), grant(r), r.nextBoolean(), text(r, 300)),
                () -> new PeerMessage.Cancel(list(r, 1, 9_000, () -> granted(r)), text(r, 300)),
                () -> new PeerMessage.JobEnded(new JobId(r.nextLong()), r.nextBoolean()),
                () -> new PeerMessage.Request(r.nextInt(1000)),
                PeerMessage.NothingToGive::new,
                () ->
                        new PeerMessage.MoveCall(
                                positive(r),
                                0.01 + 100 * r.nextDouble(),
                                r.nextLong(),
                                positive(r),
                                r.nextInt(1000)),
                () ->
                        new PeerMessage.MoveBid(
                                positive(r),
                                list(r, 0, PeerMessage.MoveBid.MAX_GAINS, () -> positive(r)),
                                r.nextInt(1000)),
                () ->
                        new PeerMessage.MoveAward(
                                positive(r), 1 + r.nextInt(PeerMessage.MoveBid.MAX_GAINS)),
                () -> new PeerMessage.Probe(node(r)),
                () -> new PeerMessage.ProbeAnswer(node(r).id(), positive(r), r.nextBoolean()),
                () -> new PeerMessage.Leaving(text(r, 300), r.nextBoolean()),
                PeerMessage.Returned::new,
                () -> hours(r),
                () ->
                        new PeerMessage.SessionMoved(
                                r.nextLong(),
                                1 + r.nextInt(1000),
                                r.nextInt(1000),
                                r.nextBoolean()),
                () ->
                        new PeerMessage.AdoptAll(
                                positive(r), r.nextLong(), r.nextInt(9), r.nextInt(9)),
                () ->
                        new PeerMessage.AskAdopted(
                                r.nextLong(), r.nextInt(9), 1 + r.nextInt(9), r.nextInt(1000)),
                () -> new PeerMessage.AnswerAdopted(r.nextLong(), r.nextBoolean()),
                () -> new PeerMessage.SessionLeft(r.nextLong(), 1 + r.nextInt(1000)),
                () ->
                        new PeerMessage.Replicate(
                                positive(r) / 2 + 1,
                                r.nextBoolean(),
                                r.nextBoolean() ? r.nextLong() : 0,
                                list(r, 0, 1500, () -> record(r))),
                () -> new PeerMessage.Replicated(r.nextInt(1000)),
                () -> new PeerMessage.Moved(list(r, 1, 9_000, () -> granted(r)), node(r)),
                () ->
                        new PeerMessage.Adopt(
                                positive(r),
                                list(
                                        r,
                                        1,
                                        PeerMessage.Adopt.MAX_TASKS,
                                        () ->
                                                new PeerMessage.PassedTask(
                                                        state(r),
                                                        grant(r),
                                                        r.nextInt(9),
                                                        r.nextInt(3))),
                                list(
                                        r,
                                        0,
                                        5,
                                        () ->
                                                new JournalRecord.JobOpened(
                                                        new JobId(r.nextLong()),
                                                        new JobSecret(
                                                                new SessionKey(
                                                                        r.nextLong(), r.nextLong()),
                                                                r.nextLong()),
                                                        r.nextLong(),
                                                        text(r, 50),
                                                        r.nextBoolean() ? "" : "alice",
                                                        r.nextInt(5),
                                                        r.nextInt(1000),
                                                        r.nextInt(5),
                                                        1 + r.nextInt(5),
                                                        JournalRecord.JobLocation.HERE))),
                () -> new PeerMessage.Adopted(positive(r)),
                () -> new PeerMessage.MasterMessage(masterWord(r)),
                () -> new PeerMessage.PhaseMessage(phaseWord(r)));
    }

    private static MasterCommand masterWord(Random r) {
        return switch (r.nextInt(5)) {
            case 0 -> new MasterCommand.Here(positive(r));
            case 1 -> new MasterCommand.Ask(positive(r), positive(r));
            case 2 -> new MasterCommand.Over(positive(r), positive(r));
            case 3 ->
                    new MasterCommand.Job(
                            positive(r),
                            new JobId(r.nextLong()),
                            VERDICTS.get(r.nextInt(VERDICTS.size())),
                            text(r, 300));
            default ->
                    new MasterCommand.Plan(
                            positive(r),
                            positive(r),
                            r.nextInt(1 << 30),
                            list(r, 0, MasterCommand.MAX_PARTS, () -> part(r)),
                            list(r, 0, MasterCommand.MAX_PARTS, () -> part(r)));
        };
    }

    private static MasterCommand.Part part(Random r) {
        return new MasterCommand.Part(
                node(r).id(), 1 + r.nextInt(1000), r.nextInt(1000), 0.01 + 100 * r.nextDouble());
    }

    private static PhaseReply phaseWord(Random r) {
        return switch (r.nextInt(8)) {
            case 6 -> new PhaseReply.Left(positive(r), positive(r));
            case 0 -> new PhaseReply.Outdated(positive(r));
            case 1 -> new PhaseReply.Status(positive(r), counts(r));
            case 2 -> new PhaseReply.Counted(positive(r), positive(r), counts(r));
            case 4 -> new PhaseReply.JobOver(positive(r), new JobId(r.nextLong()));
            case 5 ->
                    new PhaseReply.Jobs(
                            positive(r), list(r, 0, PhaseReply.Jobs.MAX_JOBS, () -> wish(r)));
            case 3 ->
                    new PhaseReply.Sending(
                            positive(r), positive(r), r.nextInt(1000), r.nextInt(1000));
            default ->
                    new PhaseReply.Done(
                            positive(r),
                            positive(r),
                            counts(r),
                            r.nextInt(1000),
                            r.nextInt(1000),
                            r.nextInt(1000),
                            r.nextInt(1000),
                            r.nextBoolean());
        };
    }

    private static PhaseReply.JobWish wish(Random r) {
        return new PhaseReply.JobWish(
                new JobId(r.nextLong()),
                r.nextInt(PhaseReply.JobWish.MAX_WIDTH + 1),
                r.nextBoolean(),
                r.nextBoolean(),
                r.nextInt(1000));
    }

    private static PhaseReply.Counts counts(Random r) {
        return new PhaseReply.Counts(
                r.nextInt(1 << 29),
                r.nextInt(1 << 29),
                r.nextInt(1 << 29),
                r.nextInt(10_000),
                r.nextBoolean(),
                0.01 + r.nextDouble() * 100,
                r.nextLong(),
                positive(r),
                r.nextInt(1000));
    }

    private static JournalRecord.OfTask record(Random r) {
        return switch (r.nextInt(4)) {
            case 0 -> new JournalRecord.Accepted(offered(r).task(), grant(r), r.nextLong());
            case 1 ->
                    new JournalRecord.Granted(
                            id(r), grant(r), r.nextInt(9), list(r, 0, 5, () -> text(r, 50)));
            case 2 -> new JournalRecord.Done(id(r), grant(r), outcome(r), text(r, 20));
            default -> new JournalRecord.Forgotten(id(r));
        };
    }

    private static TaskState state(Random r) {
        boolean done = r.nextBoolean();
        Task task = offered(r).task();
        return new TaskState(
                done
                        ? new Task(
                                task.id(),
                                task.kind(),
                                InlinePayload.EMPTY,
                                task.weight(),
                                task.parent())
                        : task,
                grant(r),
                r.nextLong(),
                r.nextInt(3),
                list(r, 0, 3, () -> text(r, 50)),
                done ? outcome(r) : null,
                done ? text(r, 20) : "");
    }

    private static <T> List<T> list(Random r, int least, int most, Supplier<T> maker) {
        int size = r.nextInt(4) > 0 ? least + r.nextInt(3) : least + r.nextInt(most - least);
        List<T> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(maker.get());
        }
        return list;
    }

    private static <T> T one(Random r, T[] of) {
        return of[r.nextInt(of.length)];
    }

    private static long positive(Random r) {
        return 1 + (r.nextLong() >>> (1 + r.nextInt(62)));
    }

    private static TaskId id(Random r) {
        return new TaskId(r.nextLong(), positive(r));
    }

    private static Grant grant(Random r) {
        return new Grant(1 + r.nextInt(1 << r.nextInt(31)), 1 + r.nextInt(1 << r.nextInt(31)));
    }

    private static GrantedTask granted(Random r) {
        return new GrantedTask(id(r), grant(r));
    }

    private static HandOver handOver(Random r) {
        return new HandOver(id(r), grant(r), r.nextInt(1000));
    }

    private static NodeRef node(Random r) {
        return new NodeRef(
                new NodeId("n" + r.nextInt(1000)), positive(r), "127.0.0.1", r.nextInt(65_536));
    }

    private static String text(Random r, int most) {
        StringBuilder text = new StringBuilder();
        int length = r.nextInt(most);
        for (int i = 0; i < length; i++) {
            text.append((char) (r.nextBoolean() ? 'a' + r.nextInt(26) : 0x4e00 + r.nextInt(100)));
        }
        return text.toString();
    }

    private static PeerMessage.Load load(Random r) {
        return new PeerMessage.Load(
                one(r, LoadState.values()),
                positive(r),
                positive(r),
                r.nextInt(100),
                r.nextInt(100_000),
                r.nextInt(100),
                r.nextInt(10_000),
                r.nextInt(Distance.UNKNOWN + 1),
                r.nextBoolean() ? PeerMessage.Load.UNKNOWN_SPEED : 0.01 + 100 * r.nextDouble());
    }

    static Payload payload(Random r) {
        if (r.nextInt(10) == 0) {
            return new BlobPayload(
                    new Digest(r.nextLong(), r.nextLong(), r.nextLong(), r.nextLong()),
                    positive(r) % WireLimits.MAX_BLOB_BYTES);
        }
        byte[] bytes =
                new byte
                        [switch (r.nextInt(50)) {
                            case 0 -> WireLimits.MAX_INLINE_BYTES;
                            case 1, 2 -> 20_000;
                            case 3 -> 0;
                            default -> r.nextInt(300);
                        }];
        r.nextBytes(bytes);
        return new InlinePayload(ByteString.copyFrom(bytes));
    }

    static TaskKind kind(Random r) {
        return new TaskKind(
                new JobId(r.nextInt(3)),
                "org.example.Task" + r.nextInt(3),
                r.nextBoolean() ? Digest.NONE : new Digest(1, 2, 3, r.nextInt(3)),
                new TaskKind.Options(
                        r.nextInt(10),
                        r.nextInt(101),
                        r.nextInt(1000) * 1_000_000L,
                        one(r, Durability.values()),
                        r.nextInt(5),
                        r.nextBoolean(),
                        r.nextBoolean() ? Resources.NONE : resources(r),
                        r.nextBoolean() ? null : new NodeId("n" + r.nextInt(3)),
                        r.nextInt(3) * 1_000_000_000L,
                        r.nextBoolean() ? RetryRules.AT_ONCE : retryRules(r),
                        r.nextInt(3) * 1_000_000_000L));
    }

    private static RetryRules retryRules(Random r) {
        return new RetryRules(
                r.nextInt(3),
                1 + r.nextInt(RetryRules.MAX_FACTOR),
                RetryRules.MAX_DELAY_NANOS - r.nextInt(3),
                r.nextBoolean() ? List.of() : List.of("a.Busy", "a.Lost"),
                r.nextBoolean() ? List.of() : List.of("a.Wrong" + r.nextInt(3)));
    }

    private static Resources resources(Random r) {
        return new Resources(
                r.nextBoolean() ? 0 : Resources.LEAST_MEMORY_BYTES + r.nextInt(3),
                r.nextBoolean() ? 0 : Resources.LEAST_DISK_BYTES + r.nextInt(3),
                r.nextBoolean() ? 0 : Resources.LEAST_PROCESSES + r.nextInt(3));
    }

    static Task task(Random r) {
        return new Task(id(r), kind(r), payload(r), positive(r), r.nextBoolean() ? id(r) : null);
    }

    private static OfferedTask offered(Random r) {
        return new OfferedTask(
                task(r), grant(r), r.nextInt(1000), node(r), r.nextBoolean() ? null : node(r).id());
    }

    private static Result result(Random r) {
        Outcome outcome =
                switch (r.nextInt(8)) {
                    case 0 -> Outcome.suspended(payload(r));
                    case 1 -> Outcome.checkpoint(payload(r));
                    case 2 -> new Outcome(Outcome.Status.FAILED, null, "a.Wrong", r.nextBoolean());
                    default -> outcome(r);
                };
        NodeId towards = r.nextBoolean() ? node(r).id() : null;
        return new Result(id(r), grant(r), outcome, positive(r), towards);
    }

    /** Of a task that has ended. */
    static Outcome outcome(Random r) {
        Outcome.Status status = one(r, ENDS);
        return new Outcome(
                status,
                r.nextInt(4) == 0 ? null : payload(r),
                status == Outcome.Status.SUCCEEDED ? "" : text(r, 1000));
    }
}
