package org.evenkeel.daemon.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.wire.KeepAlive;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/** Listens for peers, clients and workers, and connects to peers; everything on one event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // listeners hear what became of it
public final class Sockets {

    /** A peer for which more than this waits is cut off: the tasks continue under new links. */
    public static final long PEER_BACKLOG_BYTES = 64L << 20;

    /** Handshakes under way at a time. */
    private static final int MAX_HALF_OPEN = 128;

    private static final int CONNECT_TIMEOUT_MILLIS = 3_000;
    private static final int LISTEN_BACKLOG = 512;
    private static final WriteBufferWaterMark WATER_MARK =
            new WriteBufferWaterMark(256 << 10, 1 << 20);

    /** Read at a time from a socket where so much comes. */
    private static final int MOST_READ_BYTES = 256 << 10;

    private static final int LEAST_READ_BYTES = 64;
    private static final int FIRST_READ_BYTES = 2 << 10;

    private static final Map<SocketOption<Integer>, Integer> KEEP_ALIVE = keepAlive();

    private final EventLoop loop;
    private final EventLoopTurn eventLoopTurn;
    private final @Nullable Tls tls;
    private final boolean plain;
    private final SharedLimits sharedLimits = SharedLimits.of(Runtime.getRuntime().maxMemory());

    /**
     * @param tls on every TCP connection; null where the machine has no identity, which then never
     *     leaves the loopback addresses
     * @param plain whether links without TLS need not be sealed: those of builds that cannot
     */
    public Sockets(EventLoop loop, EventLoopTurn eventLoopTurn, @Nullable Tls tls, boolean plain) {
        this.loop = loop;
        this.eventLoopTurn = eventLoopTurn;
        this.tls = tls;
        this.plain = plain;
    }

    /**
     * Listens on TCP. Without TLS only loopback addresses are permitted.
     *
     * @return the bound channel
     */
    public Channel listen(Address address, Authenticator authenticator) throws IOException {
        InetAddress host = InetAddress.getByName(address.host());
        if (tls == null && !host.isLoopbackAddress()) {
            throw new IOException(
                    ("listening on %s needs a certificate: create a cluster with \"evenkeel "
                                    + "cluster init\", or join one with \"evenkeel join ADDRESS "
                                    + "TOKEN\"; without a certificate, listen on 127.0.0.1")
                            .formatted(address.host()));
        }
        ServerBootstrap bootstrap =
                new ServerBootstrap()
                        .channel(NioServerSocketChannel.class)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childOption(ChannelOption.SO_KEEPALIVE, true)
                        .option(ChannelOption.SO_REUSEADDR, true);
        KEEP_ALIVE.forEach((each, time) -> bootstrap.childOption(NioChannelOption.of(each), time));
        return bind(
                bootstrap,
                new InetSocketAddress(host, address.port()),
                authenticator,
                tls,
                new ListenerHandshake.Limits(
                        new HandshakeLimiter(MAX_HALF_OPEN),
                        WireLimits.HANDSHAKE_TIMEOUT_MILLIS,
                        sharedLimits,
                        null,
                        plain));
    }

    /** Listens on a Unix domain socket, for these users. */
    public Channel listen(Path socket, Authenticator authenticator, LocalUsers users)
            throws IOException {
        return bind(
                new ServerBootstrap().channel(NioServerDomainSocketChannel.class),
                UnixDomainSocketAddress.of(socket),
                authenticator,
                null,
                new ListenerHandshake.Limits(
                        new HandshakeLimiter(MAX_HALF_OPEN),
                        WireLimits.LOCAL_HANDSHAKE_TIMEOUT_MILLIS,
                        sharedLimits,
                        users,
                        plain));
    }

    private Channel bind(
            ServerBootstrap bootstrap,
            SocketAddress address,
            Authenticator authenticator,
            @Nullable Tls security,
            ListenerHandshake.Limits limits)
            throws IOException {
        ChannelFuture bound =
                bootstrap
                        .group(loop)
                        .option(ChannelOption.SO_BACKLOG, LISTEN_BACKLOG)
                        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                        .childHandler(
                                initializer(channel ->
                                        accepted(channel, authenticator, security, limits)))
                        .bind(address)
                        .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "cannot listen on " + address + ": " + bound.cause().getMessage(),
                    bound.cause());
        }
        return bound.channel();
    }

    private void accepted(
            Channel channel,
            Authenticator authenticator,
            @Nullable Tls security,
            ListenerHandshake.Limits limits) {
        boolean sealed = security == null && limits.users() == null;
        FrameDecoder decoder = new FrameDecoder(sharedLimits.begun(), sharedLimits.bufferPool());
        readMuch(channel, security == null && !sealed ? decoder : null);
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addLast(new ProtocolDetector(sharedLimits.refusals()));
        if (security != null) {
            pipeline.addLast(security.server(channel));
        } else if (sealed) {
            pipeline.addLast(new SealedRecordReader(), new SealedRecordWriter());
        }
        pipeline.addLast(decoder);
        pipeline.addLast(new ListenerHandshake(authenticator, eventLoopTurn, limits, security));
    }

    private static ChannelInitializer<Channel> initializer(Consumer<Channel> setUp) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                setUp.accept(channel);
            }
        };
    }

    /**
     * Few reads where much comes: each costs a call of the kernel and a look at all that is here.
     *
     * @param decoder that gets what is read, if nothing is between
     */
    private static void readMuch(Channel channel, @Nullable FrameDecoder decoder) {
        AdaptiveRecvByteBufAllocator usual =
                new AdaptiveRecvByteBufAllocator(
                        LEAST_READ_BYTES, FIRST_READ_BYTES, MOST_READ_BYTES);
        channel.config()
                .setRecvByteBufAllocator(decoder == null ? usual : new ReadBuffers(usual, decoder));
    }

    /** What becomes of a connection to a peer; exactly one is called, once, on the event loop. */
    public interface Dialled {
        /** The link is up: says who listens. */
        LinkListener linked(FrameConnection frameConnection, Welcome welcome) throws WireException;

        /**
         * There is no link.
         *
         * @param refused whether no process listens there
         */
        void failed(String why, boolean refused);
    }

    /** Frames that were skipped here because this version does not know them. */
    public long skippedFrames() {
        return sharedLimits.unknown().skippedCount();
    }

    /** Frames that other sides skipped because they do not know them. */
    public long refusedFrames() {
        return sharedLimits.unknown().refusedCount();
    }

    /** Connects and shakes hands. */
    public void dial(Address to, byte[] secret, Hello.Builder hello, Dialled dialled) {
        if (tls == null && !isLoopback(to)) {
            loop.execute(() ->
                    dialled.failed(
                            to.host()
                                    + " is on another machine, which needs a certificate: join the cluster "
                                    + "(evenkeel join)",
                            false));
            return;
        }
        OutboundHandshake handshake =
                new OutboundHandshake(
                        new OutboundHandshake.Secret(secret, tls, plain),
                        hello,
                        eventLoopTurn,
                        sharedLimits,
                        dialled);
        connect(to, initializer(channel -> dialled(channel, handshake)))
                .addListener((ChannelFuture done) -> {
                    if (!done.isSuccess()) {
                        dialled.failed(
                                String.valueOf(done.cause().getMessage()),
                                Refusal.is(done.cause()));
                    }
                });
    }

    private void dialled(Channel channel, OutboundHandshake handshake) {
        readMuch(channel, null);
        ChannelPipeline pipeline = channel.pipeline();
        if (tls != null) {
            pipeline.addLast(tls.client(channel));
        } else {
            pipeline.addLast(new SealedRecordReader(), new SealedRecordWriter());
        }
        pipeline.addLast(new FrameDecoder(sharedLimits.begun(), sharedLimits.bufferPool()));
        pipeline.addLast(handshake);
    }

    /** Hears whether no process listens at an address; what is not certain counts as a process. */
    public interface ProbeResult {
        void answered(boolean noProcessListens);
    }

    /** Connects and closes at once. */
    public void knock(Address at, ProbeResult probeResult) {
        connect(at, initializer(channel -> {}))
                .addListener((ChannelFuture done) -> {
                    done.channel().close();
                    probeResult.answered(Refusal.is(done.cause()));
                });
    }

    private ChannelFuture connect(Address to, ChannelInitializer<Channel> initializer) {
        Bootstrap bootstrap =
                new Bootstrap()
                        .group(loop)
                        .channel(NioSocketChannel.class)
                        .option(ChannelOption.TCP_NODELAY, true)
                        .option(ChannelOption.SO_KEEPALIVE, true)
                        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
                        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK);
        KEEP_ALIVE.forEach((each, time) -> bootstrap.option(NioChannelOption.of(each), time));
        return bootstrap.handler(initializer).connect(to.host(), to.port());
    }

    private static Map<SocketOption<Integer>, Integer> keepAlive() {
        try (SocketChannel any = SocketChannel.open()) {
            return KeepAlive.times(any.supportedOptions());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open a socket", e);
        }
    }

    private static boolean isLoopback(Address address) {
        try {
            return InetAddress.getByName(address.host()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
