package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.evenkeel.wire.WireLimits;
import org.junit.jupiter.api.Test;

class BufferPoolTest {
    private final BufferPool bufferPool = new BufferPool(2);

    private ByteBuf take(int bytes) {
        return bufferPool.take(UnpooledByteBufAllocator.DEFAULT, bytes);
    }

    @Test
    void oneThatWasReleasedIsUsedAgain() {
        ByteBuf first = take(1000);
        first.writeByte(7).writeZero(999);
        assertThat(first.isWritable()).isFalse();
        ByteBuf part = first.retainedSlice(0, 10);
        first.release();
        assertThat(take(500_000).getByte(0)).as("a part is in use").isZero();
        part.release();
        ByteBuf again = take(700_000);
        assertThat(again.getByte(0)).as("it is not cleared").isEqualTo((byte) 7);
        assertThat(again.readableBytes()).isZero();
        assertThat(again.writableBytes()).isEqualTo(700_000);
        assertThat(again.maxCapacity()).isEqualTo(700_000);
    }

    @Test
    void whatIsNeededBeyondThemIsNotKept() {
        ByteBuf first = take(10);
        ByteBuf second = take(10);
        ByteBuf third = take(10);
        ByteBuf large = take(WireLimits.MAX_FRAME_BYTES + 100);
        assertThat(large.writableBytes()).isEqualTo(WireLimits.MAX_FRAME_BYTES + 100);
        assertThat(third.getClass()).isNotEqualTo(first.getClass());
        third.release();
        large.release();
        first.release();
        assertThat(take(10).getClass()).isEqualTo(second.getClass());
    }
}
