package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.ProfileTaken;
import org.evenkeel.wire.proto.ProfiledStack;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.StackTaken;
import org.evenkeel.wire.proto.StackThread;
import org.evenkeel.wire.proto.Submit;
import org.evenkeel.wire.proto.SubmitGroup;
import org.junit.jupiter.api.Test;

/** How long a frame may be, how long it may take, and what is kept of it meanwhile. */
class FrameDecoderTest {

    private static final Frame PING =
            Frame.newBuilder().setPing(Ping.newBuilder().setNumber(1)).build();

    private static final BufferPool ROOMS = new BufferPool(4);

    private final List<FrameDecoder> cut = new ArrayList<>();
    private final AggregateBufferLimit<FrameDecoder> begun =
            new AggregateBufferLimit<>(1 << 20, (one, why) -> cut.add(one));

    private EmbeddedChannel open() {
        return open(begun);
    }

    private static EmbeddedChannel open(AggregateBufferLimit<FrameDecoder> begun) {
        FrameDecoder decoder = new FrameDecoder(begun, ROOMS);
        decoder.permit(WireLimits.MAX_FRAME_BYTES);
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        channel.freezeTime();
        return channel;
    }

    private static ByteBuf bytes(Frame frame) {
        return Unpooled.buffer()
                .writeInt(frame.getSerializedSize())
                .writeBytes(frame.toByteArray());
    }

    private static void pass(EmbeddedChannel channel, long nanos) {
        channel.advanceTimeBy(nanos, TimeUnit.NANOSECONDS);
        channel.runScheduledPendingTasks();
    }

    // ---- Time

    @Test
    void aFrameThatDoesNotEndIsGivenUp() {
        EmbeddedChannel channel = open();
        channel.writeInbound(bytes(PING).readSlice(3));
        pass(channel, FrameDecoder.FRAME_LIMIT_NANOS - 1);
        channel.checkException();
        pass(channel, 1);
        assertThatThrownBy(channel::checkException)
                .hasMessageContaining("was not completed in time");
    }

    @Test
    void alsoOneThatBeganAfterAnotherHadEnded() {
        EmbeddedChannel channel = open();
        channel.writeInbound(bytes(PING).readSlice(3)); // the clock runs for this one
        channel.writeInbound(bytes(PING).skipBytes(3));
        channel.writeInbound(bytes(PING).readSlice(3)); // and this one never ends
        pass(channel, FrameDecoder.FRAME_LIMIT_NANOS);
        channel.checkException();
        pass(channel, FrameDecoder.FRAME_LIMIT_NANOS);
        assertThatThrownBy(channel::checkException)
                .hasMessageContaining("was not completed in time");
    }

    @Test
    void aSideThatIsNotReadCannotEndItsFrame() {
        EmbeddedChannel channel = open();
        channel.writeInbound(bytes(PING).readSlice(3));
        channel.config().setAutoRead(false);
        pass(channel, 3 * FrameDecoder.FRAME_LIMIT_NANOS);
        channel.checkException();
        channel.config().setAutoRead(true);
        channel.writeInbound(bytes(PING).skipBytes(3));
        assertThat((Inbound) channel.readInbound())
                .isEqualTo(new Inbound(PING, PING.getSerializedSize()));
    }

    // ---- Length

    private static Frame query(int length) {
        return Frame.newBuilder().setQuery(Query.newBuilder().setWhat("x".repeat(length))).build();
    }

    @Test
    void onlyPayloadsAndListsAreLong() {
        Frame chunk =
                Frame.newBuilder()
                        .setBlobChunk(
                                BlobChunk.newBuilder()
                                        .setContent(ByteString.copyFrom(new byte[200 << 10])))
                        .build();
        EmbeddedChannel channel = open();
        channel.writeInbound(bytes(chunk));
        channel.writeInbound(bytes(query(60 << 10)));
        assertThat(channel.inboundMessages()).hasSize(2);
        assertThatThrownBy(() -> channel.writeInbound(bytes(query(70 << 10))))
                .isInstanceOf(TooLongFrameException.class)
                .hasMessageContaining("QUERY");
    }

    /** A frame of another kind and that length would end the worker, and with it its tasks. */
    @Test
    void theStacksAndTheProfileOfAWorkerAreLong() {
        String text = "x".repeat(1_000);
        StackThread.Builder thread = StackThread.newBuilder();
        ProfileTaken.Builder profile = ProfileTaken.newBuilder();
        for (int i = 0; i < WireLimits.MAX_WORKER_ANSWER_BYTES / 1_010; i++) {
            thread.addLines(text);
            profile.addStacks(ProfiledStack.newBuilder().setFrames(text).setSamples(i));
        }
        Frame stacks =
                Frame.newBuilder()
                        .setStackTaken(StackTaken.newBuilder().addThreads(thread))
                        .build();
        Frame profiled = Frame.newBuilder().setProfileTaken(profile).build();
        EmbeddedChannel channel = open();
        channel.writeInbound(bytes(stacks));
        channel.writeInbound(bytes(profiled));
        assertThat(((Inbound) channel.readInbound()).frame()).isEqualTo(stacks);
        assertThat(((Inbound) channel.readInbound()).frame()).isEqualTo(profiled);
    }

    @Test
    void beforeTheHandshakeALongFrameFailsByItsLengthAlone() {
        EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(begun, ROOMS));
        int longest = WireLimits.MAX_HANDSHAKE_FRAME_BYTES;
        channel.writeInbound(Unpooled.buffer().writeInt(longest));
        EmbeddedChannel other = new EmbeddedChannel(new FrameDecoder(begun, ROOMS));
        assertThatThrownBy(() -> other.writeInbound(Unpooled.buffer().writeInt(longest + 1)))
                .isInstanceOf(TooLongFrameException.class)
                .hasMessageContaining("the limit of " + longest);
    }

    @Test
    void whoMaySayNothingLongIsCutOffByTheLength() {
        int observer = FrameBounds.of(Permissions.of(Role.OBSERVER, Set.of(CertRole.OBSERVE)));
        assertThat(observer).isEqualTo(WireLimits.MAX_CONTROL_FRAME_BYTES);
        for (Role role : List.of(Role.CLIENT, Role.PEER, Role.WORKER)) {
            assertThat(FrameBounds.of(Permissions.of(role, Set.of(CertRole.values()))))
                    .isEqualTo(WireLimits.MAX_FRAME_BYTES);
        }
        FrameDecoder decoder = new FrameDecoder(begun, ROOMS);
        decoder.permit(observer);
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        assertThatThrownBy(() -> channel.writeInbound(Unpooled.buffer().writeInt(observer + 1)))
                .isInstanceOf(TooLongFrameException.class);
    }

    // ---- What it becomes

    @Test
    void longFramesComeTogetherHoweverTheyAreCut() {
        SplittableRandom random = new SplittableRandom(3);
        List<Frame> frames = new ArrayList<>();
        ByteBuf stream = Unpooled.buffer();
        for (int i = 0; i < 30; i++) {
            byte[] content = new byte[random.nextInt(i % 3 == 0 ? 100 : 256 << 10)];
            random.nextBytes(content);
            BlobChunk chunk =
                    BlobChunk.newBuilder().setContent(ByteString.copyFrom(content)).build();
            frames.add(Frame.newBuilder().setBlobChunk(chunk).build());
            stream.writeBytes(bytes(frames.getLast()));
        }
        EmbeddedChannel channel = open();
        while (stream.isReadable()) {
            int length = Math.min(random.nextInt(1, 100_000), stream.readableBytes());
            channel.writeInbound(Unpooled.copiedBuffer(stream.readSlice(length)));
        }
        for (Frame frame : frames) {
            Inbound inbound = Objects.requireNonNull(channel.readInbound());
            assertThat(whole(inbound)).isEqualTo(frame);
            assertThat(inbound.bytes()).isEqualTo(frame.getSerializedSize());
            inbound.release();
        }
        assertThat(cut).isEmpty();
        assertThat(begun.bytes()).isZero();
    }

    private static Inbound through(ByteBuf frame) {
        EmbeddedChannel channel = open(new AggregateBufferLimit<>(1 << 20, (one, why) -> {}));
        channel.writeInbound(
                Unpooled.directBuffer().writeInt(frame.readableBytes()).writeBytes(frame));
        return Objects.requireNonNull(channel.readInbound());
    }

    /** Bytes are read where the frames belong, as a socket would, however few come at a time. */
    @Test
    void whatIsReadIntoTheRoomForItIsTheSame() {
        SplittableRandom random = new SplittableRandom(6);
        List<Frame> frames = new ArrayList<>();
        ByteBuf stream = Unpooled.buffer();
        for (int i = 0; i < 60; i++) {
            byte[] content = new byte[i % 4 == 3 ? random.nextInt(50_000) : 256 << 10];
            random.nextBytes(content);
            BlobChunk chunk =
                    BlobChunk.newBuilder()
                            .setOffset(i)
                            .setContent(ByteString.copyFrom(content))
                            .build();
            frames.add(Frame.newBuilder().setBlobChunk(chunk).build());
            stream.writeBytes(bytes(frames.getLast()));
        }
        EmbeddedChannel channel = open();
        FrameDecoder decoder = channel.pipeline().get(FrameDecoder.class);
        int inPlace = 0;
        List<Inbound> inbound = new ArrayList<>();
        while (stream.isReadable()) {
            ByteBuf room = decoder.roomToRead(channel.alloc());
            if (room == null) {
                room = channel.alloc().directBuffer(random.nextInt(1, 100_000));
            } else {
                inPlace++;
            }
            int most = Math.min(room.writableBytes(), stream.readableBytes());
            room.writeBytes(stream, random.nextInt(5) == 0 ? random.nextInt(most) + 1 : most);
            if (random.nextInt(20) == 0) {
                ByteBuf none = decoder.roomToRead(channel.alloc()); // nothing was there after all
                if (none != null) {
                    none.release();
                }
                ByteBuf copy = Unpooled.copiedBuffer(room); // and this is not where it belongs
                room.release();
                room = copy;
            }
            channel.writeInbound(room);
            for (Inbound each = channel.readInbound(); each != null; each = channel.readInbound()) {
                inbound.add(each); // held for a while, as pieces on their way to the disk are
                if (inbound.size() > 5) {
                    check(inbound.removeFirst(), frames.removeFirst());
                }
            }
        }
        while (!inbound.isEmpty()) {
            check(inbound.removeFirst(), frames.removeFirst());
        }
        assertThat(frames).isEmpty();
        assertThat(inPlace).isGreaterThan(50);
        assertThat(begun.bytes()).isZero();
    }

    private static void check(Inbound inbound, Frame frame) {
        assertThat(whole(inbound)).isEqualTo(frame);
        inbound.release();
        RetainablePiece piece = inbound.piece();
        assertThat(piece == null ? 0 : piece.place().refCnt()).isZero();
    }

    /** It lies where it came until it is on disk. */
    @Test
    void longPiecesAreNotCopied() {
        byte[] content = new byte[300 << 10];
        new SplittableRandom(5).nextBytes(content);
        Frame piece =
                Frame.newBuilder()
                        .setBlobChunk(
                                BlobChunk.newBuilder()
                                        .setSha256(ByteString.copyFrom(new byte[32]))
                                        .setOffset(1L << 40)
                                        .setContent(ByteString.copyFrom(content))
                                        .setSize(1L << 50)
                                        .setMissing(true))
                        .build();
        Inbound inbound = through(Unpooled.wrappedBuffer(piece.toByteArray()));
        assertThat(whole(inbound)).isEqualTo(piece);
        assertThat(inbound.bytes()).isEqualTo(piece.getSerializedSize());
        assertThat(inbound.frame().getBlobChunk().getContent().isEmpty()).isTrue();
        ByteBuf place = Objects.requireNonNull(inbound.piece()).place();
        assertThat(place.refCnt()).isPositive();
        inbound.release();
        assertThat(place.refCnt()).isZero();
    }

    /** Whatever else protobuf permits becomes the same frame, in the heap. */
    @Test
    void piecesThatAreWrittenInAnotherWayAreReadAllTheSame() throws Exception {
        byte[] content = new byte[70 << 10];
        byte[] first =
                BlobChunk.newBuilder()
                        .setContent(ByteString.copyFrom(content))
                        .build()
                        .toByteArray();
        byte[] second =
                BlobChunk.newBuilder()
                        .setOffset(7)
                        .setContent(ByteString.copyFromUtf8("abc"))
                        .build()
                        .toByteArray();
        for (boolean twoPieces : new boolean[] {true, false}) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            if (twoPieces) { // merged
                out.writeByteArray(Frame.BLOB_CHUNK_FIELD_NUMBER, first);
                out.writeByteArray(Frame.BLOB_CHUNK_FIELD_NUMBER, second);
            } else { // the last content counts
                byte[] both = Arrays.copyOf(first, first.length + second.length);
                System.arraycopy(second, 0, both, first.length, second.length);
                out.writeByteArray(Frame.BLOB_CHUNK_FIELD_NUMBER, both);
            }
            out.flush();
            Inbound inbound = through(Unpooled.wrappedBuffer(bytes.toByteArray()));
            assertThat(inbound.frame()).isEqualTo(Frame.parseFrom(bytes.toByteArray()));
            assertThat(inbound.piece()).isNull();
        }
    }

    /** Bits that are turned, bytes that are missing: what protobuf says counts. */
    @Test
    void damagedPiecesAreWhatTheyAreElsewhere() {
        SplittableRandom random = new SplittableRandom(9);
        byte[] content = new byte[66 << 10];
        Frame piece =
                Frame.newBuilder()
                        .setBlobChunk(
                                BlobChunk.newBuilder()
                                        .setSha256(ByteString.copyFrom(new byte[32]))
                                        .setContent(ByteString.copyFrom(content))
                                        .setSize(5))
                        .build();
        byte[] whole = piece.toByteArray();
        for (int i = 0; i < 2_000; i++) {
            byte[] damaged = whole.clone();
            int at = i % 2 == 0 ? random.nextInt(60) : whole.length - 1 - random.nextInt(5);
            damaged[at] ^= (byte) (1 << random.nextInt(8));
            Object expected = outcome(() -> Frame.parseFrom(damaged));
            Object read = outcome(() -> copyThrough(damaged));
            if (expected instanceof Frame frame && read instanceof Frame) {
                assertThat(read).as("bit of byte " + at).isEqualTo(frame);
            } else {
                // Bounds and counts of parts may refuse what protobuf would read; never the
                // reverse.
                assertThat(read).as("bit of byte " + at).isInstanceOf(String.class);
            }
        }
    }

    private static Frame copyThrough(byte[] frame) {
        Inbound inbound = through(Unpooled.wrappedBuffer(frame));
        try {
            return whole(inbound);
        } finally {
            inbound.release();
        }
    }

    private static Object outcome(Callable<Frame> reading) {
        try {
            return reading.call();
        } catch (Exception e) {
            return "refused";
        }
    }

    @Test
    void aFrameOfManyEmptyPartsIsNotRead() {
        Submit.Builder submit = Submit.newBuilder();
        for (int i = 0; i <= WireLimits.MAX_FRAME_PARTS; i++) {
            submit.addGroups(SubmitGroup.getDefaultInstance());
        }
        Frame bomb = Frame.newBuilder().setSubmit(submit).build();
        assertThat(bomb.getSerializedSize()).isLessThan(WireLimits.MAX_FRAME_BYTES / 4);
        EmbeddedChannel channel = open();
        assertThatThrownBy(() -> channel.writeInbound(bytes(bomb)))
                .isInstanceOf(DecoderException.class)
                .hasMessageContaining("parts");
    }

    @Test
    void aFrameOfFieldsThatNobodyKnowsIsNotReadEither() {
        ByteBuf fields = Unpooled.buffer();
        while (fields.readableBytes() < WireLimits.MAX_FRAME_BYTES - 10) {
            fields.writeByte(0xf8).writeByte(0x7f).writeByte(0); // number 2047, a varint
        }
        ByteBuf frame = Unpooled.buffer().writeInt(fields.readableBytes()).writeBytes(fields);
        EmbeddedChannel channel = open();
        assertThatThrownBy(() -> channel.writeInbound(frame))
                .isInstanceOf(DecoderException.class)
                .hasMessageContaining("parts");
    }

    // ---- What is kept

    @Test
    void nothingIsKeptForALengthAlone() {
        EmbeddedChannel channel = open();
        channel.writeInbound(Unpooled.buffer(4, 4).writeInt(WireLimits.MAX_FRAME_BYTES));
        assertThat(begun.bytes()).isLessThan(100);
    }

    @Test
    void whatManyHaveBegunIsBoundedForAllTogether() {
        List<EmbeddedChannel> channels = new ArrayList<>();
        byte[] part = new byte[100 << 10];
        for (int i = 0; i < 30; i++) {
            EmbeddedChannel channel = open();
            channels.add(channel);
            channel.writeInbound(Unpooled.buffer(4).writeInt(WireLimits.MAX_FRAME_BYTES));
            channel.writeInbound(Unpooled.copiedBuffer(part));
            assertThat(begun.bytes()).isLessThanOrEqualTo(1 << 20);
        }
        assertThat(cut)
                .hasSizeGreaterThan(10)
                .startsWith(channels.getFirst().pipeline().get(FrameDecoder.class))
                .doesNotContain(channels.getLast().pipeline().get(FrameDecoder.class));
        channels.forEach(EmbeddedChannel::close);
        assertThat(begun.bytes()).isZero();
    }

    /** All of it, a long piece copied into it. */
    private static Frame whole(Inbound inbound) {
        RetainablePiece piece = inbound.piece();
        if (piece == null) {
            return inbound.frame();
        }
        ByteString content = ByteString.copyFrom(piece.content().duplicate());
        return inbound.frame().toBuilder()
                .setBlobChunk(inbound.frame().getBlobChunk().toBuilder().setContent(content))
                .build();
    }
}
