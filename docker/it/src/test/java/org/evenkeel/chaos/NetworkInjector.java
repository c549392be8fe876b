package org.evenkeel.chaos;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.chaos.Ledger.Done;
import org.evenkeel.chaos.NetworkPlan.Step;

/** Does what a plan says, one fault after the other, on the caller's thread. */
final class NetworkInjector {

    private static final Duration LONGEST_START = Duration.ofSeconds(90);

    private final NetworkCluster cluster;
    private final Namespaces network;
    private final Ledger ledger;
    private final List<ClientProcess> clients;

    NetworkInjector(NetworkCluster cluster, Ledger ledger, List<ClientProcess> clients) {
        this.cluster = cluster;
        this.network = cluster.network();
        this.ledger = ledger;
        this.clients = clients;
    }

    /** Whether the clients of the daemon on that machine have to go on elsewhere. */
    static boolean takesAway(Fault fault) {
        return switch (fault) {
            case MACHINE_LOST, MACHINE_SILENT, MACHINE_MUTE, MACHINE_DEAF, UNPLUGGED -> true;
            default -> false;
        };
    }

    void perform(List<Step> steps) throws IOException, InterruptedException {
        for (Step step : steps) {
            TimeUnit.MILLISECONDS.sleep(step.quietMillis());
            cluster.nodes().stream().filter(node -> !node.process().isAlive()).forEach(this::ended);
            perform(step);
        }
    }

    private void ended(NodeProcess node) {
        ledger.unexpected(node.name() + " ended by itself with " + node.process().exitValue());
        try {
            node.start(0);
        } catch (IOException e) {
            ledger.unexpected(node.name() + " does not start: " + e);
        }
    }

    private void perform(Step step) throws IOException, InterruptedException {
        Fault fault = step.fault();
        String node = nodeOf(step);
        String other = NetworkCluster.NODES.get(step.other());
        if (other.equals(node)) {
            other = NetworkCluster.NODES.get(step.node());
        }
        boolean ofClient = fault == Fault.CLIENT_SILENT;
        String machine = ofClient ? NetworkCluster.SUBMITTERS.get(step.ofClient()) : node;
        if (step.lostPercent() > 0) {
            network.lose(other, step.lostPercent());
        }
        hit(fault, machine, other);
        long begin = System.nanoTime(); // the commands that do it take a while themselves
        TimeUnit.MILLISECONDS.sleep(step.millis());
        if (fault != Fault.LOSSY) {
            network.heal(machine);
        }
        if (fault == Fault.MACHINE_LOST) {
            cluster.node(machine).start(0);
        }
        if (step.lostPercent() > 0) {
            network.heal(other);
        }
        String where = fault == Fault.PARTED ? machine + "-" + other : machine;
        String onNode = takesAway(fault) || ofClient ? node : "";
        ledger.add(new Done(fault, where, onNode, ofClient, begin, System.nanoTime()));
        if (fault == Fault.MACHINE_LOST) {
            cluster.awaitReady(LONGEST_START);
        }
    }

    /** The node of the step's client, or the one that was drawn. */
    private String nodeOf(Step step) {
        if (step.ofClient() != ChaosPlan.NO_CLIENT) {
            String attached = clients.get(step.ofClient()).node();
            if (NetworkCluster.NODES.contains(attached)) {
                return attached;
            }
        }
        return NetworkCluster.NODES.get(step.node());
    }

    private void hit(Fault fault, String machine, String other)
            throws IOException, InterruptedException {
        switch (fault) {
            case MACHINE_LOST -> {
                network.drop(machine, Namespaces.Way.BOTH);
                ledger.killedWorkers(network.pids(machine));
                network.kill(machine);
                cluster.node(machine).process().waitFor();
            }
            case MACHINE_SILENT, CLIENT_SILENT -> network.drop(machine, Namespaces.Way.BOTH);
            case MACHINE_MUTE -> network.drop(machine, Namespaces.Way.OUT);
            case MACHINE_DEAF -> network.drop(machine, Namespaces.Way.IN);
            case UNPLUGGED -> network.unplug(machine);
            case PARTED -> network.part(machine, other);
            case LOSSY -> {} // done already
            default -> throw new IllegalStateException(fault + " is none of a network");
        }
    }
}
