package org.evenkeel.policy;

import java.util.List;
import org.evenkeel.policy.baseline.None;

/** Policies that know nothing of any load: yardsticks. */
final class BaselinePolicies {

    static final List<KnownPolicy> ALL =
            List.of(
                    KnownPolicy.plain(
                            "none", "every task runs where it was submitted", seed -> new None()));

    private BaselinePolicies() {}
}
