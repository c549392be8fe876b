package org.evenkeel.chaos;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** The most that a process has, looked at once a second until it is closed. */
final class Watch implements AutoCloseable {

    private final NodeProcess node;
    private final Thread thread;
    private Proc most = new Proc(0, 0, 0);

    Watch(NodeProcess node) {
        this.node = node;
        this.thread = Thread.ofPlatform().name("watch").daemon().start(this::run);
    }

    private void run() {
        try {
            while (true) {
                look();
                TimeUnit.SECONDS.sleep(1);
            }
        } catch (IOException e) {
            // It has ended.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() throws IOException {
        Proc now = Proc.of(node.process().pid());
        synchronized (this) {
            most =
                    new Proc(
                            Math.max(most.residentKib(), now.residentKib()),
                            Math.max(most.descriptors(), now.descriptors()),
                            Math.max(most.threads(), now.threads()));
        }
    }

    synchronized long residentKib() {
        return most.residentKib();
    }

    synchronized long descriptors() {
        return most.descriptors();
    }

    synchronized long threads() {
        return most.threads();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
