package org.evenkeel.keepers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Objects;
import org.apache.ratis.io.MD5Hash;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.apache.ratis.util.MD5FileUtil;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.kernel.keepers.KeeperState;
import org.evenkeel.kernel.keepers.LogFormatException;
import org.evenkeel.kernel.keepers.SnapshotCodec;

/**
 * Snapshots as files {@code snapshot.TERM_INDEX}, each with its MD5 in a file of its own: Ratis
 * compares that when it sends a snapshot to another keeper. Used by one thread at a time.
 */
final class SnapshotFiles extends SimpleStateMachineStorage {

    /**
     * Writes a snapshot, which is there as a whole when this returns or not at all.
     *
     * @param at the last entry that is in the state
     */
    void write(TermIndex at, byte[] snapshot) throws IOException {
        File file = getSnapshotFile(at.getTerm(), at.getIndex());
        updateLatestSnapshot(new SingleFileSnapshotInfo(write(file, snapshot), at));
    }

    /** Writes a snapshot and its sum; the sum first, since no snapshot may be without one. */
    static FileInfo write(File file, byte[] snapshot) throws IOException {
        MessageDigest digest = MD5FileUtil.newMD5();
        MD5Hash sum = MD5Hash.newInstance(digest.digest(snapshot));
        MD5FileUtil.saveMD5File(file, sum);
        PrivateFiles.writeAtomically(file.toPath(), snapshot);
        PrivateFiles.forceDirectory(Objects.requireNonNull(file.toPath().getParent()));
        return new FileInfo(file.toPath(), sum);
    }

    /**
     * Reads a snapshot.
     *
     * @throws IOException naming the file, if it was damaged or cut short
     */
    static KeeperState read(SingleFileSnapshotInfo snapshot) throws IOException {
        Path file = snapshot.getFile().getPath();
        try {
            return SnapshotCodec.read(Files.readAllBytes(file));
        } catch (LogFormatException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }
}
