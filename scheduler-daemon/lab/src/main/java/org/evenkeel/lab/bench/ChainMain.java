package org.evenkeel.lab.bench;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bare chain's daemon and worker: client, daemon, worker, daemon, client, with no logic in
 * between.
 *
 * <p>{@code ChainMain daemon} prints {@code PORTS <for clients> <for workers>}; {@code ChainMain
 * worker PORT}. Both end with their standard input.
 */
public final class ChainMain {
    public static void main(String[] args) throws Exception {
        switch (args.length > 0 ? args[0] : "") {
            case "daemon" -> daemon();
            case "worker" -> worker(Integer.parseInt(args[1]));
            case "client" -> ChainClient.run(Integer.parseInt(args[1]));
            default -> throw new IllegalArgumentException("daemon | worker PORT | client PORT");
        }
    }

    private static void endWithStandardInput() {
        Thread watch =
                new Thread(
                        () -> {
                            try {
                                while (System.in.read() >= 0) {}
                            } catch (IOException e) {
                                System.err.println("standard input: " + e);
                            }
                            System.exit(0);
                        },
                        "chain-stdin");
        watch.setDaemon(true);
        watch.start();
    }

    private static void daemon() throws InterruptedException {
        Relay relay = new Relay();
        ChainNet net = new ChainNet();
        int workers = net.listen(() -> relay.new FromWorker());
        int clients = net.listen(() -> relay.new FromClient());
        System.out.println("PORTS " + clients + " " + workers);
        endWithStandardInput();
    }

    /** Forwards a client's frames to the workers in turn, and theirs to the client. One thread. */
    private static final class Relay {
        final List<Channel> workers = new ArrayList<>();
        @Nullable Channel client;
        int turn;

        abstract class Forward extends SimpleChannelInboundHandler<ByteBuf> {
            abstract @Nullable Channel target();

            @Override
            @SuppressWarnings("FutureReturnValueIgnored") // it is the void promise
            protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
                Channel to = target();
                if (to != null) {
                    int length = frame.readableBytes();
                    to.write(
                            to.alloc().ioBuffer(4 + length).writeInt(length).writeBytes(frame),
                            to.voidPromise());
                }
            }

            @Override
            public void channelReadComplete(ChannelHandlerContext context) {
                if (client != null) {
                    client.flush();
                }
                workers.forEach(Channel::flush);
            }
        }

        final class FromWorker extends Forward {
            @Override
            public void channelActive(ChannelHandlerContext context) {
                workers.add(context.channel());
            }

            @Override
            @Nullable Channel target() {
                return client;
            }
        }

        final class FromClient extends Forward {
            @Override
            public void channelActive(ChannelHandlerContext context) {
                client = context.channel();
            }

            @Override
            @Nullable Channel target() {
                return workers.isEmpty() ? null : workers.get(turn++ % workers.size());
            }
        }
    }

    private static void worker(int port) throws InterruptedException {
        endWithStandardInput();
        new ChainNet().connect(port, Execute::new).closeFuture().sync();
        System.exit(0);
    }

    /** Answers 100-byte frames with 8 bytes and larger ones with themselves, on the event loop. */
    private static final class Execute extends SimpleChannelInboundHandler<ByteBuf> {
        private static final int LARGE = 1024;

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // it is the void promise
        protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
            long number = frame.readLong();
            byte[] payload = ByteBufUtil.getBytes(frame);
            byte[] answer = payload.length > LARGE ? payload : Arrays.copyOf(payload, Long.BYTES);
            context.write(
                    ChainNet.frame(context.channel(), number, answer),
                    context.channel().voidPromise());
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.flush();
        }
    }
}
