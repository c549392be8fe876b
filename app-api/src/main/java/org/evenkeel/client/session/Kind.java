package org.evenkeel.client.session;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Resources;
import org.evenkeel.model.RetryRules;
import org.evenkeel.wire.ResourceMapper;
import org.evenkeel.wire.RetryRulesMapper;
import org.evenkeel.wire.proto.TaskKind;
import org.jspecify.annotations.Nullable;

/**
 * What tasks of one class and options have in common, ready to be written; one object serves many
 * tasks.
 */
public final class Kind {

    private final long job;
    private final String name;
    private final @Nullable Class<?> type;
    private final Durability durability;
    private final long deadlineNanos;
    private final byte[] wire;

    private Kind(Attributes attributes, byte[] wire) {
        this(
                attributes.job(),
                attributes.name(),
                attributes.type(),
                attributes.limits().durability(),
                attributes.limits().deadlineNanos(),
                wire);
    }

    private Kind(
            long job,
            String name,
            @Nullable Class<?> type,
            Durability durability,
            long deadlineNanos,
            byte[] wire) {
        this.job = job;
        this.name = name;
        this.type = type;
        this.durability = durability;
        this.deadlineNanos = deadlineNanos;
        this.wire = wire;
    }

    /**
     * What a kind is made of.
     *
     * @param type the task class when the name is its name, so that payloads need not repeat it
     */
    public record Attributes(
            long job, String name, Digest bundle, Limits limits, @Nullable Class<?> type) {}

    /**
     * What the submitter asked for; see the API's TaskOptions.
     *
     * @param resources what the job asks each machine for
     * @param node where it is to run; empty for anywhere
     * @param checkpointNanos between two checkpoints of it while it runs, 0 for none
     * @param retryRules after which failures it is run again, and when
     * @param deadlineNanos from its submission until it ends in any case, 0 for none
     */
    public record Limits(
            int priority,
            int retries,
            long timeoutNanos,
            long totalWeight,
            Durability durability,
            boolean acceptStaleResults,
            Resources resources,
            String node,
            long checkpointNanos,
            RetryRules retryRules,
            long deadlineNanos) {

        /** In memory, late results not taken, anywhere. */
        public Limits(int priority, int retries, long timeoutNanos, long totalWeight) {
            this(
                    priority,
                    retries,
                    timeoutNanos,
                    totalWeight,
                    Durability.MEMORY,
                    false,
                    Resources.NONE,
                    "",
                    0,
                    RetryRules.AT_ONCE,
                    0);
        }
    }

    public static Kind of(Attributes attributes) {
        TaskKind.Builder kind =
                TaskKind.newBuilder()
                        .setJob(attributes.job())
                        .setName(attributes.name())
                        .setPriorityPlusOne(attributes.limits().priority() + 1)
                        .setRetries(attributes.limits().retries())
                        .setTimeoutNanos(attributes.limits().timeoutNanos())
                        .setTotalWeight(attributes.limits().totalWeight())
                        .setOnDisk(attributes.limits().durability() == Durability.DISK)
                        .setReplicated(attributes.limits().durability() == Durability.REPLICATED)
                        .setAcceptLate(attributes.limits().acceptStaleResults())
                        .setNode(attributes.limits().node())
                        .setCheckpointNanos(attributes.limits().checkpointNanos())
                        .setDeadlineNanos(attributes.limits().deadlineNanos());
        if (!attributes.limits().resources().isNone()) {
            kind.setResources(ResourceMapper.toWire(attributes.limits().resources()));
        }
        if (!attributes.limits().retryRules().isAtOnce()) {
            kind.setRetryRules(RetryRulesMapper.toWire(attributes.limits().retryRules()));
        }
        if (!attributes.bundle().isNone()) {
            kind.setBundle(ByteString.copyFrom(attributes.bundle().toBytes()));
        }
        return new Kind(attributes, kind.build().toByteArray());
    }

    /**
     * The kind that {@link #toBytes} wrote, for tasks whose payloads are encoded already.
     *
     * @throws IllegalArgumentException if the bytes are none
     */
    public static Kind read(byte[] bytes) {
        TaskKind kind;
        try {
            kind = TaskKind.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("invalid kind of tasks: " + e.getMessage(), e);
        }
        Durability durability =
                kind.getReplicated()
                        ? Durability.REPLICATED
                        : kind.getOnDisk() ? Durability.DISK : Durability.MEMORY;
        return new Kind(
                kind.getJob(),
                kind.getName(),
                null,
                durability,
                kind.getDeadlineNanos(),
                bytes.clone());
    }

    /** All of it, the task class excepted. */
    public byte[] toBytes() {
        return wire.clone();
    }

    /** The job its tasks belong to. */
    public long job() {
        return job;
    }

    public String name() {
        return name;
    }

    /** The task class when payloads leave it out. */
    public @Nullable Class<?> type() {
        return type;
    }

    /** Whether its tasks are kept by their owner's disk. */
    boolean isOnDisk() {
        return durability != Durability.MEMORY;
    }

    /** From the submission of a task until it ends in any case, 0 for none. */
    public long deadlineNanos() {
        return deadlineNanos;
    }

    byte[] wire() {
        return wire;
    }
}
