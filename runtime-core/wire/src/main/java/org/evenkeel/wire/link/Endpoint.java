package org.evenkeel.wire.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.evenkeel.model.Numbers;
import org.evenkeel.wire.KeepAlive;

/** Where a daemon listens for clients and workers: a Unix domain socket or a TCP port. */
public sealed interface Endpoint {

    /** Longest wait for a TCP connection, milliseconds. */
    int CONNECT_TIMEOUT_MILLIS = 3_000;

    /** A Unix domain socket. */
    record Unix(Path path) implements Endpoint {
        @Override
        public SocketChannel connect() throws IOException {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                channel.connect(UnixDomainSocketAddress.of(path));
                return channel;
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        }

        @Override
        public String toString() {
            return "unix:" + path;
        }
    }

    /** A TCP port. */
    record Tcp(String host, int port) implements Endpoint {
        @Override
        public SocketChannel connect() throws IOException {
            SocketChannel channel = SocketChannel.open();
            try {
                channel.socket().connect(new InetSocketAddress(host, port), CONNECT_TIMEOUT_MILLIS);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                KeepAlive.on(channel);
                return channel;
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        }

        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    /** A connected channel in blocking mode. */
    SocketChannel connect() throws IOException;

    /**
     * Reads {@code unix:/path}, an absolute path, or {@code host:port}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static Endpoint parse(String text) {
        if (text.startsWith("unix:")) {
            return new Unix(Path.of(text.substring("unix:".length())));
        }
        if (text.startsWith("/")) {
            return new Unix(Path.of(text));
        }
        int colon = text.lastIndexOf(':');
        OptionalLong port = Numbers.whole(text.substring(colon + 1), 1, (1 << 16) - 1);
        if (colon <= 0 || port.isEmpty()) {
            throw new IllegalArgumentException(
                    ("\"%s\" is not an address; write for example unix:/path/daemon.sock or "
                                    + "127.0.0.1:4712")
                            .formatted(text));
        }
        return new Tcp(text.substring(0, colon), (int) port.getAsLong());
    }
}
