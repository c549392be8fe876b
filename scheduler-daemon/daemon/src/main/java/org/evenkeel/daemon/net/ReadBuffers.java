package org.evenkeel.daemon.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;

/**
 * Where a connection's bytes are read to: as much room as came of late, or where the rest of a long
 * frame belongs, so that it is not copied there.
 */
final class ReadBuffers implements RecvByteBufAllocator {

    private final AdaptiveRecvByteBufAllocator usual;
    private final FrameDecoder decoder;

    ReadBuffers(AdaptiveRecvByteBufAllocator usual, FrameDecoder decoder) {
        this.usual = usual;
        this.decoder = decoder;
    }

    @Override
    @SuppressWarnings("deprecation") // the interface has it still
    public Handle newHandle() {
        return new DelegatingHandle(usual.newHandle()) {
            @Override
            public ByteBuf allocate(ByteBufAllocator alloc) {
                ByteBuf room = decoder.roomToRead(alloc);
                return room == null ? super.allocate(alloc) : room;
            }
        };
    }
}
