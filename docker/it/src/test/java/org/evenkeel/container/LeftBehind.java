package org.evenkeel.container;

import org.evenkeel.testcontainers.EvenkeelCluster;

/** A program that starts a machine, says its own labels' process, and never ends by itself. */
final class LeftBehind {

    private LeftBehind() {}

    public static void main(String[] args) throws InterruptedException {
        EvenkeelCluster machines = EvenkeelCluster.start(1);
        System.out.println("started " + machines.nodes().getFirst().name());
        Thread.sleep(Long.MAX_VALUE);
    }
}
