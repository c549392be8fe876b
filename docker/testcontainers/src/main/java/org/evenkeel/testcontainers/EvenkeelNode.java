package org.evenkeel.testcontainers;

import java.time.Duration;
import java.util.List;
import org.evenkeel.testcontainers.engine.CommandResult;
import org.evenkeel.testcontainers.engine.Container;
import org.evenkeel.testcontainers.engine.EngineException;

/**
 * A machine of a cluster: a container whose first program is its daemon. What is done here has
 * happened when the method returns. Safe for many threads, but two at a time should not do
 * different things to one node.
 */
public final class EvenkeelNode {
    private static final String READY = " is ready on ";
    private static final Duration READY_LIMIT = Duration.ofMinutes(3);
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final long PAUSE_MILLIS = 100;

    private final Container container;
    private final ClientDirectory clients;
    private final MachineSize size;
    private final NodeRelay relay;
    private boolean joined;
    private double cpus;

    EvenkeelNode(Container container, ClientDirectory clients, MachineSize size, NodeRelay relay) {
        this.container = container;
        this.clients = clients;
        this.size = size;
        this.relay = relay;
        this.cpus = size.cpus();
    }

    /** Also what others of the network call it. */
    public String name() {
        return container.name();
    }

    Container container() {
        return container;
    }

    /**
     * SIGKILL to all of it, as when its machine loses its power. Its files stay, for {@link
     * #start}.
     */
    public void kill() {
        clients.remove(name());
        container.kill();
        relay.stop();
    }

    /** SIGTERM: it hands on what waits, finishes what runs and ends, within half a minute. */
    public void stop() {
        container.stop(GRACE);
        relay.stop();
        clients.remove(name());
    }

    /**
     * Starts it again after {@link #kill} or {@link #stop}, as the same node; waits until it is
     * ready.
     */
    public synchronized void start() {
        long before = readyLines();
        container.limit(Math.max(1, Math.ceil(size.cpus())));
        container.start();
        relay.start();
        awaitReady(before + 1);
        if (joined) {
            container.limit(cpus);
        }
        clients.put(name(), container.outside(DaemonFlags.PORT));
        joined = true;
    }

    /** {@link #stop}, then {@link #start}. */
    public void restart() {
        stop();
        start();
    }

    /** It stands still, its connections stay open; no node is told. */
    public void pause() {
        container.pause();
    }

    /** It continues as if no time had passed. */
    public void resume() {
        container.resume();
    }

    /** Whatever was done to it before, cuts apart: it runs again, paused no more, and is ready. */
    public void recover() {
        if (container.isPaused()) {
            resume();
        }
        if (!container.isRunning()) {
            start();
        }
    }

    /** Changes its quota of processor time, also for when it is started again. */
    public synchronized void limit(double cpus) {
        this.cpus = cpus;
        container.limit(cpus);
    }

    /** Whether it runs and is not paused. */
    public boolean isUp() {
        return container.isRunning() && !container.isPaused();
    }

    /** The exit code of its daemon after {@link #stop}; 0 says that it left in order. */
    public long exitCode() {
        return container.exitCode();
    }

    /**
     * Runs a line of bash as its daemon's user and gives what it printed, e.g. {@code evenkeel
     * tasks}.
     *
     * @throws EngineException if its exit code is not 0
     */
    public String bash(String line) {
        return container.bash(line).fine();
    }

    /** The last lines of its daemon's log and of what it printed. */
    public String log() {
        List<String> printed = container.log().lines().toList();
        String text =
                String.join(
                        "\n", printed.subList(Math.max(0, printed.size() - 20), printed.size()));
        if (isUp()) {
            CommandResult tail = container.bash("tail -n 40 clusters/default/nodes/*/daemon.log");
            text += "\n" + tail.out() + tail.err();
        }
        return "--- " + name() + "\n" + text + "\n" + relay.log();
    }

    /** Removes all of it. */
    void remove() {
        RunAll.run(relay::stop, container::close);
    }

    private long readyLines() {
        return joined ? container.log().lines().filter(EvenkeelNode::saysReady).count() : 0;
    }

    private static boolean saysReady(String line) {
        return line.startsWith("evenkeel: node ") && line.contains(READY);
    }

    private void awaitReady(long lines) {
        long end = System.nanoTime() + READY_LIMIT.toNanos();
        while (container.log().lines().filter(EvenkeelNode::saysReady).count() < lines) {
            if (!container.isRunning() || System.nanoTime() > end) {
                throw new EngineException(
                        name() + " is not ready; it printed:\n" + container.log());
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new EngineException("interrupted while " + name() + " started", e);
            }
        }
    }

    /** From now on it has what it is to have, not more for a fast start. */
    void throttle() {
        limit(size.cpus());
    }
}
