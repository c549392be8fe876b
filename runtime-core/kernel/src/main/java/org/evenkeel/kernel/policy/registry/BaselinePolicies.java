package org.evenkeel.kernel.policy.registry;

import java.util.List;
import org.evenkeel.kernel.policy.baseline.None;
import org.evenkeel.kernel.policy.baseline.RandomPlacement;
import org.evenkeel.kernel.policy.baseline.RoundRobin;

/** Policies that know nothing of any load. */
final class BaselinePolicies {

    static final List<KnownPolicy> ALL =
            List.of(
                    KnownPolicy.plain(
                            "random",
                            "a new task goes to any neighbour or stays, all equally likely",
                            RandomPlacement::new),
                    KnownPolicy.plain(
                            "round-robin",
                            "new tasks go to this node and its neighbours in turn",
                            RoundRobin::new),
                    KnownPolicy.plain(
                            "none", "every task runs where it was submitted", seed -> new None()));

    private BaselinePolicies() {}
}
