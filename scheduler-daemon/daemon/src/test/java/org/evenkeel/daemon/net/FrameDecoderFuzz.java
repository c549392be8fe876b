package org.evenkeel.daemon.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.testing.fuzz.FuzzTarget;
import org.evenkeel.wire.WireLimits;

/**
 * Any bytes as a stream of frames: at once, and in two parts cut everywhere, which must make no
 * difference. When the first one is odd the handshake is done.
 */
public final class FrameDecoderFuzz implements FuzzTarget {

    /** Longer inputs are cut at so many places. */
    private static final int MAX_CUTS = 32;

    private static final SharedLimits SHARED = SharedLimits.of(Runtime.getRuntime().maxMemory());

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of();
    }

    @Override
    public long freeBytes() {
        return 8 << 20;
    }

    @Override
    public int bytesPerByte() {
        return 512 * MAX_CUTS;
    }

    @Override
    public void feed(byte[] input) {
        List<Object> whole = read(input, input.length);
        int step = Math.max(1, input.length / MAX_CUTS);
        for (int cut = 1; cut < input.length; cut += step) {
            assertEquals(whole, read(input, cut));
        }
    }

    /** The frames up to the first error, and what that is. */
    private static List<Object> read(byte[] input, int cut) {
        FrameDecoder decoder = new FrameDecoder(SHARED.begun(), SHARED.bufferPool());
        if (input.length > 0 && (input[0] & 1) == 1) {
            decoder.permit(WireLimits.MAX_FRAME_BYTES);
        }
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        List<Object> read = new ArrayList<>();
        try {
            int from = Math.min(1, input.length);
            channel.writeInbound(Unpooled.copiedBuffer(input, from, Math.max(from, cut) - from));
            channel.writeInbound(
                    Unpooled.copiedBuffer(
                            input, Math.max(from, cut), input.length - Math.max(from, cut)));
        } catch (DecoderException e) {
            read.add(e.getClass());
        }
        int at = 0;
        for (Object frame = channel.readInbound(); frame != null; frame = channel.readInbound()) {
            read.add(at++, frame);
        }
        try {
            channel.finishAndReleaseAll();
        } catch (DecoderException e) {
            // what was left is no frame either
        }
        return read;
    }
}
