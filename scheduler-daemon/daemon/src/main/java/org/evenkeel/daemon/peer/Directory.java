package org.evenkeel.daemon.peer;

import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.daemon.blob.Disk;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.jspecify.annotations.Nullable;

/**
 * Finds out where a node listens: configured, or written in the cluster's directory by the node
 * itself.
 */
record Directory(ClusterDirectory cluster, Disk disk, Map<NodeId, Address> configured) {
    @Nullable Address configured(NodeId node) {
        return configured.get(node);
    }

    /** What a node says of itself now, null when it does not run here; heard on the event loop. */
    void refresh(NodeId node, Consumer<@Nullable Found> found) {
        disk.<@Nullable Found>run(
                () -> {
                    DaemonFile file = cluster.readNode(node);
                    return file == null || !file.node().equals(node.name())
                            ? null
                            : new Found(file.ref(), file.isAlive());
                },
                (file, failure) -> found.accept(file));
    }

    /**
     * A node's own words.
     *
     * @param alive whether the process that wrote them lives
     */
    record Found(NodeRef ref, boolean alive) {}
}
