package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.TooLongFrameException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.evenkeel.identity.CertRole;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Submit;
import org.evenkeel.wire.proto.SubmitGroup;
import org.junit.jupiter.api.Test;

/** How long a frame may be, how long it may take, and what is kept of it meanwhile. */
class FrameDecoderTest {

    private static final Frame PING =
            Frame.newBuilder().setPing(Ping.newBuilder().setNumber(1)).build();

    private final List<FrameDecoder> cut = new ArrayList<>();
    private final Pile<FrameDecoder> begun = new Pile<>(1 << 20, (one, why) -> cut.add(one));

    private EmbeddedChannel open() {
        FrameDecoder decoder = new FrameDecoder(begun);
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
        assertThatThrownBy(channel::checkException).hasMessageContaining("did not end in time");
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
        assertThatThrownBy(channel::checkException).hasMessageContaining("did not end in time");
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

    @Test
    void whoMaySayNothingLongIsCutOffByTheLength() {
        int observer = FrameBounds.of(Permissions.of(Role.OBSERVER, Set.of(CertRole.OBSERVE)));
        assertThat(observer).isEqualTo(WireLimits.MAX_CONTROL_FRAME_BYTES);
        for (Role role : List.of(Role.CLIENT, Role.PEER, Role.WORKER)) {
            assertThat(FrameBounds.of(Permissions.of(role, Set.of(CertRole.values()))))
                    .isEqualTo(WireLimits.MAX_FRAME_BYTES);
        }
        FrameDecoder decoder = new FrameDecoder(begun);
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
            assertThat((Inbound) channel.readInbound())
                    .isEqualTo(new Inbound(frame, frame.getSerializedSize()));
        }
        assertThat(cut).isEmpty();
        assertThat(begun.bytes()).isZero();
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
                .isInstanceOf(CorruptedFrameException.class)
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
                .isInstanceOf(CorruptedFrameException.class)
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
}
