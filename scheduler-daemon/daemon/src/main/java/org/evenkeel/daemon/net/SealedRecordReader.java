package org.evenkeel.daemon.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.TooLongFrameException;
import java.nio.ByteOrder;
import org.evenkeel.wire.Seal;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.jspecify.annotations.Nullable;

/**
 * Opens what comes over plain TCP. Until {@link #open} it passes the frames of the handshake on,
 * one at a time, so that what follows the last of them is not taken for a frame; from then on all
 * are sealed records.
 */
final class SealedRecordReader extends LengthFieldBasedFrameDecoder {

    private static final int LONGEST = WireLimits.LENGTH_BYTES + Seal.MAX_RECORD_BYTES;

    private @Nullable Seal seal;

    SealedRecordReader() {
        super(LONGEST, 0, WireLimits.LENGTH_BYTES, 0, 0, true);
    }

    /** All that comes now is sealed. To be called while the last frame of before is handled. */
    void open(Seal with) {
        seal = with;
    }

    @Override
    protected long getUnadjustedFrameLength(ByteBuf in, int offset, int length, ByteOrder order) {
        long bytes = super.getUnadjustedFrameLength(in, offset, length, order);
        int most = seal == null ? WireLimits.MAX_HANDSHAKE_FRAME_BYTES : Seal.MAX_RECORD_BYTES;
        if (bytes > most) {
            throw new TooLongFrameException(
                    "a frame of " + bytes + " bytes exceeds the limit of " + most + " bytes");
        }
        return bytes;
    }

    @Override
    protected @Nullable Object decode(ChannelHandlerContext ctx, ByteBuf in) throws Exception {
        ByteBuf record = (ByteBuf) super.decode(ctx, in);
        Seal opener = seal;
        if (record == null || opener == null) {
            return record;
        }
        try {
            return opened(record, opener);
        } finally {
            record.release();
        }
    }

    private static ByteBuf opened(ByteBuf record, Seal opener) throws WireException {
        record.skipBytes(WireLimits.LENGTH_BYTES);
        byte[] sealed = new byte[record.readableBytes()];
        record.readBytes(sealed);
        return Unpooled.wrappedBuffer(opener.open(sealed));
    }
}
