package org.evenkeel.kernel;

/** What goes wrong in a {@link BalancerNetwork}, and comes right after a while. */
final class Faults {

    private Faults() {}

    /** A node starts anew, or a link fails. */
    static void happen(BalancerNetwork network) {
        int count = network.nodes.size();
        int a = network.random.nextInt(count);
        if (network.random.nextInt(4) == 0) {
            network.restart(a);
            network.after(
                    network.random.nextLong(NetworkSettings.MEAN_NANOS),
                    () -> reconnect(network, a));
            return;
        }
        int b = network.random.nextInt(count);
        if (network.isUp(a, b)) {
            network.linkDown(a, b);
            network.after(
                    network.random.nextLong(3 * NetworkSettings.MEAN_NANOS),
                    () -> reconnect(network, a));
        }
    }

    private static void reconnect(BalancerNetwork network, int node) {
        for (int peer : network.settings.topology().neighbours(node, network.settings.nodes())) {
            if (!network.isUp(node, peer)) {
                network.linkUp(node, peer);
            }
        }
    }
}
