package org.evenkeel.daemon.blob;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Code: a bundle is a manifest and its jars, all of them blobs. Kept as long as they are used or
 * fit the bound, least recently used ones go first. Belongs to the event loop.
 */
public final class Bundles {

    private static final Logger LOG = LoggerFactory.getLogger(Bundles.class);
    private static final long MAX_MANIFEST_BYTES = 1 << 20;

    private final BlobStore store;
    private final BlobPulls pulls;
    private final CodeAdmission gate;
    private final long maxBytes;
    private final LinkedHashMap<Digest, Bundle> ready = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Digest, Integer> users = new HashMap<>();
    private long bytes;

    private record Bundle(BundleManifest manifest, long bytes) {}

    public Bundles(BlobStore store, BlobPulls pulls, CodeAdmission gate, long maxBytes) {
        this.store = store;
        this.pulls = pulls;
        this.gate = gate;
        this.maxBytes = maxBytes;
    }

    /** Whether the bundle and all its jars are here; counts as a use. */
    public boolean has(Digest bundle) {
        return ready.get(bundle) != null;
    }

    /** The jars in the order of the class path. */
    public List<Path> jars(Digest bundle) {
        Bundle found = ready.get(bundle);
        return found == null
                ? List.of()
                : found.manifest().jars().stream().map(jar -> store.path(jar.digest())).toList();
    }

    /** What it consists of, in the same order. */
    List<BundleManifest.Jar> parts(Digest bundle) {
        Bundle found = ready.get(bundle);
        return found == null ? List.of() : found.manifest().jars();
    }

    /** Why this node does not use the code, null when it may. */
    @Nullable String refusal(Digest bundle) {
        return gate.refusal(bundle);
    }

    /** A bundle that an earlier process left, all its blobs found; at the start. */
    void recover(Digest bundle, BundleManifest manifest) {
        store.acquire(bundle);
        manifest.jars().forEach(jar -> store.acquire(jar.digest()));
        if (gate.admitNow(bundle, manifest, store::path) != null) {
            return; // it stays on disk, as the journal names it, and no worker gets it
        }
        long size = manifest.bytes() + store.size(bundle);
        ready.put(bundle, new Bundle(manifest, size));
        bytes += size;
    }

    /** A node uses the bundle, a worker or a task on disk: it stays. */
    public void pin(Digest bundle) {
        users.merge(bundle, 1, Integer::sum);
    }

    public void unpin(Digest bundle) {
        users.computeIfPresent(bundle, (key, count) -> count == 1 ? null : count - 1);
    }

    /** Whether it stays because of a worker or of a task on disk. */
    boolean isPinned(Digest bundle) {
        return users.containsKey(bundle);
    }

    /**
     * Brings a bundle here.
     *
     * @param done hears null once it is here, or why it will not come; also at once
     */
    public void fetch(Digest bundle, BlobSource source, Consumer<@Nullable String> done) {
        if (has(bundle)) {
            done.accept(null);
            return;
        }
        if (CheckpointName.is(bundle)) {
            done.accept("the code is not named by its SHA-256");
            return;
        }
        String refusal = gate.refusal(bundle);
        if (refusal != null) {
            gate.refuseAgain(refusal, done);
            return;
        }
        pulls.pull(
                bundle,
                -1,
                MAX_MANIFEST_BYTES,
                source,
                failure -> {
                    if (failure != null) {
                        done.accept("code not received: " + failure);
                    } else {
                        readManifest(bundle, source, done);
                    }
                });
    }

    private void readManifest(Digest bundle, BlobSource source, Consumer<@Nullable String> done) {
        if (has(bundle)) {
            done.accept(null);
            return;
        }
        if (!store.acquire(bundle)) {
            done.accept("the code's list of jars is no longer stored");
            return;
        }
        Path file = store.path(bundle);
        store.disk()
                .run(
                        () -> BundleManifest.parse(Files.readString(file, StandardCharsets.UTF_8)),
                        (manifest, failure) -> {
                            if (manifest == null) {
                                store.release(bundle);
                                done.accept(
                                        "the code's list of jars cannot be read: "
                                                + (failure == null ? "" : failure.getMessage()));
                            } else {
                                new Fetch(bundle, manifest, done).start(source);
                            }
                        });
    }

    /** The jars of one bundle on their way; holds on to each that is here. */
    private final class Fetch {
        private final Digest bundle;
        private final BundleManifest manifest;
        private final Consumer<@Nullable String> done;
        private final List<Digest> acquired = new ArrayList<>();
        private int left;
        private @Nullable String failure;

        Fetch(Digest bundle, BundleManifest manifest, Consumer<@Nullable String> done) {
            this.bundle = bundle;
            this.manifest = manifest;
            this.done = done;
            acquired.add(bundle);
        }

        void start(BlobSource source) {
            left = manifest.jars().size() + 1;
            for (BundleManifest.Jar jar : manifest.jars()) {
                pulls.pull(
                        jar.digest(),
                        jar.sizeBytes(),
                        maxBytes,
                        source,
                        problem -> came(jar, problem));
            }
            oneLess();
        }

        private void came(BundleManifest.Jar jar, @Nullable String problem) {
            if (problem != null) {
                failure = jar.name() + " not received: " + problem;
            } else if (store.acquire(jar.digest())) {
                acquired.add(jar.digest());
            } else {
                failure = jar.name() + " is no longer stored";
            }
            oneLess();
        }

        private void oneLess() {
            if (--left > 0) {
                return;
            }
            if (failure != null || has(bundle)) {
                end(failure);
            } else {
                gate.admit(bundle, manifest, store::path, this::end);
            }
        }

        private void end(@Nullable String problem) {
            if (problem != null || has(bundle)) {
                acquired.forEach(store::release);
            } else {
                add(bundle, manifest);
            }
            done.accept(problem);
        }
    }

    private void add(Digest bundle, BundleManifest manifest) {
        long size = manifest.bytes();
        ready.put(bundle, new Bundle(manifest, size));
        bytes += size;
        evict(bundle);
        LOG.info("code {} stored: {} jars, {} bytes", bundle, manifest.jars().size(), size);
    }

    private void evict(Digest newest) {
        var oldestFirst = ready.entrySet().iterator();
        while (bytes > maxBytes && oldestFirst.hasNext()) {
            Map.Entry<Digest, Bundle> entry = oldestFirst.next();
            if (!entry.getKey().equals(newest) && !isPinned(entry.getKey())) {
                oldestFirst.remove();
                bytes -= entry.getValue().bytes();
                store.release(entry.getKey());
                entry.getValue().manifest().jars().forEach(jar -> store.release(jar.digest()));
            }
        }
    }
}
