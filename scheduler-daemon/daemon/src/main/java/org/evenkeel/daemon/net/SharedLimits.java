package org.evenkeel.daemon.net;

import io.netty.handler.codec.TooLongFrameException;

/**
 * What the connections of one daemon share: bounds that hold for all together.
 *
 * @param begun bytes of frames that have begun and not ended
 * @param bufferPool where long frames are read to
 * @param backlogs bytes that wait for the other side to read
 * @param unknown what was skipped because one of the two sides does not know it
 */
record SharedLimits(
        Refusals refusals,
        ConnectionLimiter connectionLimiter,
        AggregateBufferLimit<FrameDecoder> begun,
        BufferPool bufferPool,
        AggregateBufferLimit<FrameConnection> backlogs,
        UnknownFrames unknown) {

    /** Of the heap, for frames that have begun. */
    private static final int SHARE_OF_BEGUN = 8;

    /** Of the heap, for what waits to be read elsewhere; payloads in it are mostly kept anyway. */
    private static final int SHARE_OF_BACKLOGS = 2;

    /** As many as are on their way of one checkpoint, and some more. */
    private static final int ROOMS = 6;

    /** Bounds that fit a heap of so many bytes. */
    static SharedLimits of(long heap) {
        return new SharedLimits(
                new Refusals(System::nanoTime),
                ConnectionLimiter.ofThisSystem(),
                new AggregateBufferLimit<>(
                        heap / SHARE_OF_BEGUN,
                        (decoder, why) -> decoder.fail(new TooLongFrameException(why))),
                new BufferPool(ROOMS),
                new AggregateBufferLimit<>(heap / SHARE_OF_BACKLOGS, FrameConnection::close),
                new UnknownFrames());
    }
}
