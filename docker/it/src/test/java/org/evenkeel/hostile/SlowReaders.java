package org.evenkeel.hostile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Query;

/**
 * Submitters that ask without end and read no answer.
 *
 * @param most at a time
 * @param perSecond bursts of questions of each, at most
 */
record SlowReaders(int most, double perSecond) implements Attack {

    private static final int BURST = 64;

    @Override
    public void run(Target target, Random random, Tally tally) throws Exception {
        List<Wire> open = java.util.Collections.synchronizedList(new ArrayList<>());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < most; i++) {
                threads.execute(() -> ask(target, open, tally));
            }
            while (target.isRunning()) {
                TimeUnit.MILLISECONDS.sleep(100); // the attack is the time
            }
            for (Wire wire : List.copyOf(open)) { // one may be stuck in a write
                wire.close();
            }
            threads.shutdownNow();
        }
    }

    private void ask(Target target, List<Wire> open, Tally tally) {
        java.io.ByteArrayOutputStream burst = new java.io.ByteArrayOutputStream();
        for (int i = 0; i < BURST; i++) {
            Frame query =
                    Frame.newBuilder()
                            .setQuery(Query.newBuilder().setId(i).setWhat("stats"))
                            .build();
            Frame ping = Frame.newBuilder().setPing(Ping.newBuilder().setNumber(i)).build();
            burst.writeBytes(Wire.framed(query.toByteArray()));
            burst.writeBytes(Wire.framed(ping.toByteArray()));
        }
        Pace pace = new Pace(perSecond);
        while (target.isRunning()) {
            try (Wire wire = target.tls(Papers.SUBMIT)) {
                open.add(wire);
                wire.greet(Wire.client(), ClusterTls.handshakeSecret());
                while (target.isRunning()) {
                    pace.next();
                    wire.raw(burst.toByteArray());
                    tally.add("asked", 2L * BURST);
                }
            } catch (IOException e) {
                tally.add("cut_off");
            } catch (InterruptedException e) {
                return;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
