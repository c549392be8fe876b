package org.evenkeel.api;

import java.util.List;

/**
 * What a client knows of its cluster.
 *
 * @param node name of the daemon that the client is attached to; empty if none
 * @param address address of that daemon
 * @param connected whether the client is connected now
 * @param members names of the nodes that the daemon announced
 * @param openTasks number of submitted tasks that have not ended, of all jobs of the connection
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
