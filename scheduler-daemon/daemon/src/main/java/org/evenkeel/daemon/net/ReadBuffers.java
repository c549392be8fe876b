package org.evenkeel.daemon.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;

/**
 * Where a connection's bytes are read to: as much room as came of late, or where the rest of a long
 * frame belongs, so that it is not copied there.
 */
record ReadBuffers(AdaptiveRecvByteBufAllocator usual, FrameDecoder decoder)
        implements RecvByteBufAllocator {
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
