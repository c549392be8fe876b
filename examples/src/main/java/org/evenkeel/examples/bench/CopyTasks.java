package org.evenkeel.examples.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/**
 * Two tasks, of which one sends a large array to the other through a plain socket, from its own
 * memory into an array that the other allocates for it: what a move of the array between the same
 * two workers is compared with.
 */
final class CopyTasks {
    private static final int ACK = 1;

    private CopyTasks() {}

    /**
     * Receives one.
     *
     * @param kind of the array's elements: byte, long or double
     * @param note file of the client to get the port where it listens
     */
    record Receive(String kind, int bytes, String note) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws Exception {
            try (ServerSocketChannel listener = ServerSocketChannel.open()) {
                listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                Files.writeString(
                        context.files().path(note),
                        String.valueOf(listener.socket().getLocalPort()));
                try (SocketChannel sender = listener.accept()) {
                    read(sender); // the sender is about to begin
                    Object array = LargeArray.allocate(kind, bytes);
                    LargeArray.receive(array, sender);
                    sender.write(ByteBuffer.wrap(new byte[] {ACK}));
                    return LargeArray.hash(array);
                }
            }
        }
    }

    /**
     * Sends one.
     *
     * @param port where a process receives it
     */
    record Send(String kind, int bytes, int port) implements Task<Sent> {
        @Override
        public Sent run(TaskContext context) throws Exception {
            Object array = LargeArray.random(kind, bytes);
            int hash = LargeArray.hash(array);
            try (SocketChannel receiver =
                    SocketChannel.open(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
                long before = System.nanoTime();
                receiver.write(ByteBuffer.wrap(new byte[] {ACK}));
                LargeArray.send(array, receiver);
                read(receiver);
                return new Sent(System.nanoTime() - before, hash);
            }
        }
    }

    /**
     * How it went.
     *
     * @param nanos until the receiver had it and said so
     * @param hash of what was sent
     */
    record Sent(long nanos, int hash) {}

    private static void read(SocketChannel from) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        if (from.read(one) != 1 || one.get(0) != ACK) {
            throw new IOException("the other task has gone");
        }
    }
}
