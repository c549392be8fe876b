package org.evenkeel.lab.bench;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * The bare chain's client. Reads one command a line, {@code latency SAMPLES}, {@code throughput
 * TASKS OUTSTANDING BYTES}, and answers with one number: median microseconds, or tasks per second.
 */
final class ChainClient {
    private static final int SMALL = 100;

    private final ConcurrentHashMap<Long, Consumer<byte[]>> waiting = new ConcurrentHashMap<>();
    private final Channel channel;
    private long number;

    private ChainClient(int port) throws InterruptedException {
        channel =
                new ChainNet()
                        .connect(
                                port,
                                () ->
                                        new SimpleChannelInboundHandler<ByteBuf>() {
                                            @Override
                                            protected void channelRead0(
                                                    ChannelHandlerContext context, ByteBuf frame) {
                                                answered(frame);
                                            }
                                        });
    }

    static void run(int port) throws Exception {
        ChainClient client = new ChainClient(port);
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("READY");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            double figure =
                    words[0].equals("latency")
                            ? client.latency(Integer.parseInt(words[1]))
                            : client.throughput(
                                    Integer.parseInt(words[1]),
                                    Integer.parseInt(words[2]),
                                    Integer.parseInt(words[3]));
            System.out.println("FIGURE " + figure);
        }
        System.exit(0);
    }

    private void answered(ByteBuf frame) {
        Consumer<byte[]> done = waiting.remove(frame.readLong());
        if (done != null) {
            done.accept(ByteBufUtil.getBytes(frame));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it is the void promise
    private void submit(byte[] payload, Consumer<byte[]> done) {
        long mine = number++;
        waiting.put(mine, done);
        channel.writeAndFlush(ChainNet.frame(channel, mine, payload), channel.voidPromise());
    }

    private double latency(int samples) throws InterruptedException, ExecutionException {
        double[] micros = new double[samples];
        byte[] payload = new byte[SMALL];
        for (int i = 0; i < samples; i++) {
            CompletableFuture<byte[]> answer = new CompletableFuture<>();
            long start = System.nanoTime();
            submit(payload, answer::complete);
            answer.get();
            micros[i] = (System.nanoTime() - start) / 1e3;
        }
        Arrays.sort(micros);
        return micros[samples / 2];
    }

    /**
     * Room is given back in blocks of a quarter, so that this thread is not woken for each answer.
     */
    private double throughput(int tasks, int outstanding, int bytes) throws InterruptedException {
        int block = Math.max(1, outstanding / 4);
        Semaphore room = new Semaphore(outstanding);
        byte[] payload = new byte[bytes];
        int[] answered = new int[1];
        Consumer<byte[]> done =
                answer -> {
                    if (++answered[0] % block == 0) {
                        room.release(block);
                    }
                };
        int rounded = Math.max(block, tasks / block * block);
        long start = System.nanoTime();
        for (int i = 0; i < rounded; i += block) {
            room.acquire(block);
            for (int j = 0; j < block; j++) {
                submit(payload, done);
            }
        }
        int rest = outstanding / block * block;
        room.acquire(rest);
        double seconds = (System.nanoTime() - start) / 1e9;
        room.release(rest);
        return rounded / seconds;
    }
}
