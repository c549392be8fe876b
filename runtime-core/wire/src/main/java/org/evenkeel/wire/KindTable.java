package org.evenkeel.wire;

import com.google.protobuf.ByteString;
import java.util.Map;
import org.evenkeel.model.BoundedMap;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Resources;
import org.evenkeel.model.RetryRules;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.TaskKind.Options;
import org.jspecify.annotations.Nullable;

/**
 * The task kinds of one link, in both spellings: one object serves many tasks. Remembers the newest
 * {@link WireLimits#KINDS_PER_LINK}.
 */
final class KindTable {

    private final Map<org.evenkeel.wire.proto.TaskKind, TaskKind> read =
            BoundedMap.ofNewest(WireLimits.KINDS_PER_LINK);
    private final Map<TaskKind, org.evenkeel.wire.proto.TaskKind> written =
            BoundedMap.ofNewest(WireLimits.KINDS_PER_LINK);
    private org.evenkeel.wire.proto.@Nullable TaskKind lastRead;
    private @Nullable TaskKind lastReadAs;
    private @Nullable TaskKind lastWritten;
    private org.evenkeel.wire.proto.@Nullable TaskKind lastWrittenAs;

    TaskKind read(String field, org.evenkeel.wire.proto.TaskKind wire) throws WireException {
        TaskKind known = lastReadAs;
        if (known != null && wire.equals(lastRead)) {
            return known;
        }
        known = read.get(wire);
        if (known == null) {
            known = toModel(field, wire);
            read.put(detached(wire), known);
        }
        lastRead = wire;
        lastReadAs = known;
        return known;
    }

    @SuppressWarnings("ReferenceEquality") // a short cut; equal ones are found in the map
    org.evenkeel.wire.proto.TaskKind write(TaskKind kind) {
        org.evenkeel.wire.proto.TaskKind known = lastWrittenAs;
        if (known != null && kind == lastWritten) {
            return known;
        }
        known = written.computeIfAbsent(kind, KindTable::toWire);
        lastWritten = kind;
        lastWrittenAs = known;
        return known;
    }

    /** A copy that does not keep the frame's bytes alive. */
    private static org.evenkeel.wire.proto.TaskKind detached(
            org.evenkeel.wire.proto.TaskKind wire) {
        return wire.toBuilder()
                .setBundle(ByteString.copyFrom(wire.getBundle().toByteArray()))
                .build();
    }

    private static TaskKind toModel(String field, org.evenkeel.wire.proto.TaskKind wire)
            throws WireException {
        Digest bundle =
                wire.getBundle().isEmpty()
                        ? Digest.NONE
                        : WireBounds.digest(field + ".bundle", wire.getBundle());
        String name = WireBounds.text(field + ".name", wire.getName(), TaskKind.MAX_NAME_LENGTH);
        int priority =
                wire.getPriorityPlusOne() == 0
                        ? Options.DEFAULT.priority()
                        : wire.getPriorityPlusOne() - 1;
        long checkpoints = wire.getCheckpointNanos();
        if (checkpoints != 0 && checkpoints < Options.MIN_CHECKPOINT_NANOS) {
            throw new WireException(field + ".checkpoint_nanos", checkpoints + " occurs too often");
        }
        try {
            return new TaskKind(
                    new JobId(wire.getJob()),
                    name,
                    bundle,
                    new Options(
                            priority,
                            wire.getRetries(),
                            wire.getTimeoutNanos(),
                            durability(wire),
                            wire.getTotalWeight(),
                            wire.getAcceptLate(),
                            resources(wire),
                            node(field, wire),
                            checkpoints,
                            RetryRulesMapper.toModel(wire),
                            wire.getDeadlineNanos()));
        } catch (IllegalArgumentException e) {
            throw new WireException(field, String.valueOf(e.getMessage()));
        }
    }

    private static @Nullable NodeId node(String field, org.evenkeel.wire.proto.TaskKind wire)
            throws WireException {
        return wire.getNode().isEmpty() ? null : WireBounds.node(field + ".node", wire.getNode());
    }

    private static Resources resources(org.evenkeel.wire.proto.TaskKind wire) {
        if (!wire.hasResources()) {
            return Resources.NONE;
        }
        return ResourceMapper.toModel(wire.getResources());
    }

    private static Durability durability(org.evenkeel.wire.proto.TaskKind wire) {
        if (wire.getReplicated()) {
            return Durability.REPLICATED;
        }
        return wire.getOnDisk() ? Durability.DISK : Durability.MEMORY;
    }

    private static org.evenkeel.wire.proto.TaskKind toWire(TaskKind kind) {
        Options options = kind.options();
        org.evenkeel.wire.proto.TaskKind.Builder wire =
                org.evenkeel.wire.proto.TaskKind.newBuilder()
                        .setJob(kind.job().value())
                        .setName(kind.name())
                        .setRetries(options.retries())
                        .setTimeoutNanos(options.timeoutNanos())
                        .setOnDisk(options.durability() == Durability.DISK)
                        .setReplicated(options.durability() == Durability.REPLICATED)
                        .setTotalWeight(options.totalWeight())
                        .setAcceptLate(options.acceptStaleResults())
                        .setCheckpointNanos(options.checkpointNanos())
                        .setDeadlineNanos(options.deadlineNanos());
        if (options.priority() != Options.DEFAULT.priority()) {
            wire.setPriorityPlusOne(options.priority() + 1);
        }
        if (!options.resources().isNone()) {
            wire.setResources(ResourceMapper.toWire(options.resources()));
        }
        NodeId node = options.node();
        if (node != null) {
            wire.setNode(node.name());
        }
        RetryRules retryRules = options.retryRules();
        if (!retryRules.isAtOnce()) {
            wire.setRetryRules(RetryRulesMapper.toWire(retryRules));
        }
        if (!kind.bundle().isNone()) {
            wire.setBundle(ByteString.copyFrom(kind.bundle().toBytes()));
        }
        return wire.build();
    }
}
