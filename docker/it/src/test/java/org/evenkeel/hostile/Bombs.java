package org.evenkeel.hostile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame.BodyCase;

/**
 * Lengths that are announced and not meant, before and after the handshake; and frames of two-byte
 * parts, each of which would be a hundred bytes in the heap. The protocol compresses nothing, so
 * this is all that can grow.
 *
 * @param perSecond at most
 */
record Bombs(double perSecond) implements Attack {

    private static final int[] LENGTHS = {-1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 30};

    /** Fields of a frame that hold items: of Submit, Finished, Query and one that is none. */
    private static final int[] BODIES = {1, 4, 36, 900};

    /** What a daemon says to a client without being asked. */
    private static final Set<BodyCase> NEWS =
            EnumSet.of(BodyCase.WINDOW, BodyCase.PING, BodyCase.REVOKED, BodyCase.MEMBERS);

    @Override
    public void run(Target target, Random random, Tally tally) throws Exception {
        Pace pace = new Pace(perSecond);
        for (int count = 0; target.isRunning(); count++) {
            pace.next();
            int length = LENGTHS[random.nextInt(LENGTHS.length)];
            byte[] lie = ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
            switch (count % 3) {
                case 0 -> drop("length_before", lie, false, target, tally);
                case 1 -> drop("length_after", lie, true, target, tally);
                default -> drop("parts", parts(random), true, target, tally);
            }
        }
    }

    private static void drop(String kind, byte[] bomb, boolean known, Target target, Tally tally)
            throws Exception {
        try (Wire wire = known ? target.tls(Papers.SUBMIT) : target.local()) {
            if (known) {
                if (!wire.greet(Wire.client(), ClusterTls.handshakeSecret()).hasWelcome()) {
                    tally.add("not_welcome");
                    return;
                }
            } else {
                wire.read();
            }
            wire.raw(bomb);
            BodyCase answer = wire.read().getBodyCase();
            while (NEWS.contains(answer)) {
                answer = wire.read().getBodyCase();
            }
            if (answer == BodyCase.REFUSED) {
                tally.add(kind);
            } else {
                tally.breach(answer + " to " + kind);
            }
        } catch (IOException e) {
            tally.add(kind + "_closed");
        }
    }

    private static byte[] parts(Random random) {
        ByteBuffer frame = ByteBuffer.allocate(Integer.BYTES + WireLimits.MAX_FRAME_BYTES);
        frame.putInt(WireLimits.MAX_FRAME_BYTES);
        int tag = BODIES[random.nextInt(BODIES.length)] << 3 | 2;
        int rest = WireLimits.MAX_FRAME_BYTES - varintBytes(tag) - 3;
        putVarint(frame, tag);
        putVarint(frame, rest);
        while (frame.remaining() > 1) {
            frame.put((byte) (1 << 3 | 2)).put((byte) 0);
        }
        return frame.array();
    }

    private static int varintBytes(int value) {
        return value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : 3;
    }

    private static void putVarint(ByteBuffer to, int value) {
        int left = value;
        while (left >= 1 << 7) {
            to.put((byte) (left | 1 << 7));
            left >>>= 7;
        }
        to.put((byte) left);
    }
}
