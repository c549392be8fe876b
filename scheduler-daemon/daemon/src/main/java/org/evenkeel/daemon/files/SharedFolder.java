package org.evenkeel.daemon.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.evenkeel.model.Digest;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;

/**
 * Files of the daemons that run on this machine for the same user: they share the cluster's
 * directory, and one finds what another tells it of. Used by any thread.
 */
public final class SharedFolder {

    private final ClusterDirectory cluster;
    private final Path own;
    private final boolean used;

    /**
     * @param used whether there is to be any of it
     */
    public SharedFolder(ClusterDirectory cluster, NodeId self, boolean used) {
        this.cluster = cluster;
        this.used = used;
        this.own = cluster.nodePath(self);
    }

    /** What others are told of a file; empty if it is not in this node's directory. */
    public String tell(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        return used && whole.startsWith(own) ? own.relativize(whole).toString() : "";
    }

    /** How a node tells of a blob that it has. */
    public static String blob(Digest name) {
        return NodeDirectory.BLOBS + "/" + name;
    }

    /**
     * Where a file is that another node tells of. Nothing is said of what is there.
     *
     * @throws IOException if that process does not run here, or means a file that is not its own
     */
    public Path find(NodeRef node, String told) throws IOException {
        Path directory = cluster.nodePath(node.id());
        if (!used || NodeDirectory.incarnation(directory) != node.incarnation()) {
            throw new IOException(node + " is not known to run in " + cluster.path());
        }
        Path file;
        try {
            file = directory.resolve(told).normalize();
        } catch (InvalidPathException e) {
            throw new IOException(node + " tells of a file that cannot be", e);
        }
        Path parent = file.getParent();
        if (parent == null || !parent.toRealPath().startsWith(directory.toRealPath())) {
            throw new IOException(told + " is not in the directory of " + node);
        }
        if (!Files.getOwner(directory).equals(Files.getOwner(own))) {
            throw new IOException(node + " is another user's");
        }
        return file;
    }
}
