package org.evenkeel.api;

import java.util.List;

/**
 * What a client knows of its cluster.
 *
 * @param node name of the daemon it is attached to, empty while it is not
 * @param address where that daemon listens
 * @param connected whether there is a link now
 * @param members names of the nodes the daemon told of
 * @param openTasks tasks submitted and not ended, of all jobs of the connection
 * @param bundle SHA-256 of the program's code, in hexadecimal digits
 */
public record ClusterInfo(
        String node,
        String address,
        boolean connected,
        List<String> members,
        int openTasks,
        String bundle) {

    public ClusterInfo {
        members = List.copyOf(members);
    }
}
