package org.evenkeel.hostile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.WireLimits;

/**
 * Submitters that begin a frame of full size and write a byte of it now and then.
 *
 * @param most at a time
 * @param firstBytes of the frame that are written at once
 * @param perSecond connections opened, at most
 */
record SlowWriters(int most, int firstBytes, double perSecond) implements Attack {

    private static final byte[] ONE = {7};

    @Override
    public void run(Target target, Random random, Tally tally) throws Exception {
        List<Wire> writers = new ArrayList<>();
        Pace pace = new Pace(perSecond);
        try {
            while (target.isRunning()) {
                pace.next();
                if (writers.size() < most) {
                    begin(target, writers, tally);
                } else {
                    Wire one = writers.remove(random.nextInt(writers.size()));
                    if (isWritten(one)) {
                        writers.add(one);
                    } else {
                        one.close();
                        tally.add("cut_off");
                    }
                }
            }
        } finally {
            for (Wire one : writers) {
                one.close();
            }
        }
    }

    private void begin(Target target, List<Wire> writers, Tally tally) throws Exception {
        try {
            Wire wire = target.tls(Papers.SUBMIT);
            if (!wire.greet(Wire.client(), ClusterTls.handshakeSecret()).hasWelcome()) {
                tally.add("not_welcome");
                wire.close();
                return;
            }
            wire.raw(
                    ByteBuffer.allocate(Integer.BYTES + firstBytes)
                            .putInt(WireLimits.MAX_FRAME_BYTES)
                            .array());
            writers.add(wire);
            tally.add("begun");
        } catch (IOException e) {
            tally.add("closed");
        }
    }

    private static boolean isWritten(Wire wire) {
        try {
            wire.raw(ONE);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
