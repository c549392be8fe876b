package org.evenkeel.daemon.admission;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.Executor;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.daemon.identity.Authority;
import org.evenkeel.daemon.peer.PeerNotifications;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.RevocationList;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Revoked;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the list of revoked certificates on: to every new link, and to all when there is a newer
 * one. Where the authority is, its files are looked at every few seconds. Lives on the event loop.
 */
public final class RevocationSpread {

    private static final Logger LOG = LoggerFactory.getLogger(RevocationSpread.class);
    private static final long LOOK_EVERY_NANOS = java.util.concurrent.TimeUnit.SECONDS.toNanos(2);

    private final NodeIdentity identity;
    private final PeerNotifications peers;
    private final Executor disk;
    private final Executor loop;

    /**
     * @param disk where files are read and written, in order
     */
    public RevocationSpread(
            NodeIdentity identity, PeerNotifications peers, Executor disk, Executor loop) {
        this.identity = identity;
        this.peers = peers;
        this.disk = disk;
        this.loop = loop;
        peers.onLinked(send -> {
            Frame frame = frame(identity);
            if (frame != null) {
                send.accept(frame);
            }
        });
        peers.onRevoked(this::onRevoked);
    }

    /** Looks at what the commands of this machine revoke. */
    public void watch(Authority authority, TimerSource timers) {
        disk.execute(() -> {
            try {
                learn(authority.revoked());
            } catch (ClosedByInterruptException | InterruptedIOException e) {
                LOG.debug("revocation list: daemon is stopping");
            } catch (IOException | IdentityException e) {
                LOG.error("revocation list of the authority cannot be read", e);
            }
        });
        timers.after(LOOK_EVERY_NANOS, () -> watch(authority, timers));
    }

    private void onRevoked(Revoked revoked) {
        byte[] bytes = revoked.getList().toByteArray();
        disk.execute(() -> {
            try {
                learn(RevocationList.decode(bytes));
            } catch (IOException e) {
                LOG.error("revocation list could not be stored", e);
            } catch (IdentityException e) {
                LOG.warn("revocation list rejected: {}", e.reason());
            }
        });
    }

    private void learn(RevocationList list) throws IOException, IdentityException {
        if (identity.learn(list)) {
            LOG.info("certificates revoked: {}", list);
            loop.execute(() -> {
                Frame frame = frame(identity);
                if (frame != null) {
                    peers.broadcast(frame);
                    peers.notifyClients(frame);
                }
            });
        }
    }

    /** As it is told to daemons and clients; null while there is none. */
    public static @Nullable Frame frame(NodeIdentity identity) {
        RevocationList list = identity.revoked();
        return list == null
                ? null
                : Frame.newBuilder()
                        .setRevoked(
                                Revoked.newBuilder().setList(ByteString.copyFrom(list.encode())))
                        .build();
    }
}
