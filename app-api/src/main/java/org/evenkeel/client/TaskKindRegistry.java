package org.evenkeel.client;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.evenkeel.api.Durability;
import org.evenkeel.api.RetryPolicy;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.client.session.Kind;
import org.evenkeel.client.session.SubmittedTaskFactory;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Resources;
import org.evenkeel.model.RetryRules;
import org.jspecify.annotations.Nullable;

/** The kinds of one job, made once for each class and set of options. */
public final class TaskKindRegistry {

    /** Prefix of kinds whose tasks a {@link org.evenkeel.api.TaskProcess} serves. */
    public static final String SERVE = "serve:";

    /** Kinds remembered; a program with more makes some of them again. */
    private static final int MAX_KINDS = 10_000;

    private record Key(Object type, Kind.Limits limits, String name) {}

    private final long job;
    private final Digest bundle;
    private final Durability unsaid;
    private final Resources resources;
    private final long checkpointNanos;
    private final Map<Key, Kind> kinds = new ConcurrentHashMap<>();
    private final Map<Class<?>, Kind> plain = new ConcurrentHashMap<>();
    private final Map<ByteBuffer, Kind> read = new ConcurrentHashMap<>();

    /**
     * @param unsaid the durability of tasks whose options do not say one
     * @param resources what the job asks each machine for
     * @param checkpointEvery between two checkpoints of a task that runs; zero for none
     */
    public TaskKindRegistry(
            long job,
            Digest bundle,
            Durability unsaid,
            Resources resources,
            Duration checkpointEvery) {
        this.job = job;
        this.bundle = bundle;
        this.unsaid = unsaid;
        this.resources = resources;
        this.checkpointNanos = checkpointEvery.toNanos();
    }

    /** No checkpoints are made of tasks that run. */
    public TaskKindRegistry(long job, Digest bundle, Durability unsaid, Resources resources) {
        this(job, bundle, unsaid, resources, Duration.ZERO);
    }

    /** The kind of a task with options. */
    public Kind of(Object task, TaskOptions options) {
        boolean itself = SubmittedTaskFactory.namesItself(task);
        boolean plainly = itself && options.equals(TaskOptions.DEFAULT);
        if (plainly) {
            Kind known = plain.get(task.getClass());
            if (known != null) {
                return known;
            }
        }
        Object type = SubmittedTaskFactory.bodyOf(task).getClass();
        Kind.Limits limits = limits(options);
        Key key = new Key(type, limits, options.name());
        Kind kind = kinds.get(key);
        if (kind == null) {
            Class<?> named = itself && options.name().isEmpty() ? task.getClass() : null;
            String name =
                    options.name().isEmpty() ? SubmittedTaskFactory.nameOf(task) : options.name();
            kind = remember(key, make(name, limits, named));
        }
        if (plainly && plain.size() < MAX_KINDS) {
            plain.put(task.getClass(), kind);
        }
        return kind;
    }

    private Kind remember(Key key, Kind kind) {
        if (kinds.size() >= MAX_KINDS) {
            kinds.clear();
        }
        Kind other = kinds.putIfAbsent(key, kind);
        return other == null ? kind : other;
    }

    /** The kind of tasks for a program's loop. */
    public Kind served(String program, TaskOptions options) {
        Kind.Limits limits = limits(options);
        return kinds.computeIfAbsent(
                new Key(SERVE + program, limits, ""), key -> make(SERVE + program, limits, null));
    }

    /**
     * The kind of a task that was submitted elsewhere, as {@link Kind#toBytes} wrote it.
     *
     * @throws IllegalArgumentException if the bytes are none
     */
    public Kind read(byte[] bytes) {
        Kind kind = read.get(ByteBuffer.wrap(bytes));
        if (kind == null) {
            kind = Kind.read(bytes);
            if (kind.job() != job) {
                throw new IllegalArgumentException("this kind belongs to tasks of another job");
            }
            if (read.size() >= MAX_KINDS) {
                read.clear();
            }
            read.put(ByteBuffer.wrap(kind.toBytes()), kind);
        }
        return kind;
    }

    private Kind make(String name, Kind.Limits limits, @Nullable Class<?> type) {
        return Kind.of(new Kind.Attributes(job, name, bundle, limits, type));
    }

    private Kind.Limits limits(TaskOptions options) {
        return new Kind.Limits(
                options.priority(),
                options.retries(),
                options.timeout().toNanos(),
                options.totalWeight(),
                model(options.durability() == null ? unsaid : options.durability()),
                options.acceptStaleResults(),
                resources,
                options.node(),
                checkpointNanos,
                rules(options.retryPolicy()),
                options.deadline().toNanos());
    }

    /** The same as a worker and an owner have it. */
    public static RetryRules rules(RetryPolicy policy) {
        if (policy.equals(RetryPolicy.AT_ONCE)) {
            return RetryRules.AT_ONCE;
        }
        return new RetryRules(
                policy.firstDelay().toNanos(),
                policy.factor(),
                policy.longestDelay().toNanos(),
                policy.only(),
                policy.never());
    }

    private static org.evenkeel.model.Durability model(Durability durability) {
        return switch (durability) {
            case MEMORY -> org.evenkeel.model.Durability.MEMORY;
            case DISK -> org.evenkeel.model.Durability.DISK;
            case REPLICATED -> org.evenkeel.model.Durability.REPLICATED;
        };
    }
}
