package org.evenkeel.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.evenkeel.kernel.phases.PhaseReport;
import org.evenkeel.kernel.policy.PhaseOptions;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.Durability;
import org.evenkeel.model.TaskId;
import org.evenkeel.simulator.check.Check;
import org.evenkeel.simulator.check.Checks;
import org.evenkeel.simulator.check.QuotaRules;
import org.evenkeel.simulator.check.Rules;
import org.evenkeel.simulator.check.Violation;
import org.evenkeel.simulator.fault.Fault;
import org.evenkeel.simulator.work.SimWork;
import org.evenkeel.simulator.work.Workload;
import org.jspecify.annotations.Nullable;

/**
 * One run of a whole cluster of unchanged {@link org.evenkeel.kernel.NodeCore}s under virtual time.
 *
 * <p>First the safety phase, in which things go wrong; then everything is mended, and everything
 * that is open must end within a bound. Equal specs give equal runs, down to the trace hash. One
 * thread.
 */
public final class Simulation {

    private static final int WARM_UP_LATENCIES = 10;

    /** Silence, confirmed, and the time for which tasks wait for an owner, in owner's leases. */
    private static final int LEASES_FOR_LOST_OWNERS = 30;

    /** All that only messages and leases can end has ended by then, in owner's leases. */
    private static final int LEASES_UNTIL_DONE = 20;

    private static final long TOLD_EVERY = 1 << 16;

    /** A checked simulation is small; one that does not end is a finding. */
    private static final long MAX_EVENTS = 300_000;

    private final SimSpec spec;
    private final SimCluster simCluster;
    private final Workload.Source source;
    private LongConsumer progress = events -> {};
    private SimObserver observer = SimObserver.NONE;
    private boolean submittedAll;
    private long startNanos;

    public Simulation(SimSpec spec) {
        SplittableRandom random = new SplittableRandom(spec.seed());
        this.spec = spec;
        this.source = spec.workload().open(random.split(), spec.cluster());
        this.simCluster = new SimCluster(spec, random);
    }

    /** Is told now and then how many tasks have ended. */
    public Simulation tellingProgress(LongConsumer listener) {
        progress = listener;
        return this;
    }

    /** Is told when tasks ran and ended, and may submit more. */
    public Simulation observedBy(SimObserver one) {
        observer = one;
        return this;
    }

    /**
     * Runs to the end.
     *
     * @throws Violation when a rule does not hold, or tasks do not end; {@link #story} tells more
     */
    public SimReport run() {
        if (spec.checked()) {
            simCluster.checkWith(checks());
        }
        simCluster.start();
        pass(WARM_UP_LATENCIES * Math.max(1, spec.network().latency().meanNanos()));
        startNanos = simCluster.now();
        simCluster.meter().begin(startNanos);
        simCluster.observerCalls().begin(observer);
        submitNext();
        simCluster.faults().begin(spec.faults());
        runUntilDone();
        SimReport report = report();
        if (spec.checked()) {
            passRest();
            simCluster.checks().atEnd(simCluster);
        }
        return report;
    }

    private Checks checks() {
        String policy = spec.cluster().policy();
        Rules rules =
                new Rules(
                        (policy.startsWith("hybrid") || policy.startsWith("auto"))
                                && !policy.startsWith("hybrid-1997")
                                && !policy.contains("hop-limit="),
                        spec.cluster().loadModel().startsWith("queue-stack"),
                        spec.durability() != Durability.MEMORY,
                        spec.durability() == Durability.REPLICATED,
                        spec.faults().faults().stream().anyMatch(Simulation::isolates),
                        spec.cluster().limits(),
                        spec.cluster().leases().holderNanos() / 4,
                        LEASES_UNTIL_DONE * spec.cluster().leases().ownerNanos());
        List<Check> all = new ArrayList<>(rules.of(simCluster, simCluster).all());
        all.add(new LinkRules(simCluster));
        all.add(new OutcomeRules(simCluster, spec.faults(), spec.retries(), spec.deadlineNanos()));
        if (spec.processors() > 0) {
            all.add(
                    new QuotaRules(
                            spec.processors(),
                            spec.cluster().loadModel().startsWith("queue-stack"),
                            handsEverythingOn(policy)));
        }
        if (!spec.hours().ofNodes().isEmpty()) {
            all.add(new AvailabilityRules(simCluster, spec.hours()));
        }
        return new Checks(all);
    }

    private static boolean handsEverythingOn(String name) {
        Policy policy = Policies.parse(name).create(0);
        PhaseOptions phases = policy.phases();
        return policy.handsOn()
                && policy.hopLimit() == Integer.MAX_VALUE
                && (phases == null || !phases.published());
    }

    /** Whether a living node can be taken for dead because of it. */
    private static boolean isolates(Fault fault) {
        return fault instanceof Fault.Cut
                || fault instanceof Fault.Partition
                || fault instanceof Fault.Pause;
    }

    private void submitNext() {
        Workload.Arrival next = source.next();
        if (next == null) {
            submittedAll = true;
            return;
        }
        simCluster
                .eventQueue()
                .at(
                        startNanos + next.atNanos(),
                        () -> {
                            simCluster.submit(next.node(), together(next), next.here());
                            submitNext();
                        });
    }

    /** All that is submitted with the first. */
    private List<SimWork> together(Workload.Arrival first) {
        if (!spec.workload().isOneSubmission()) {
            return List.of(first.work());
        }
        List<SimWork> all = new ArrayList<>();
        for (Workload.Arrival one = first; one != null; one = source.next()) {
            all.add(one.work());
        }
        return all;
    }

    private boolean isOpen() {
        return !submittedAll || simCluster.openTasks() > 0 || !simCluster.faults().isHealed();
    }

    private void runUntilDone() {
        long limit = Long.MAX_VALUE;
        long bounded = -1;
        long steps = 0;
        while (isOpen()) {
            boolean isToEnd = submittedAll && simCluster.faults().isHealed();
            if (isToEnd && bounded != simCluster.submitted()) { // an observer may submit more
                bounded = simCluster.submitted();
                limit = Math.max(simCluster.now(), spec.hours().lastOpeningNanos()) + boundNanos();
            }
            if (!simCluster.eventQueue().step(limit)) {
                throw new Violation(
                        "L1",
                        simCluster.anyOpen(),
                        "%s tasks are open %s s after the last submission, with all faults repaired"
                                .formatted(simCluster.openTasks(), boundNanos() / 1e9));
            }
            if (spec.checked() && simCluster.events() > MAX_EVENTS) {
                throw new Violation(
                        "L1", simCluster.anyOpen(), "no end after " + MAX_EVENTS + " events");
            }
            if (++steps % TOLD_EVERY == 0) {
                progress.accept(simCluster.meter().completed());
            }
        }
        simCluster.meter().passTo(simCluster.now());
    }

    /** How deep tasks whose retries are delayed may wait for each other; more than they do. */
    private static final int DELAYS_IN_A_ROW = 8;

    /** Long enough for leases to end a few times and one worker to do all the work. */
    private long boundNanos() {
        double slowest = Double.MAX_VALUE;
        for (double speed : spec.cluster().speeds()) {
            slowest = Math.min(slowest, speed);
        }
        double bound =
                (double) LEASES_UNTIL_DONE * spec.cluster().leases().ownerNanos()
                        + 3 * simCluster.workNanos() / slowest
                        + (double) DELAYS_IN_A_ROW * spec.retries() * spec.longestRetryNanos();
        return (long) Math.min(bound, Long.MAX_VALUE / 4.0);
    }

    private void pass(long nanos) {
        long end = simCluster.now() + nanos;
        simCluster.eventQueue().at(end, () -> {});
        boolean more = true;
        while (more && simCluster.now() < end) {
            more = simCluster.eventQueue().step(end);
        }
    }

    /**
     * Whatever clients that died have left behind runs to its end, too, and what is kept for an
     * owner that is lost for good is dropped.
     */
    private void passRest() {
        long lease = spec.cluster().leases().ownerNanos();
        pass(8 * lease);
        if (simCluster.faults().isAnyLostForGood()) {
            pass(LEASES_FOR_LOST_OWNERS * lease);
        }
        long end = simCluster.now() + boundNanos();
        while (simCluster.now() < end && isAnythingOwned()) {
            pass(lease);
        }
        pass(lease); // what was said last arrives
    }

    private boolean isAnythingOwned() {
        return Stream.of(simCluster.all())
                .anyMatch(node -> node.isAlive() && node.books().owned() > 0);
    }

    private SimReport report() {
        var meter = simCluster.meter();
        return new SimReport(
                spec.cluster().policy(),
                spec.seed(),
                simCluster.submitted(),
                simCluster.tasks(),
                meter.executions(),
                meter.interruptions(),
                simCluster.resubmitted(),
                meter.responses(),
                (simCluster.lastCompletedNanos() - startNanos) / 1e9,
                simCluster.workNanos() / 1e9,
                meter.messages(),
                meter.meanHops(),
                meter.maxHops(),
                meter.idleBesideBacklogSeconds(),
                meter.idleBesideBacklogShare(),
                fairness(),
                simCluster.events(),
                simCluster.hash().value());
    }

    /** Jain's index of busy time per capacity. */
    private double fairness() {
        double sum = 0;
        double squares = 0;
        int running = 0;
        for (SimNode node : simCluster.all()) {
            if (spec.cluster().workers(node.index) == 0) {
                continue; // it may be master
            }
            running++;
            double share = node.busyNanos() / spec.cluster().capacity(node.index);
            sum += share;
            squares += share * share;
        }
        return squares == 0 ? 1 : sum * sum / (running * squares);
    }

    /** When the workload began. */
    long startNanos() {
        return startNanos;
    }

    /** The last scheduling phases of all masters' present lives, each master's oldest first. */
    public List<PhaseReport> phases() {
        List<PhaseReport> all = new ArrayList<>();
        for (SimNode node : simCluster.all()) {
            all.addAll(node.core().phases());
        }
        return all;
    }

    /** What masters of scheduling phases have said and heard so far. */
    public PhaseTraffic phaseTraffic() {
        return simCluster.phaseTraffic();
    }

    /** Events that nodes have handled so far. */
    public long events() {
        return simCluster.events();
    }

    /** Where this run went wrong: the story of a task on all nodes, in the order of time. */
    public List<String> story(@Nullable TaskId task) {
        return task == null ? new ArrayList<>() : TaskTrace.of(task, simCluster.all());
    }
}
