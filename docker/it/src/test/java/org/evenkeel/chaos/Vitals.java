package org.evenkeel.chaos;

import java.io.IOException;

/**
 * How large a daemon is.
 *
 * @param liveBytes of its heap, after a collection
 * @param residentKib of its process
 */
record Vitals(long liveBytes, long residentKib) {

    private static final int TRIES = 3;

    static Vitals of(NodeProcess node, Observer observer) throws IOException, InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            if (!NodeProcess.collectGarbage(node.process().pid())) {
                throw new IOException("jcmd did not collect");
            }
            least = Math.min(least, Observer.number(observer.ask("stats", ""), "heapUsedBytes"));
        }
        return new Vitals(least, Proc.of(node.process().pid()).residentKib());
    }
}
