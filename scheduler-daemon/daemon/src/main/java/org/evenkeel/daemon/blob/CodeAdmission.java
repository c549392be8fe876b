package org.evenkeel.daemon.blob;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.evenkeel.model.BoundedMap;
import org.evenkeel.model.Digest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets code in whose jars are all as this node wants them. A jar is looked at once, by a thread of
 * its own, and what came of it is remembered by its content.
 */
public final class CodeAdmission implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CodeAdmission.class);
    private static final int MAX_REMEMBERED = 10_000;
    private static final int MAX_WAITING = 1_000;

    /**
     * Who brings refused code again is answered a little later: it may be a peer, at once again.
     */
    private static final long AGAIN_MILLIS = 1_000;

    private final @Nullable Check check;
    private final Executor loop;
    private final ThreadPoolExecutor thread =
            new ThreadPoolExecutor(
                    1,
                    1,
                    1,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(MAX_WAITING),
                    Thread.ofPlatform().name("evenkeel-code").daemon().factory());
    private final ScheduledThreadPoolExecutor later =
            new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().name("evenkeel-later").daemon().factory());
    private final Map<Digest, Optional<String>> jars = BoundedMap.ofRecentlyUsed(MAX_REMEMBERED);
    private final Map<Digest, String> refused = BoundedMap.ofRecentlyUsed(MAX_REMEMBERED);

    /** What is wanted of a jar. */
    public interface Check {
        /**
         * What is wrong with this file, without its name; empty when nothing is. Takes its time.
         */
        Optional<String> problem(Path jar);
    }

    private CodeAdmission(@Nullable Check check, Executor loop) {
        this.check = check;
        this.loop = loop;
        thread.allowCoreThreadTimeOut(true);
        later.setKeepAliveTime(1, TimeUnit.SECONDS);
        later.allowCoreThreadTimeOut(true);
    }

    /** Lets everything in. */
    public static CodeAdmission open() {
        return new CodeAdmission(null, Runnable::run);
    }

    /** Lets in what passes. */
    public static CodeAdmission checking(Check check, Executor loop) {
        return new CodeAdmission(check, loop);
    }

    /** Why this code was not let in before; null when it was, or did not come. On the loop. */
    @Nullable String refusal(Digest bundle) {
        return refused.get(bundle);
    }

    /** Says once more, a little later, that code is not let in. */
    void refuseAgain(String why, Consumer<@Nullable String> done) {
        try {
            var _ =
                    later.schedule(
                            () -> answer(() -> done.accept(why)),
                            AGAIN_MILLIS,
                            TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            done.accept(why);
        }
    }

    /**
     * Looks at code that is here. On the loop.
     *
     * @param done hears null, or why it is not let in, on the loop; at once where nothing is wanted
     */
    void admit(
            Digest bundle,
            BundleManifest manifest,
            Function<Digest, Path> where,
            Consumer<@Nullable String> done) {
        if (check == null) {
            done.accept(null);
            return;
        }
        try {
            thread.execute(() -> {
                String why = problem(manifest, where);
                answer(() -> {
                    if (why != null) {
                        refuse(bundle, why);
                    }
                    done.accept(why);
                });
            });
        } catch (RejectedExecutionException e) {
            done.accept("the queue of code to be verified is full; submit again later");
        }
    }

    private void answer(Runnable runnable) {
        try {
            loop.execute(runnable);
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loop is closed");
        }
    }

    /** The same at once: at the start, when there is no loop yet. */
    @Nullable String admitNow(
            Digest bundle, BundleManifest manifest, Function<Digest, Path> where) {
        String why = check == null ? null : problem(manifest, where);
        if (why != null) {
            refuse(bundle, why);
        }
        return why;
    }

    private void refuse(Digest bundle, String why) {
        LOG.warn("code {} rejected: {}", bundle, why);
        refused.put(bundle, why);
    }

    private @Nullable String problem(BundleManifest manifest, Function<Digest, Path> where) {
        for (BundleManifest.Jar jar : manifest.jars()) {
            Path file = where.apply(jar.digest());
            if (jar.equals(manifest.jars().getLast()) && BundleManifest.isIndex(file)) {
                return null; // workers take it for no code either, where it stands last
            }
            Optional<String> problem = problem(jar.digest(), file);
            if (problem.isPresent()) {
                return ("%s %s. This node accepts only jars that are signed as a whole by a "
                                + "trusted signer (require-signed-code): sign every jar of the "
                                + "class path with jarsigner, and package directories of classes "
                                + "as signed jars")
                        .formatted(jar.name(), problem.get());
            }
        }
        return null;
    }

    private Optional<String> problem(Digest digest, Path file) {
        Check wanted = check;
        if (wanted == null) {
            return Optional.empty();
        }
        synchronized (jars) {
            Optional<String> known = jars.get(digest);
            if (known != null) {
                return known;
            }
        }
        Optional<String> problem = wanted.problem(file);
        synchronized (jars) {
            jars.put(digest, problem);
        }
        return problem;
    }

    @Override
    public void close() {
        thread.shutdownNow();
        later.shutdownNow();
    }
}
