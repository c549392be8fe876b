package org.evenkeel.examples.options;

import java.util.SplittableRandom;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** The task: prices both options by some paths, from a seed of its own. */
public record BatchTask(CallOption option, long seed, int paths) implements Task<BatchTask.Prices> {

    /** Prices from the paths of one batch, or of several together. */
    public record Prices(Estimate european, Estimate asian) {
        static final Prices NONE = new Prices(Estimate.NONE, Estimate.NONE);

        Prices plus(Prices other) {
            return new Prices(european.plus(other.european), asian.plus(other.asian));
        }
    }

    @Override
    public Prices run(TaskContext context) {
        SplittableRandom random = new SplittableRandom(seed);
        Prices prices = Prices.NONE;
        for (int path = 0; path < paths; path++) {
            CallOption.Payoffs payoffs = option.simulate(random);
            prices =
                    new Prices(
                            prices.european.plus(payoffs.european()),
                            prices.asian.plus(payoffs.asian()));
        }
        return prices;
    }
}
