package org.evenkeel.daemon.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The directory that all daemons and clients of one local cluster share: its token and its nodes.
 */
public final class ClusterDirectory {

    /** Bytes of the cluster's token. */
    public static final int TOKEN_BYTES = 32;

    private final Path path;

    public ClusterDirectory(Path path) {
        this.path = path.toAbsolutePath().normalize();
    }

    /** Where clusters live unless told otherwise. */
    public static Path defaultPath() {
        return statePath(System::getenv, System.getProperty("user.home", "."))
                .resolve("clusters/default");
    }

    static Path statePath(
            java.util.function.UnaryOperator<@Nullable String> environment, String home) {
        String state = environment.apply("EVENKEEL_STATE");
        if (state != null && !state.isEmpty()) {
            return Path.of(state);
        }
        String xdg = environment.apply("XDG_STATE_HOME");
        if (xdg != null && !xdg.isEmpty()) {
            return Path.of(xdg, "evenkeel");
        }
        return Path.of(home, ".local", "state", "evenkeel");
    }

    public Path nodePath(NodeId node) {
        return path.resolve("nodes").resolve(node.name());
    }

    /** The token; the first who asks makes it. */
    public byte[] token() throws IOException {
        PrivateFiles.createDirectories(path);
        Path file = path.resolve("token");
        if (!Files.exists(file)) {
            createToken(file);
        }
        String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
        try {
            byte[] token = HexFormat.of().parseHex(text);
            if (token.length == TOKEN_BYTES) {
                return token;
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw new IOException(file + " does not hold a token of " + TOKEN_BYTES + " bytes in hex");
    }

    /**
     * Written under another name and linked: either the whole token is there or none, and the first
     * wins.
     */
    private static void createToken(Path file) throws IOException {
        byte[] token = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(token);
        String text = HexFormat.of().formatHex(token) + "\n";
        Path temporary =
                file.resolveSibling(
                        "token." + ProcessHandle.current().pid() + "." + System.nanoTime());
        try (FileChannel channel = PrivateFiles.create(temporary)) {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
            channel.force(true);
        }
        try {
            Files.createLink(file, temporary);
        } catch (FileAlreadyExistsException e) {
            return; // another process was faster
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /**
     * What a running node says of itself, or null when it does not run or its file cannot be read.
     */
    public @Nullable DaemonFile readNode(NodeId node) {
        try {
            return DaemonFile.read(nodePath(node).resolve(DaemonFile.NAME));
        } catch (IOException e) {
            return null;
        }
    }
}
