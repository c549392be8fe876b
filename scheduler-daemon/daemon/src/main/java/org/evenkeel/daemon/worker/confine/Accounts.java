package org.evenkeel.daemon.worker.confine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.config.WorkerUser;
import org.jspecify.annotations.Nullable;

/**
 * Users and groups that workers run as.
 *
 * @param firstUser the first of them
 * @param count how many there are
 * @param group the group of all; -1 when each has one of its own number
 */
record Accounts(int firstUser, int count, int group) {

    /** Taken when nothing is said: numbers that systems leave unused. */
    static final Accounts USUAL = new Accounts(60_600, 512, -1);

    private static final long LOOK_UP_SECONDS = 10;

    /** The right to run processes as others is the superuser's. */
    static boolean isSuperuser() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /**
     * Whom the configuration means; null when there is no such account.
     *
     * @throws IOException if accounts cannot be looked up
     */
    static @Nullable Accounts of(WorkerUser wish) throws IOException {
        return switch (wish) {
            case WorkerUser.Range range ->
                    new Accounts(range.first(), range.last() - range.first() + 1, -1);
            case WorkerUser.Named named -> named(named.name());
            case WorkerUser.Auto _ -> USUAL;
            case WorkerUser.Same _ -> null;
        };
    }

    private static @Nullable Accounts named(String name) throws IOException {
        int user = number("-u", name);
        int group = number("-g", name);
        return user <= 0 || group <= 0 ? null : new Accounts(user, 1, group);
    }

    private static int number(String flag, String name) throws IOException {
        Process id = new ProcessBuilder("id", flag, name).redirectErrorStream(true).start();
        try {
            String said = new String(id.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!id.waitFor(LOOK_UP_SECONDS, TimeUnit.SECONDS)) {
                id.destroyForcibly();
                throw new IOException("the command \"id\" does not answer");
            }
            return id.exitValue() == 0 ? Integer.parseInt(said.strip()) : -1;
        } catch (NumberFormatException e) {
            return -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    int user(int worker) {
        return firstUser + worker % count;
    }

    int group(int worker) {
        return group < 0 ? user(worker) : group;
    }

    /** What a command is begun with to run as this worker's user, unable to gain rights. */
    List<String> words(int worker) {
        return List.of(
                "setpriv",
                "--reuid=" + user(worker),
                "--regid=" + group(worker),
                "--clear-groups",
                "--inh-caps=-all",
                "--bounding-set=-all",
                "--no-new-privs",
                "--");
    }

    @Override
    public String toString() {
        return count == 1
                ? "user " + firstUser
                : "users " + firstUser + " to " + (firstUser + count - 1);
    }
}
