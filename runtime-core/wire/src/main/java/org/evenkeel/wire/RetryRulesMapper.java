package org.evenkeel.wire;

import java.util.List;
import org.evenkeel.model.RetryRules;
import org.evenkeel.wire.proto.TaskKind;

/** When tasks are run again, in both spellings. */
public final class RetryRulesMapper {
    /**
     * Reads the rules of a kind.
     *
     * @throws IllegalArgumentException if they break a bound
     */
    public static RetryRules toModel(TaskKind kind) {
        if (!kind.hasRetryRules()) {
            return RetryRules.AT_ONCE;
        }
        org.evenkeel.wire.proto.RetryRules rules = kind.getRetryRules();
        return new RetryRules(
                rules.getFirstNanos(),
                rules.getFactor(),
                rules.getLongestNanos(),
                List.copyOf(rules.getOnlyList()),
                List.copyOf(rules.getNeverList()));
    }

    /** Writes rules. */
    public static org.evenkeel.wire.proto.RetryRules toWire(RetryRules rules) {
        return org.evenkeel.wire.proto.RetryRules.newBuilder()
                .setFirstNanos(rules.firstNanos())
                .setFactor(rules.factor())
                .setLongestNanos(rules.longestNanos())
                .addAllOnly(rules.only())
                .addAllNever(rules.never())
                .build();
    }
}
