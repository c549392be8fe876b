package org.evenkeel.kernel.policy.registry;

import java.util.List;
import java.util.function.LongFunction;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.neighbour.Fit;
import org.evenkeel.kernel.policy.neighbour.Hybrid;
import org.evenkeel.kernel.policy.neighbour.Hybrid1997;
import org.evenkeel.kernel.policy.neighbour.LoadAnnouncementRule;
import org.evenkeel.kernel.policy.neighbour.ReceiverInitiated;
import org.evenkeel.kernel.policy.neighbour.RequestPause;
import org.evenkeel.kernel.policy.neighbour.SenderInitiated;

/** The three strategies of "A universal model of distributed dynamic load balancing". */
final class PaperPolicies {

    private static final String PLACEMENT = "placement";
    private static final String FIT = "fit";
    private static final String ANNOUNCE = "announce";
    private static final String RELAY = "relay";
    private static final String HOP_LIMIT = "hop-limit";
    private static final String LAMBDA = "lambda";
    private static final String GAP = "gap";
    private static final int MOST_HOPS = 1_000;

    static final List<KnownPolicy> ALL =
            List.of(
                    KnownPolicy.of(
                            "auto",
                            "placement=paper|local-first,fit=first|best|rotating,"
                                    + "announce=lazy|eager,relay=on|off,hop-limit=off|N,"
                                    + "gap=50ms",
                            "hybrid; and where nothing waits, idle workers get tasks that run "
                                    + "on slower nodes",
                            options -> hybrid(options, Hybrid.Options.AUTO)),
                    KnownPolicy.of(
                            "hybrid",
                            "placement=paper|local-first,fit=first|best|rotating,"
                                    + "announce=lazy|eager,relay=off|on,hop-limit=off|N",
                            "full nodes push tasks, idle nodes announce it and receive tasks",
                            options -> hybrid(options, Hybrid.Options.DEFAULT)),
                    KnownPolicy.plain(
                            "hybrid-1997",
                            "the handlers as printed in the 1997 paper, for experiments",
                            seed -> new Hybrid1997()),
                    KnownPolicy.of(
                            "sender-initiated",
                            "fit=first|best|rotating",
                            "full nodes push new tasks; waiting tasks stay",
                            options -> {
                                Fit fit = options.choose(FIT, Fit.values(), Fit::spelling);
                                return seed -> new SenderInitiated(fit);
                            }),
                    KnownPolicy.of(
                            "receiver-initiated",
                            "lambda=adaptive|100ms",
                            "idle nodes ask their neighbours one by one",
                            options -> {
                                RequestPause lambda =
                                        options.time(
                                                LAMBDA, RequestPause.ADAPTIVE, RequestPause::fixed);
                                return seed -> new ReceiverInitiated(lambda);
                            }));

    private static LongFunction<Policy> hybrid(PolicyOptions options, Hybrid.Options usual) {
        Hybrid.Relay[] relays =
                usual.relay() == Hybrid.Relay.ON
                        ? new Hybrid.Relay[] {Hybrid.Relay.ON, Hybrid.Relay.OFF}
                        : Hybrid.Relay.values();
        Hybrid.Options chosen =
                new Hybrid.Options(
                        options.choose(
                                PLACEMENT, Hybrid.Placement.values(), Hybrid.Placement::spelling),
                        options.choose(FIT, Fit.values(), Fit::spelling),
                        options.choose(
                                ANNOUNCE,
                                LoadAnnouncementRule.values(),
                                LoadAnnouncementRule::spelling),
                        options.choose(RELAY, relays, Hybrid.Relay::spelling),
                        options.numberOrOff(HOP_LIMIT, 1, MOST_HOPS, Hybrid.Options.NO_LIMIT),
                        usual.callGapNanos() == Hybrid.Options.NO_CALLS
                                ? Hybrid.Options.NO_CALLS
                                : options.time(
                                                GAP,
                                                RequestPause.fixed(usual.callGapNanos()),
                                                RequestPause::fixed)
                                        .shortestNanos());
        return seed -> new Hybrid(chosen);
    }
}
