package org.evenkeel.kernel.policy.registry;

import java.util.List;
import java.util.function.LongFunction;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.neighbour.Acwn;
import org.evenkeel.kernel.policy.neighbour.FewestTasks;
import org.evenkeel.kernel.policy.neighbour.Gradient;
import org.evenkeel.kernel.policy.neighbour.OnlyIdle;
import org.evenkeel.kernel.policy.neighbour.PowerOfTwo;
import org.evenkeel.kernel.policy.neighbour.ReceiverDiffusion;
import org.evenkeel.kernel.policy.neighbour.RequestPause;
import org.evenkeel.kernel.policy.neighbour.SenderDiffusion;
import org.evenkeel.kernel.policy.neighbour.WorkStealing;

/** Well-known policies of the literature, to measure the others by. */
final class ReferencePolicies {

    private static final String CHOICES = "choices";
    private static final String TELL = "tell";
    private static final String TAKE = "take";
    private static final String LAMBDA = "lambda";
    private static final String LOW = "low";
    private static final String HIGH = "high";
    private static final String MIN = "min";
    private static final String MAX = "max";
    private static final String SATURATION = "saturation";
    private static final String CHANGE = "change";
    private static final int MOST_CHOICES = 64;
    private static final int MOST_HOPS = 1_000;
    private static final int MOST_TASKS = 1_000;

    static final List<KnownPolicy> ALL =
            List.of(
                    KnownPolicy.of(
                            "power-of-two",
                            "choices=2,tell=1",
                            "a new task goes to the less loaded of two random nodes",
                            ReferencePolicies::powerOfTwo),
                    KnownPolicy.of(
                            "work-stealing",
                            "take=one|half,lambda=adaptive|100ms",
                            "an idle node steals from random neighbours",
                            ReferencePolicies::workStealing),
                    KnownPolicy.of(
                            "gradient",
                            "low=1.0,high=1.0,max=8",
                            "tasks move step by step toward the nearest lightly loaded node",
                            ReferencePolicies::gradient),
                    KnownPolicy.of(
                            "acwn",
                            "min=0,max=8,saturation=24.0,tell=1",
                            "a new task moves on while a neighbour is less loaded",
                            ReferencePolicies::acwn),
                    KnownPolicy.of(
                            "rid",
                            "low=2.0,change=0.5",
                            "a lightly loaded node requests tasks from neighbours above the average",
                            ReferencePolicies::receiverDiffusion),
                    KnownPolicy.of(
                            "sid",
                            "high=1.0,change=0.0",
                            "a heavily loaded node sends tasks to neighbours below the average",
                            ReferencePolicies::senderDiffusion),
                    KnownPolicy.plain(
                            "pvm-round-robin",
                            "a new task goes to the node with the fewest tasks and stays there",
                            seed -> new FewestTasks()),
                    KnownPolicy.plain(
                            "glunix",
                            "a job goes to idle workers, one task each, or is rejected",
                            seed -> new OnlyIdle()));

    private static LongFunction<Policy> powerOfTwo(PolicyOptions options) {
        PowerOfTwo.Options usual = PowerOfTwo.Options.DEFAULT;
        PowerOfTwo.Options chosen =
                new PowerOfTwo.Options(
                        options.number(CHOICES, usual.choices(), 1, MOST_CHOICES),
                        options.number(TELL, usual.tell(), 1, MOST_TASKS));
        return seed -> new PowerOfTwo(chosen, seed);
    }

    private static LongFunction<Policy> workStealing(PolicyOptions options) {
        WorkStealing.Take take =
                options.choose(TAKE, WorkStealing.Take.values(), WorkStealing.Take::spelling);
        RequestPause lambda = options.time(LAMBDA, RequestPause.ADAPTIVE, RequestPause::fixed);
        return seed -> new WorkStealing(take, lambda, seed);
    }

    private static LongFunction<Policy> gradient(PolicyOptions options) {
        Gradient.Options usual = Gradient.Options.DEFAULT;
        Gradient.Options chosen =
                new Gradient.Options(
                        options.decimal(LOW, usual.low(), 0, MOST_TASKS),
                        options.decimal(HIGH, usual.high(), 0, MOST_TASKS),
                        options.number(MAX, usual.max(), 1, MOST_HOPS));
        return seed -> new Gradient(chosen);
    }

    private static LongFunction<Policy> acwn(PolicyOptions options) {
        Acwn.Options usual = Acwn.Options.DEFAULT;
        Acwn.Options chosen =
                new Acwn.Options(
                        options.number(MIN, usual.min(), 0, MOST_HOPS),
                        options.number(MAX, usual.max(), 0, MOST_HOPS),
                        options.decimal(SATURATION, usual.saturation(), 0, MOST_TASKS),
                        options.number(TELL, usual.tell(), 1, MOST_TASKS));
        return seed -> new Acwn(chosen);
    }

    private static LongFunction<Policy> receiverDiffusion(PolicyOptions options) {
        ReceiverDiffusion.Options usual = ReceiverDiffusion.Options.DEFAULT;
        ReceiverDiffusion.Options chosen =
                new ReceiverDiffusion.Options(
                        options.decimal(LOW, usual.low(), 0, MOST_TASKS),
                        options.decimal(CHANGE, usual.change(), 0, 1));
        return seed -> new ReceiverDiffusion(chosen);
    }

    private static LongFunction<Policy> senderDiffusion(PolicyOptions options) {
        SenderDiffusion.Options usual = SenderDiffusion.Options.DEFAULT;
        SenderDiffusion.Options chosen =
                new SenderDiffusion.Options(
                        options.decimal(HIGH, usual.high(), 0, MOST_TASKS),
                        options.decimal(CHANGE, usual.change(), 0, 1));
        return seed -> new SenderDiffusion(chosen);
    }
}
