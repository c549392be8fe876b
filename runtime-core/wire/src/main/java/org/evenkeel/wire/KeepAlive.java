package org.evenkeel.wire;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import jdk.net.ExtendedSocketOptions;

/**
 * TCP keep-alive. It serves where pings do not: the kernel ends a connection to a machine that has
 * vanished, also when the process here does not ping. After {@value #IDLE_SECONDS} s without a byte
 * the kernel probes every {@value #INTERVAL_SECONDS} s, {@value #PROBES} times.
 */
public final class KeepAlive {

    /** Silence before the first probe. */
    public static final int IDLE_SECONDS = 30;

    /** Between two probes. */
    public static final int INTERVAL_SECONDS = 10;

    /** Probes without an answer after which the connection is reset. */
    public static final int PROBES = 3;

    /**
     * The three times, without those that this system does not know: it has times of its own then,
     * often two hours.
     *
     * @param supported by the channels of this system
     */
    public static Map<SocketOption<Integer>, Integer> times(Set<SocketOption<?>> supported) {
        Map<SocketOption<Integer>, Integer> times = new LinkedHashMap<>();
        times.put(ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS);
        times.put(ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS);
        times.put(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
        times.keySet().retainAll(supported);
        return times;
    }

    /** Sets it on a TCP channel. */
    public static void on(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        for (Map.Entry<SocketOption<Integer>, Integer> one :
                times(channel.supportedOptions()).entrySet()) {
            channel.setOption(one.getKey(), one.getValue());
        }
    }
}
