package org.evenkeel.daemon.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.evenkeel.wire.WireLimits;
import org.jspecify.annotations.Nullable;

/**
 * Room for long frames, used again and again: the allocator keeps none that large, and memory that
 * is new each time must be cleared first. Some are kept for good once they were needed.
 */
final class BufferPool {

    private static final int ROOM_BYTES = WireLimits.LENGTH_BYTES + WireLimits.MAX_FRAME_BYTES;

    private final int most;
    private final AtomicInteger made = new AtomicInteger();
    private final BlockingQueue<ByteBuffer> free = new LinkedBlockingQueue<>();

    /**
     * @param most that are kept; what is needed beyond comes from the allocator
     */
    BufferPool(int most) {
        this.most = most;
    }

    /** An empty one, to be released by whoever has it. */
    ByteBuf take(ByteBufAllocator alloc, int bytes) {
        ByteBuffer memory = bytes > ROOM_BYTES ? null : memory();
        return memory == null
                ? alloc.directBuffer(bytes, bytes)
                : new Room(alloc, memory, bytes).clear();
    }

    private @Nullable ByteBuffer memory() {
        ByteBuffer memory = free.poll();
        boolean more = memory == null && made.getAndUpdate(n -> Math.min(n + 1, most)) < most;
        return more ? ByteBuffer.allocateDirect(ROOM_BYTES) : memory;
    }

    private final class Room extends UnpooledDirectByteBuf {
        private final ByteBuffer memory;

        Room(ByteBufAllocator alloc, ByteBuffer memory, int bytes) {
            super(alloc, memory.clear().limit(bytes), bytes);
            this.memory = memory;
        }

        @Override
        protected void deallocate() {
            super.deallocate();
            free.add(memory);
        }
    }
}
