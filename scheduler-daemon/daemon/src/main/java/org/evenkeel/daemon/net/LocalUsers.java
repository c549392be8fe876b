package org.evenkeel.daemon.net;

import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioChannelOption;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * Which users of this machine may come in by the daemon's Unix domain socket: its own and root as
 * anything, those that its workers run as as workers only.
 *
 * @param full may come as anything
 * @param workers may come as workers
 */
public record LocalUsers(Set<UserPrincipal> full, Set<UserPrincipal> workers) {

    /** Most users of workers that are looked up. */
    private static final int MAX_WORKERS = 4_096;

    public LocalUsers {
        full = Set.copyOf(full);
        workers = Set.copyOf(workers);
    }

    /**
     * The user of this process, root, and these.
     *
     * @param workers numbers of users that workers run as
     */
    public static LocalUsers with(IntStream workers) throws IOException {
        UserPrincipalLookupService names = FileSystems.getDefault().getUserPrincipalLookupService();
        Set<UserPrincipal> own = new HashSet<>();
        own.add(Files.getOwner(Path.of("/proc/self")));
        own.add(names.lookupPrincipalByName("0"));
        Set<UserPrincipal> others = new HashSet<>();
        for (int user : workers.limit(MAX_WORKERS).toArray()) {
            others.add(names.lookupPrincipalByName(String.valueOf(user)));
        }
        return new LocalUsers(own, others);
    }

    /** The user at the other end of a Unix domain socket; null where the kernel does not say. */
    static @Nullable UserPrincipal of(Channel channel) {
        UnixDomainPrincipal peer =
                channel.config().getOption(NioChannelOption.of(ExtendedSocketOptions.SO_PEERCRED));
        return peer == null ? null : peer.user();
    }

    /** Why this user may not come in under this role; null when it may. */
    @Nullable String whyNot(@Nullable UserPrincipal user, Role role) {
        if (user == null) {
            return "the kernel does not report which user connected";
        }
        if (full.contains(user) || role == Role.WORKER && workers.contains(user)) {
            return null;
        }
        return ("the user %s may not connect as %s through this daemon's Unix domain socket: only "
                        + "its own user and root may")
                .formatted(FrameConnection.cut(user.getName()), role);
    }
}
