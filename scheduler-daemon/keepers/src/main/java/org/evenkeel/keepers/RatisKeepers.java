package org.evenkeel.keepers;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import org.evenkeel.daemon.keepers.Keeper;
import org.evenkeel.daemon.keepers.KeeperException;
import org.evenkeel.daemon.keepers.KeeperException.Kind;
import org.evenkeel.daemon.keepers.KeeperLibrary;
import org.evenkeel.daemon.keepers.KeeperPeer;
import org.evenkeel.daemon.keepers.KeeperSettings;
import org.evenkeel.daemon.keepers.KeeperTls;
import org.jspecify.annotations.Nullable;

/** Keepers by Apache Ratis. */
public final class RatisKeepers implements KeeperLibrary {

    private final LogSizes sizes;

    /** For the loader of services. */
    public RatisKeepers() {
        this(LogSizes.USUAL);
    }

    RatisKeepers(LogSizes sizes) {
        this.sizes = sizes;
    }

    @Override
    public Keeper start(KeeperSettings settings, @Nullable KeeperTls tls) throws KeeperException {
        if (tls == null) {
            requireLoopback(settings);
        }
        return EmbeddedRatis.<Keeper, KeeperException>withOwnLoader(() -> {
            EmbeddedRatis.prepare();
            return RatisKeeper.start(settings, tls, sizes);
        });
    }

    @Override
    public void restore(Path file, KeeperSettings settings) throws KeeperException {
        EmbeddedRatis.<@Nullable Void, KeeperException>withOwnLoader(() -> {
            EmbeddedRatis.prepare();
            new Restore(file, settings).run();
            return null;
        });
    }

    private static void requireLoopback(KeeperSettings settings) throws KeeperException {
        boolean loopback = settings.listen().getAddress().isLoopbackAddress();
        for (KeeperPeer peer : settings.peers()) {
            loopback &= isLoopback(peer.host());
        }
        if (!loopback) {
            throw new KeeperException(
                    Kind.SETTINGS,
                    ("keeper %s has no certificate, and not all keepers are at loopback addresses: "
                                    + "have this machine join a cluster (\"evenkeel join\")")
                            .formatted(settings.own().node()));
        }
    }

    private static boolean isLoopback(String host) {
        try {
            return Arrays.stream(InetAddress.getAllByName(host))
                    .allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
