package org.evenkeel.agent;

import java.io.IOException;
import java.net.BindException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Opens and reads an X server through a relay that ends the connection after so many bytes of the
 * server. Prints how that ended and how many bytes there were; a process that Xlib ends prints
 * nothing.
 */
final class CutServerMain {

    private CutServerMain() {}

    /**
     * @param arguments the display of the X server, and the bytes
     */
    public static void main(String[] arguments) throws Exception {
        Path server = socket(arguments[0]);
        AtomicInteger bytesLeft = new AtomicInteger(Integer.parseInt(arguments[1]));
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            String display = bind(listener);
            try {
                Thread.ofPlatform().daemon().start(() -> relay(listener, server, bytesLeft));
                System.out.println(outcome(display) + " " + bytesLeft);
            } finally {
                Files.delete(socket(display));
            }
        }
    }

    private static Path socket(String display) {
        return Path.of("/tmp/.X11-unix/X" + display.substring(1));
    }

    /** Takes a free display. */
    private static String bind(ServerSocketChannel listener) throws IOException {
        for (int i = 500; ; i++) {
            String display = ":" + i;
            try {
                listener.bind(UnixDomainSocketAddress.of(socket(display)));
                return display;
            } catch (BindException e) {
                if (i == 999) {
                    throw e;
                }
            }
        }
    }

    private static String outcome(String display) {
        try (ActivitySource source =
                ActivitySources.open(
                        "x11",
                        Map.of("DISPLAY", display, "DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere"),
                        TestLimits.SHORT)) {
            source.read();
            return "read";
        } catch (SourceFailedException e) {
            return "failed";
        }
    }

    private static void relay(ServerSocketChannel listener, Path server, AtomicInteger bytesLeft) {
        try (SocketChannel client = listener.accept();
                SocketChannel upstream = SocketChannel.open(UnixDomainSocketAddress.of(server))) {
            Thread.ofPlatform().daemon().start(() -> copy(client, upstream));
            ByteBuffer bytes = ByteBuffer.allocate(1);
            while (bytesLeft.get() > 0 && upstream.read(bytes) != -1) {
                bytes.flip();
                client.write(bytes);
                bytes.clear();
                bytesLeft.decrementAndGet();
            }
        } catch (IOException e) {
            // the client has closed it
        }
    }

    private static void copy(SocketChannel from, SocketChannel to) {
        ByteBuffer bytes = ByteBuffer.allocate(4096);
        try {
            while (from.read(bytes) != -1) {
                bytes.flip();
                while (bytes.hasRemaining()) {
                    to.write(bytes);
                }
                bytes.clear();
            }
        } catch (IOException e) {
            // either side has closed it
        }
    }
}
