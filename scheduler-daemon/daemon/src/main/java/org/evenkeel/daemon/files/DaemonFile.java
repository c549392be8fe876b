package org.evenkeel.daemon.files;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;

/**
 * {@code daemon.json}: what a running daemon says of itself, there from "ready" to its graceful
 * end.
 *
 * @param socket path of its Unix domain socket, empty where there is none
 * @param started when, as ISO-8601
 */
public record DaemonFile(
        String node,
        long pid,
        long incarnation,
        String socket,
        String host,
        int port,
        int workers,
        String policy,
        String started) {

    /** Its name in the node's directory. */
    public static final String NAME = "daemon.json";

    private static final int MAX_BYTES = 64 << 10;

    /** This process, for peers. */
    public NodeRef ref() {
        return new NodeRef(new NodeId(node), incarnation, host, port);
    }

    /** Whether the process that wrote it still lives. */
    public boolean isAlive() {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    /** Reads a file; an {@link IOException} also when it makes no sense. */
    public static DaemonFile read(Path file) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException(file + " is too long");
        }
        Map<String, Object> fields = JSON.std.mapFrom(Files.readString(file));
        try {
            return new DaemonFile(
                    text(fields, "node"),
                    number(fields, "pid"),
                    number(fields, "incarnation"),
                    text(fields, "socket"),
                    text(fields, "host"),
                    (int) number(fields, "port"),
                    (int) number(fields, "workers"),
                    text(fields, "policy"),
                    text(fields, "started"));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /** Writes it in one step. */
    public void write(Path file) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("node", node);
        fields.put("pid", pid);
        fields.put("incarnation", incarnation);
        fields.put("socket", socket);
        fields.put("host", host);
        fields.put("port", port);
        fields.put("clientPort", port);
        fields.put("workers", workers);
        fields.put("policy", policy);
        fields.put("started", started);
        String json = JSON.std.asString(fields) + "\n";
        PrivateFiles.writeAtomically(file, json.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Map<String, Object> fields, String name) {
        if (fields.get(name) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("no text \"" + name + "\"");
    }

    private static long number(Map<String, Object> fields, String name) {
        if (fields.get(name) instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalArgumentException("no number \"" + name + "\"");
    }
}
