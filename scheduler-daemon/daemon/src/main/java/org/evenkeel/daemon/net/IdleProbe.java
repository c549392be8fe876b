package org.evenkeel.daemon.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.TimeUnit;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Ping;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the other side of a connection for an answer after some silence, and closes the connection
 * when none comes: a machine that loses its power or its network says nothing.
 */
final class IdleProbe extends IdleStateHandler {
    private static final Logger LOG = LoggerFactory.getLogger(IdleProbe.class);

    /** One that does not read is not answered either: it has longer. */
    private static final int WHEN_IT_DOES_NOT_READ = 4;

    /** Other pings are counted. */
    private static final long NUMBER = -1;

    private final FrameConnection frameConnection;
    private final long everyNanos;
    private final long limitNanos;
    private int silences;

    /**
     * @param everyNanos silence before a ping
     * @param limitNanos silence before the connection is closed
     */
    IdleProbe(FrameConnection frameConnection, long everyNanos, long limitNanos) {
        super(everyNanos, 0, 0, TimeUnit.NANOSECONDS);
        this.frameConnection = frameConnection;
        this.everyNanos = everyNanos;
        this.limitNanos = limitNanos;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        silences = 0;
        super.channelRead(ctx, message);
    }

    @Override
    protected void channelIdle(ChannelHandlerContext ctx, IdleStateEvent event) {
        long silence = ++silences * everyNanos;
        if (!frameConnection.isWritable()) {
            silence /= WHEN_IT_DOES_NOT_READ;
        }
        if (silence >= limitNanos) {
            String why =
                    "silent for " + TimeUnit.NANOSECONDS.toMillis(silences * everyNanos) + " ms";
            LOG.info("{}: {}, closing the connection", frameConnection, why);
            frameConnection.close(why);
        } else {
            frameConnection.send(
                    Frame.newBuilder().setPing(Ping.newBuilder().setNumber(NUMBER)).build());
        }
    }
}
