package org.evenkeel.daemon.net;

import io.netty.handler.codec.TooLongFrameException;

/**
 * What the connections of one daemon share: bounds that hold for all together.
 *
 * @param begun bytes of frames that have begun and not ended
 * @param rooms where long frames are read to
 * @param backlogs bytes that wait for the other side to read
 * @param unknown what was skipped because one of the two sides does not know it
 */
record Shared(
        Refusals refusals,
        Crowd crowd,
        Pile<FrameDecoder> begun,
        Rooms rooms,
        Pile<Connection> backlogs,
        UnknownFrames unknown) {

    /** Of the heap, for frames that have begun. */
    private static final int SHARE_OF_BEGUN = 8;

    /** Of the heap, for what waits to be read elsewhere; payloads in it are mostly kept anyway. */
    private static final int SHARE_OF_BACKLOGS = 2;

    /** As many as are on their way of one checkpoint, and some more. */
    private static final int ROOMS = 6;

    /** Bounds that fit a heap of so many bytes. */
    static Shared of(long heap) {
        return new Shared(
                new Refusals(System::nanoTime),
                Crowd.ofThisSystem(),
                new Pile<>(
                        heap / SHARE_OF_BEGUN,
                        (decoder, why) -> decoder.fail(new TooLongFrameException(why))),
                new Rooms(ROOMS),
                new Pile<>(heap / SHARE_OF_BACKLOGS, Connection::close),
                new UnknownFrames());
    }
}
