package org.evenkeel.daemon.audit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.evenkeel.daemon.files.PrivateFiles;

/**
 * What commands did that need no daemon: they make tokens and revoke certificates in the files of
 * the authority. Their log is beside these.
 */
public final class CommandAudit {

    private static final RotatingFile.Bounds BOUNDS = new RotatingFile.Bounds(10L << 20, 5);

    private final Path newest;

    /**
     * @param directory of the authority
     */
    public CommandAudit(Path directory) {
        this.newest = AuditFiles.of(directory);
    }

    /** This machine's user did this; written when it returns. */
    public void note(AuditKind what, Map<String, Object> more) throws IOException {
        AuditEntry entry =
                new AuditEntry(
                        InstantSource.system().instant(), "", what, AuditPrincipal.HERE, more);
        Path lockFile = newest.resolveSibling(AuditFiles.NAME + ".lock");
        try (FileChannel lock = PrivateFiles.append(lockFile);
                RotatingFile file = new RotatingFile(newest, BOUNDS)) {
            lock.lock(); // two commands at a time
            file.append(List.of(entry.line()));
        }
    }
}
