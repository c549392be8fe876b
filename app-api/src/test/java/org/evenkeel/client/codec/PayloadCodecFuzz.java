package org.evenkeel.client.codec;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.evenkeel.api.PayloadException;
import org.evenkeel.samples.Samples;
import org.evenkeel.testing.fuzz.FuzzTarget;
import org.jspecify.annotations.Nullable;

/**
 * Any bytes as a payload, or as an exception: an exception always comes, classes outside of the
 * allow-list are not even initialised.
 */
public final class PayloadCodecFuzz implements FuzzTarget {

    /** What the trap says of itself. */
    private static volatile @Nullable String sprung;

    private final PayloadCodec codec = new PayloadCodec(Samples.class.getClassLoader());

    static void spring(String how) {
        sprung = how;
    }

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(PayloadException.class);
    }

    /** A decoder that failed is thrown away: every time a new Kryo. */
    @Override
    public long freeBytes() {
        return 8 << 20;
    }

    @Override
    public void feed(byte[] input) {
        try {
            if (input.length > 0 && input[0] == Encoded.THROWABLE) {
                codec.decodeThrowable(input, 0, input.length);
            } else {
                codec.decode(input, 0, input.length, Samples.Node.class);
            }
        } finally {
            assertNull(sprung, "class Trap is outside of the allow-list");
        }
    }
}
