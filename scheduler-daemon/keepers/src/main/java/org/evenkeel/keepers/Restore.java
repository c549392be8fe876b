package org.evenkeel.keepers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.server.storage.RaftStorageDirectory;
import org.apache.ratis.server.storage.RaftStorageImpl;
import org.apache.ratis.server.storage.StorageImplUtils;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;
import org.apache.ratis.util.SizeInBytes;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.daemon.keepers.KeeperException;
import org.evenkeel.daemon.keepers.KeeperException.Kind;
import org.evenkeel.daemon.keepers.KeeperSettings;
import org.evenkeel.kernel.keepers.LogFormatException;
import org.evenkeel.kernel.keepers.SnapshotCodec;

/**
 * Makes the directory of a keeper that is alone in a new group and has a state: that of a backup,
 * as if it were the first entry. It must be alone, since with others that are empty it could be
 * outvoted. Others get the state from it when they are added.
 */
record Restore(Path file, KeeperSettings settings) {

    /** Where the state is in the log: the first place. */
    private static final long PLACE = 0;

    private static final long TERM = 0;

    void run() throws KeeperException {
        byte[] snapshot = read();
        Path group = KeeperServer.groupDirectory(settings);
        if (Files.exists(group)) {
            throw new KeeperException(
                    Kind.SETTINGS,
                    "%s was not restored: %s is there already. Take an id for a new group"
                            .formatted(file, group));
        }
        try {
            PrivateFiles.createDirectories(settings.directory());
            write(group.toFile(), snapshot);
        } catch (IOException e) {
            throw new KeeperException(
                    Kind.BACKUP,
                    "%s was not restored: %s. Remove %s before you try again"
                            .formatted(file, e.getMessage(), group),
                    e);
        }
    }

    private byte[] read() throws KeeperException {
        try {
            byte[] snapshot = Files.readAllBytes(file);
            SnapshotCodec.read(snapshot);
            return snapshot;
        } catch (LogFormatException | IOException e) {
            throw new KeeperException(
                    Kind.BACKUP, "%s cannot be restored: %s".formatted(file, e.getMessage()), e);
        }
    }

    private void write(File group, byte[] snapshot) throws IOException {
        try (RaftStorageImpl storage =
                StorageImplUtils.newRaftStorage(
                        group,
                        SizeInBytes.valueOf(0),
                        RaftStorage.StartupOption.FORMAT,
                        RaftServerConfigKeys.Log.CorruptionPolicy.EXCEPTION)) {
            storage.initialize();
            RaftStorageDirectory directories = storage.getStorageDir();
            File directory = directories.getStateMachineDir();
            SnapshotFiles.write(
                    new File(directory, SimpleStateMachineStorage.getSnapshotFileName(TERM, PLACE)),
                    snapshot);
            storage.writeRaftConfiguration(
                    LogEntryProto.newBuilder()
                            .setTerm(TERM)
                            .setIndex(PLACE)
                            .setConfigurationEntry(
                                    RaftConfigurationProto.newBuilder()
                                            .addPeers(
                                                    Peers.raft(settings.own()).getRaftPeerProto()))
                            .build());
        }
    }
}
