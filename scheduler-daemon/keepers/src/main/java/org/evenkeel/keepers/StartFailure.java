package org.evenkeel.keepers;

import java.io.IOException;
import java.net.BindException;
import java.util.Objects;
import org.apache.ratis.protocol.exceptions.ChecksumException;
import org.evenkeel.daemon.keepers.KeeperException;
import org.evenkeel.daemon.keepers.KeeperException.Kind;
import org.evenkeel.daemon.keepers.KeeperSettings;
import org.jspecify.annotations.Nullable;

/** Says why a keeper did not start; Ratis has the reason under several others. */
final class StartFailure {

    private StartFailure() {}

    static KeeperException of(KeeperSettings settings, Throwable failure) {
        if (failure instanceof KeeperException known) {
            return known;
        }
        BindException bind = cause(failure, BindException.class);
        if (bind != null) {
            return new KeeperException(
                    Kind.SETTINGS,
                    "keeper %s cannot listen on %s (%s); name another address or port"
                            .formatted(settings.own().node(), settings.listen(), bind.getMessage()),
                    failure);
        }
        if (text(failure).contains("already locked")) {
            return new KeeperException(
                    Kind.SETTINGS,
                    "keeper %s cannot use %s: another process does"
                            .formatted(settings.own().node(), settings.directory()),
                    failure);
        }
        String damage = damage(failure);
        return new KeeperException(
                Kind.DAMAGED,
                ("keeper %s cannot read its log in %s: %s. The other keepers have what it had: "
                                + "move the directory away and add this keeper as a new one")
                        .formatted(
                                settings.own().node(),
                                KeeperServer.groupDirectory(settings),
                                damage),
                failure);
    }

    private static String damage(Throwable failure) {
        ChecksumException sum = cause(failure, ChecksumException.class);
        if (sum != null) {
            return "an entry at byte %d of a segment was damaged (%s)"
                    .formatted(sum.getPos(), sum.getMessage());
        }
        IOException file = cause(failure, IOException.class); // the outer one names the file
        return file != null ? Objects.toString(file.getMessage()) : text(root(failure));
    }

    private static <T extends Throwable> @Nullable T cause(Throwable failure, Class<T> type) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (type.isInstance(each)) {
                return type.cast(each);
            }
        }
        return null;
    }

    /** The innermost of all. */
    static Throwable root(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null ? failure : root(cause);
    }

    private static String text(Throwable failure) {
        StringBuilder all = new StringBuilder();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            all.append(all.isEmpty() ? "" : ": ").append(each.getMessage());
        }
        return all.toString();
    }
}
