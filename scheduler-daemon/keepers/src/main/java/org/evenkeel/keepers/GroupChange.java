package org.evenkeel.keepers;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.SetConfigurationRequest.Mode;
import org.apache.ratis.server.RaftConfiguration;
import org.evenkeel.daemon.keepers.KeeperException;
import org.evenkeel.daemon.keepers.KeeperException.Kind;
import org.evenkeel.daemon.keepers.KeeperPeer;
import org.jspecify.annotations.Nullable;

/** Changes who the keepers are: only from the keepers that this one knows of, so no two at once. */
record GroupChange(RaftClient client, RaftConfiguration now, List<KeeperPeer> next) {

    /** Returns when the new keepers are the keepers; the requests may take the limit. */
    void run(Duration limit) throws KeeperException {
        List<RaftPeer> current = List.copyOf(now.getCurrentPeers());
        if (!now.getPreviousPeers().isEmpty()) {
            throw failed("another change is under way", null);
        }
        List<RaftPeer> wanted = Peers.raft(next);
        requireMajorityOfOld(current, wanted);
        SetConfigurationRequest.Arguments arguments =
                SetConfigurationRequest.Arguments.newBuilder()
                        .setServersInCurrentConf(current)
                        .setServersInNewConf(wanted)
                        .setMode(Mode.COMPARE_AND_SET)
                        .build();
        try {
            RaftClientReply reply =
                    Deadline.in(limit)
                            .<RaftClientReply, IOException>run(
                                    () -> client.admin().setConfiguration(arguments));
            if (!reply.isSuccess()) {
                throw failed(String.valueOf(reply.getException()), null);
            }
        } catch (KeeperException e) {
            throw e;
        } catch (IOException e) {
            throw failed(String.valueOf(StartFailure.root(e).getMessage()), e);
        }
    }

    /** New ones have nothing of the log: they alone must not be able to agree. */
    private static void requireMajorityOfOld(List<RaftPeer> current, List<RaftPeer> wanted)
            throws KeeperException {
        long added = wanted.stream().filter(one -> !current.contains(one)).count();
        long staying = wanted.size() - added;
        boolean second = current.size() == 1 && staying == 1 && added == 1;
        if (added >= staying && !second) {
            throw new KeeperException(
                    Kind.NOT_CHANGED,
                    "of %d keepers %d would be new: change fewer at a time"
                            .formatted(wanted.size(), added));
        }
    }

    private KeeperException failed(String why, @Nullable Throwable cause) {
        return new KeeperException(
                Kind.NOT_CHANGED,
                "the keepers are not, or not yet, %s: %s".formatted(names(next), why),
                cause);
    }

    private static List<String> names(Collection<KeeperPeer> peers) {
        return peers.stream().map(peer -> peer.node().name()).sorted().toList();
    }
}
