package org.evenkeel.hostile;

import java.io.IOException;
import java.net.Socket;
import java.util.Random;

/**
 * Connects and resets.
 *
 * @param perSecond at most
 */
record ConnectStorm(double perSecond) implements Attack {

    @Override
    public void run(Target target, Random random, Tally tally) throws Exception {
        Pace pace = new Pace(perSecond);
        while (target.isRunning()) {
            pace.next();
            try (Socket socket = target.connect()) {
                socket.setSoLinger(true, 0);
                tally.add("connections");
            } catch (IOException e) {
                tally.add("not_taken");
            }
        }
    }
}
