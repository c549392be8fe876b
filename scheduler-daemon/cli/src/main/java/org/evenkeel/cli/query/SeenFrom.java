package org.evenkeel.cli.query;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.kernel.WaitReason;
import org.evenkeel.wire.proto.ExplainAnswer.Reason;
import org.jspecify.annotations.Nullable;

/** What the node that has a task, or its owner, adds to what the others say of themselves. */
final class SeenFrom {

    private final NowLine source;
    private final @Nullable Reason kept;
    private final Set<String> linked;

    /** By node, why the task is not there, should that one have room. */
    private final Map<String, Reason> elsewhere = new HashMap<>();

    SeenFrom(NowLine source) {
        this.source = source;
        this.kept = kept(source);
        this.linked = new HashSet<>(source.now().getLinkedList());
        source.now().getElsewhereList().forEach(each -> elsewhere.put(each.getOther(), each));
    }

    private static @Nullable Reason kept(NowLine source) {
        return source.now().getReasonsList().stream()
                .filter(each -> source.isAway() || WaitReason.keepsFromOthers(each.getCode()))
                .findFirst()
                .orElse(null);
    }

    /** The line of a node with what is in the way; that of the source itself as it is. */
    NowLine line(NowLine line) {
        boolean isOwner = line.isAway() && !source.isAway();
        if (line.isKnown() && !isOwner) {
            return line;
        }
        Reason added = added(line);
        if (added == null) {
            return line;
        }
        int first = isOwner ? 1 : 0; // where the task is stands there
        List<Reason> own = line.now().getReasonsList();
        return new NowLine(
                line.node(),
                line.now().toBuilder()
                        .clearReasons()
                        .addAllReasons(own.subList(0, Math.min(first, own.size())))
                        .addReasons(added.toBuilder().setOther(source.node()))
                        .addAllReasons(own.subList(Math.min(first, own.size()), own.size()))
                        .build());
    }

    private @Nullable Reason added(NowLine line) {
        if (kept != null) {
            boolean saysWhere = line.isAway() || source.isAway();
            String prefix = saysWhere ? "at " + source.node() : source.node() + " has it";
            return kept.toBuilder().setWords(prefix + ": " + kept.getWords()).build();
        }
        if (!linked.contains(line.node())) {
            return Reason.newBuilder()
                    .setCode(WaitReason.NOT_LINKED.name())
                    .setWords("it cannot be handed here from " + source.node())
                    .build();
        }
        return hasRoom(line) ? elsewhere.get(line.node()) : null;
    }

    private static boolean hasRoom(NowLine line) {
        return line.now().getReasonsList().stream()
                .anyMatch(each -> each.getCode().equals(WaitReason.HAS_ROOM.name()));
    }
}
