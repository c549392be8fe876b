package org.evenkeel.wire.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.evenkeel.testing.fuzz.FuzzTarget;

/**
 * Any bytes on a link, read as frames. The first one says how many come at a time, and, when it is
 * odd, that the handshake is done.
 */
public final class LinkFuzz implements FuzzTarget {

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(IOException.class);
    }

    /** The buffer of the link lies outside of the heap; a frame may be as long as it says. */
    @Override
    public long freeBytes() {
        return 2 << 20;
    }

    @Override
    public void feed(byte[] input) throws Exception {
        if (input.length == 0) {
            return;
        }
        ByteBuffer rest = ByteBuffer.wrap(input).position(1);
        Link link = Link.over(new Pieces(rest, 1 + (input[0] & 0xff)), "fuzz");
        if ((input[0] & 1) == 1) {
            link.authenticated();
        }
        while (link.readFrame() != null) {
            // what it says does not matter here
        }
    }

    private record Pieces(ByteBuffer rest, int most) implements Transport {
        @Override
        public int read(ByteBuffer into) {
            if (!rest.hasRemaining()) {
                return -1;
            }
            int count = Math.min(Math.min(most, rest.remaining()), into.remaining());
            into.put(rest.slice(rest.position(), count));
            rest.position(rest.position() + count);
            return count;
        }

        @Override
        public void write(ByteBuffer from) {
            from.position(from.limit());
        }

        @Override
        public void close() {}
    }
}
