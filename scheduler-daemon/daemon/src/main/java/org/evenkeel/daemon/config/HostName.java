package org.evenkeel.daemon.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.evenkeel.model.NodeId;

/** The host's name: what a node is called unless told otherwise. */
public final class HostName {
    /** The first part of the host's name, as far as it is a node name. */
    public static String asNodeName() {
        String name;
        try {
            name = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "node";
        }
        int dot = name.indexOf('.');
        String plain = (dot > 0 ? name.substring(0, dot) : name).replaceAll("[^A-Za-z0-9._-]", "-");
        String cut = plain.substring(0, Math.min(plain.length(), NodeId.MAX_LENGTH));
        return cut.isEmpty() ? "node" : cut;
    }
}
