package org.evenkeel.kernel.policy.registry;

import java.util.List;
import org.evenkeel.kernel.policy.baseline.NoBalancing;
import org.evenkeel.kernel.policy.baseline.RandomPlacement;
import org.evenkeel.kernel.policy.baseline.RoundRobin;

/** Policies that know nothing of any load. */
final class BaselinePolicies {

    static final List<KnownPolicy> ALL =
            List.of(
                    KnownPolicy.plain(
                            "random",
                            "a new task goes to a random neighbour or stays",
                            RandomPlacement::new),
                    KnownPolicy.plain(
                            "round-robin",
                            "new tasks go to this node and its neighbours in turn",
                            RoundRobin::new),
                    KnownPolicy.plain(
                            "none",
                            "every task runs where it was submitted",
                            seed -> new NoBalancing()));
}
