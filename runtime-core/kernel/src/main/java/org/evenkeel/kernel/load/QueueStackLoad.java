package org.evenkeel.kernel.load;

import org.evenkeel.model.LoadState;

/**
 * The queue-stack load ("A universal model of distributed dynamic load balancing"): Y is the weight
 * waiting here, m the weight of the whole job and n the number of nodes. HIGH when Y &ge; alpha
 * m/n; below that LOW or MODERATE, by the rule.
 *
 * <p>m comes from the tasks that wait here. Where it is unknown, any waiting task makes the node
 * HIGH and none makes it MODERATE, so the model degrades to the worker-busy one. A node without
 * workers is HIGH.
 *
 * @param alpha how far above the mean a queue may grow, greater than 1; 2 in the paper
 * @param rule what LOW means
 */
public record QueueStackLoad(double alpha, Rule rule) implements LoadModel {

    /** The paper's alpha. */
    public static final double DEFAULT_ALPHA = 2;

    /** What LOW means. */
    public enum Rule {
        /** A worker is idle. */
        LOW_IF_WORKER_IDLE("queue-stack"),
        /** As printed: nothing waits. Two busy nodes can throw one task to and fro. */
        LOW_IF_QUEUE_EMPTY("queue-stack-1997");

        private final String spelling;

        Rule(String spelling) {
            this.spelling = spelling;
        }
    }

    public QueueStackLoad {
        if (!(alpha > 1) || Double.isInfinite(alpha)) {
            throw new IllegalArgumentException(
                    rule.spelling + ": alpha must be greater than 1, not " + alpha);
        }
    }

    @Override
    public LoadState stateOf(LoadSample sample) {
        if (sample.workers() == 0) {
            return LoadState.HIGH;
        }
        boolean low =
                switch (rule) {
                    case LOW_IF_WORKER_IDLE -> sample.busy() < sample.workers();
                    case LOW_IF_QUEUE_EMPTY -> sample.waitingWeight() == 0;
                };
        if (low) {
            return LoadState.LOW;
        }
        return sample.waitingWeight() > 0 && isAboveShare(sample)
                ? LoadState.HIGH
                : LoadState.MODERATE;
    }

    private boolean isAboveShare(LoadSample sample) {
        return (double) sample.waitingWeight() * sample.nodes() >= alpha * sample.totalWeight();
    }

    @Override
    public String name() {
        String number = alpha == Math.rint(alpha) ? Long.toString((long) alpha) : "" + alpha;
        return rule.spelling + "(alpha=" + number + ")";
    }

    @Override
    public boolean isQueueStack() {
        return true;
    }
}
