package org.evenkeel.lab.bench;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.net.InetSocketAddress;
import java.util.function.Supplier;

/**
 * The network of the bare chain: one event loop in each process, frames of a 4-byte length, an
 * 8-byte number and the payload, flushes consolidated.
 */
final class ChainNet {
    static final int MAX_FRAME_BYTES = 1 << 20;
    private static final int FLUSH_AFTER = 256;

    private final EventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

    private static ChannelInitializer<Channel> pipeline(Supplier<ChannelHandler> last) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline()
                        .addLast(
                                new FlushConsolidationHandler(FLUSH_AFTER, true),
                                new LengthFieldBasedFrameDecoder(MAX_FRAME_BYTES, 0, 4, 0, 4),
                                last.get());
            }
        };
    }

    /** Listens on a free loopback port, and says which. */
    int listen(Supplier<ChannelHandler> last) throws InterruptedException {
        Channel channel =
                new ServerBootstrap()
                        .group(group)
                        .channel(NioServerSocketChannel.class)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childHandler(pipeline(last))
                        .bind("127.0.0.1", 0)
                        .sync()
                        .channel();
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    Channel connect(int port, Supplier<ChannelHandler> last) throws InterruptedException {
        return new Bootstrap()
                .group(group)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(pipeline(last))
                .connect("127.0.0.1", port)
                .sync()
                .channel();
    }

    /** A frame ready to write. */
    static ByteBuf frame(Channel channel, long number, byte[] payload) {
        return channel.alloc()
                .ioBuffer(4 + Long.BYTES + payload.length)
                .writeInt(Long.BYTES + payload.length)
                .writeLong(number)
                .writeBytes(payload);
    }
}
