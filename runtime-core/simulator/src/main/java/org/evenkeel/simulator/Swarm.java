package org.evenkeel.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.evenkeel.kernel.CloseMode;
import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.kernel.Notice;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.Durability;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.simulator.check.Violation;
import org.evenkeel.simulator.fault.Fault;
import org.evenkeel.simulator.fault.FaultMix;
import org.evenkeel.simulator.fault.FaultPlan;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.MessagingWorkload;
import org.evenkeel.simulator.work.Trees;
import org.jspecify.annotations.Nullable;

/**
 * Small clusters drawn at random, each with another policy, network, workload and plan of faults:
 * what a seed leaves out is as important as what it has in.
 */
public final class Swarm {
    private static final long MILLI = 1_000_000L;

    /** So many clusters have one whose neighbours change. */
    private static final int OPEN_ONE_IN = 4;

    /** In so many clusters all nodes leave at once. */
    private static final int TOGETHER_ONE_IN = 5;

    /** Clusters where tasks that failed are run again later. */
    private static final int DELAYED_ONE_IN = 3;

    /** Clusters where tasks have deadlines. */
    private static final int DEADLINES_ONE_IN = 6;

    /** So many clusters have one with a master of scheduling phases. */
    private static final int PHASES_ONE_IN = 5;

    /** With fewer nodes there may be none left to run tasks. */
    private static final int LEAST_WITH_MASTER = 2;

    private static final List<String> SHAPES =
            List.of("mesh", "torus", "ring", "star", "complete", "complete", "mesh(1x9)");
    private static final List<String> POLICIES =
            List.of(
                    "hybrid",
                    "hybrid(relay=on)",
                    "auto(gap=2ms)",
                    "hybrid(placement=local-first,fit=best)",
                    "hybrid(fit=rotating,announce=eager)",
                    "hybrid-1997",
                    "sender-initiated",
                    "hybrid(relay=on,hop-limit=4)",
                    "receiver-initiated(lambda=5ms)",
                    "none",
                    "random",
                    "round-robin",
                    "power-of-two",
                    "work-stealing(take=half)",
                    "gradient",
                    "acwn",
                    "rid",
                    "sid");

    /** The cluster of a seed. */
    public static SimSpec draw(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ClusterSpec cluster = cluster(random);
        Trees trees =
                new Trees(
                        20 + random.nextInt(100),
                        random.nextInt(3) * (20 * MILLI),
                        random.nextBoolean() ? MILLI : 50_000,
                        random.nextInt(4),
                        random.nextBoolean(),
                        1 + random.nextInt(3));
        FaultMix mix =
                FaultMix.swarm(random, 60 * MILLI, random.nextBoolean() ? 60 * MILLI : 900 * MILLI);
        FaultPlan faults = mix.draw(random, cluster.nodes());
        SplittableRandom apart = new SplittableRandom(~seed); // leaves alone what is drawn below
        if (apart.nextInt(OPEN_ONE_IN) == 0) {
            faults = faults.and(mix.ofOpenCluster(apart).draw(apart, cluster.nodes()));
        }
        if (cluster.nodes() > LEAST_WITH_MASTER && apart.nextInt(PHASES_ONE_IN) == 0) {
            cluster = withMaster(apart, cluster);
        }
        return new SimSpec(
                        cluster,
                        network(random).withFetch(fetch(apart)),
                        trees,
                        faults.and(together(seed, faults)),
                        1 + random.nextInt(3),
                        durability(random, cluster.nodes()),
                        random.nextInt(3),
                        true,
                        random.nextLong())
                .withRetryDelay(retryDelay(seed))
                .withDeadline(deadline(seed));
    }

    /** Now and then tasks have deadlines, of which some or most are exceeded. */
    private static long deadline(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0xdead11e);
        return random.nextInt(DEADLINES_ONE_IN) > 0
                ? 0
                : MILLI + random.nextLong((random.nextBoolean() ? 50 : 1_000) * MILLI);
    }

    /** Now and then tasks that failed are run again later, some after their owner's lease. */
    private static long retryDelay(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x7e7421);
        return random.nextInt(DELAYED_ONE_IN) > 0
                ? 0
                : 1 + random.nextLong((random.nextBoolean() ? 20 : 500) * MILLI);
    }

    /** Now and then all nodes leave at once. */
    private static FaultPlan together(long seed, FaultPlan faults) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x1eaea11);
        if (faults.isEmpty() || random.nextInt(TOGETHER_ONE_IN) > 0) {
            return FaultPlan.NONE;
        }
        long at = random.nextLong(1 + faults.healNanos() / 2);
        Fault all =
                new Fault.LeaveAll(
                        at,
                        1 + random.nextLong(20 * MILLI),
                        MILLI + random.nextLong(1 + faults.healNanos() / 2),
                        random.nextInt(100));
        return new FaultPlan(List.of(all), faults.healNanos());
    }

    /** The same machines, where one or two may be master of scheduling phases. */
    private static ClusterSpec withMaster(SplittableRandom random, ClusterSpec cluster) {
        String policy = random.nextInt(3) == 0 ? "nrics-1999" : "nrics";
        String eta = List.of("0", "0.25", "0.5", "1").get(random.nextInt(4));
        String gap = random.nextBoolean() ? "2ms" : "20ms";
        int masters = 1 + random.nextInt(2);
        boolean reshaped =
                random.nextInt(4) > 0 || masters > 1; // two in a row run and pass nothing
        ClusterSpec shaped =
                reshaped ? cluster.withTopology(Topologies.parse("complete")) : cluster;
        return shaped.withPolicy("%s(eta=%s,gap=%s)".formatted(policy, eta, gap))
                .withMasters(masters);
    }

    private static Durability durability(SplittableRandom random, int nodes) {
        return switch (random.nextInt(6)) {
            case 0, 1 -> Durability.DISK;
            case 2 -> nodes > 1 ? Durability.REPLICATED : Durability.DISK;
            default -> Durability.MEMORY;
        };
    }

    /**
     * One run.
     *
     * @param report what it came to, null when a rule did not hold
     * @param finding what did not hold, null when everything did
     */
    public record Run(long seed, @Nullable SimReport report, @Nullable Finding finding) {}

    /** Runs the cluster of a seed, every rule checked after every event. */
    public static Run run(long seed) {
        return run(seed, draw(seed));
    }

    /** The same cluster, where no client may use more than so many processors of a node. */
    public static Run runWithQuotas(long seed) {
        return run(seed, draw(seed).withProcessors(1 + (int) (seed % 3)));
    }

    /**
     * The same cluster with a master, where each job asks for more than half of the workers, so
     * that one after the other begins; now and then for more than there are.
     */
    public static Run runWithWidths(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x3a57e12);
        SimSpec spec = draw(seed);
        ClusterSpec cluster =
                spec.cluster().nodes() > LEAST_WITH_MASTER
                        ? withMaster(random, spec.cluster())
                        : spec.cluster();
        int workers = IntStream.range(0, cluster.nodes()).map(cluster::workers).sum();
        int width = random.nextInt(10) == 0 ? workers + 1 : workers / 2 + 1;
        return run(seed, spec.withCluster(cluster).withMinWorkers(width));
    }

    /**
     * The same faults where there is reason to move started tasks: machines of very different
     * speeds, tasks that run for long beside what moves cost, and either a master or calls from
     * neighbour to neighbour.
     */
    public static Run runWithMoves(long seed) {
        return run(seed, drawWithMoves(seed));
    }

    /** The cluster of a seed for {@link #runWithMoves}. */
    public static SimSpec drawWithMoves(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x5ca1ab1e);
        SimSpec spec = draw(seed);
        ClusterSpec some =
                spec.cluster().nodes() > LEAST_WITH_MASTER
                        ? spec.cluster()
                        : spec.cluster().withNodes(LEAST_WITH_MASTER + 1 + random.nextInt(4));
        List<Double> speeds =
                IntStream.range(0, some.nodes())
                        .mapToObj(
                                node -> random.nextBoolean() ? 1 : 0.1 + 0.4 * random.nextDouble())
                        .toList();
        ClusterSpec machines = some.withMachines(List.of(1 + random.nextInt(2)), speeds);
        ClusterSpec cluster = withMaster(random, machines);
        if (new SplittableRandom(seed ^ 0x0ca11ed).nextBoolean()) {
            cluster = machines.withPolicy("auto(gap=2ms)").withMasters(0);
        }
        Trees trees =
                new Trees(
                        5 + random.nextInt(20),
                        random.nextInt(2) * (100 * MILLI),
                        20 * MILLI,
                        random.nextInt(2),
                        random.nextBoolean(),
                        1 + random.nextInt(3));
        return spec.withCluster(cluster).withWorkload(trees);
    }

    /**
     * The same faults where tasks run for long and checkpoints are made of them meanwhile, from
     * many during a task to hardly one.
     */
    public static Run runWithCheckpoints(long seed) {
        return run(seed, drawWithCheckpoints(seed));
    }

    /** The same cluster, where tasks wait for others of their job and their slots run others. */
    public static Run runWithTalks(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x7a1c5);
        SimSpec spec = draw(seed);
        long longest = (random.nextBoolean() ? 1 : 50) * MILLI;
        return run(seed, spec.withWorkload(new MessagingWorkload(spec.workload(), longest)));
    }

    /** The cluster of a seed for {@link #runWithCheckpoints}. */
    public static SimSpec drawWithCheckpoints(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x0c4ec4b01);
        SimSpec spec = draw(seed);
        Trees trees =
                new Trees(
                        5 + random.nextInt(25),
                        random.nextInt(2) * (100 * MILLI),
                        (5 + random.nextInt(30)) * MILLI,
                        random.nextInt(2),
                        random.nextBoolean(),
                        1 + random.nextInt(3));
        long every = (1 + random.nextInt(random.nextBoolean() ? 4 : 20)) * MILLI;
        return spec.withWorkload(trees).withCheckpoints(every);
    }

    /**
     * The same cluster, where most nodes are open only now and then; once everything is mended, all
     * are. A third of the clusters plan.
     */
    public static Run runWithHours(long seed) {
        return run(seed, drawWithHours(seed));
    }

    /** The cluster of {@link #runWithHours}. */
    public static SimSpec drawWithHours(long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x0b57ac1e);
        SimSpec spec = draw(seed);
        Map<Integer, List<AvailabilitySpan>> hours = new TreeMap<>();
        for (int node = 0; node < spec.cluster().nodes(); node++) {
            if (random.nextInt(4) > 0) {
                hours.put(node, openNowAndThen(random, spec.faults().healNanos()));
            }
        }
        CloseMode closeMode =
                switch (random.nextInt(4)) {
                    case 0 -> CloseMode.FINISH;
                    case 1 -> CloseMode.RESTART;
                    default -> CloseMode.MOVE;
                };
        String planning = random.nextBoolean() ? "calendar" : "calendar(packets=rolling)";
        spec = random.nextInt(3) == 0 ? spec.withPolicy(planning) : spec;
        spec = spec.with(spec.faults().and(notices(random, spec)));
        return spec.withHours(new SimAvailability(hours, closeMode));
    }

    /** Up to five, with deadlines that may be too short, some taken back, some at one time. */
    private static FaultPlan notices(SplittableRandom random, SimSpec spec) {
        long heal = spec.faults().healNanos();
        List<Fault> notices = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0 && heal > 0; i--) {
            long within = random.nextInt(4) == 0 ? 0 : random.nextLong(20 * MILLI);
            notices.add(
                    new Fault.Noticed(
                            random.nextLong(heal),
                            random.nextInt(spec.cluster().nodes()),
                            random.nextBoolean() ? Notice.Source.PAUSE : Notice.Source.OWNER,
                            random.nextInt(3) == 0 ? random.nextLong(20 * MILLI) : 0,
                            within,
                            random.nextLong(100 * MILLI),
                            random.nextInt(3) == 0,
                            random.nextBoolean()));
        }
        return new FaultPlan(notices, heal);
    }

    private static List<AvailabilitySpan> openNowAndThen(SplittableRandom random, long untilNanos) {
        List<AvailabilitySpan> open = new ArrayList<>();
        long at = random.nextBoolean() ? 0 : random.nextLong(50 * MILLI);
        while (at < untilNanos) {
            long closes = at + MILLI + random.nextLong(100 * MILLI);
            open.add(new AvailabilitySpan(at, closes));
            at = closes + random.nextLong(60 * MILLI) + 1;
        }
        open.add(new AvailabilitySpan(at, Long.MAX_VALUE / 4));
        return open;
    }

    private static Run run(long seed, SimSpec spec) {
        Simulation simulation = new Simulation(spec);
        try {
            return new Run(seed, simulation.run(), null);
        } catch (Violation e) {
            String what = String.valueOf(e.getMessage());
            List<String> story = simulation.story(e.task());
            return new Run(
                    seed, null, new Finding(seed, SwarmForm.PLAIN, e.rule(), what, spec, story));
        } catch (RuntimeException e) {
            return new Run(
                    seed,
                    null,
                    new Finding(seed, SwarmForm.PLAIN, "threw", trace(e), spec, List.of()));
        }
    }

    private static String trace(RuntimeException e) {
        StringBuilder text = new StringBuilder(e.toString());
        for (StackTraceElement element : e.getStackTrace()) {
            if (element.getClassName().startsWith("org.evenkeel.")) {
                text.append(System.lineSeparator()).append("    at ").append(element);
            }
        }
        return text.toString();
    }

    /** The same finding with fewer faults: those are left out without which it is found as well. */
    public static Finding shrink(Finding finding) {
        Finding smallest = finding;
        for (int i = smallest.spec().faults().faults().size() - 1; i >= 0; i--) {
            SimSpec simpler = smallest.spec().with(smallest.spec().faults().without(i));
            Finding again = run(finding.seed(), simpler).finding();
            if (again != null && again.rule().equals(finding.rule())) {
                smallest = again.inForm(finding.form());
            }
        }
        return smallest;
    }

    private static ClusterSpec cluster(SplittableRandom random) {
        int nodes = 1 + random.nextInt(8);
        List<Integer> workers = new ArrayList<>();
        List<Double> speeds = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            workers.add(1 + random.nextInt(3));
            speeds.add(random.nextInt(3) == 0 ? 0.2 + 2 * random.nextDouble() : 1);
        }
        int held = random.nextInt(3) == 0 ? 2 + random.nextInt(15) : 10_000;
        return new ClusterSpec(
                POLICIES.get(random.nextInt(POLICIES.size())),
                random.nextInt(4) == 0 ? "queue-stack" : "worker-busy",
                Topologies.parse(SHAPES.get(random.nextInt(SHAPES.size()))),
                nodes,
                workers,
                speeds,
                new ClusterSpec.Leases(200 * MILLI, 300 * MILLI),
                new NodeConfig.Limits(10_000, held, 16, MILLI, 3, 50_000));
    }

    private static NetworkSpec network(SplittableRandom random) {
        long latency = 50_000 + random.nextLong(2 * MILLI);
        Distribution local =
                random.nextInt(4) == 0
                        ? new Distribution.Fixed(0)
                        : new Distribution.Uniform(1_000, 1_000 + random.nextLong(200_000));
        return new NetworkSpec(
                new Distribution.Uniform(latency / 4, latency),
                random.nextInt(3) == 0 ? 1e6 : 0,
                local,
                100 * MILLI,
                20 * MILLI,
                random.nextLong(MILLI),
                NetworkSpec.AT_ONCE);
    }

    /** At once; or longer than between two reports, or than a lease. */
    private static Distribution fetch(SplittableRandom random) {
        return random.nextBoolean()
                ? NetworkSpec.AT_ONCE
                : new Distribution.Uniform(0, random.nextBoolean() ? 100 * MILLI : 600 * MILLI);
    }
}
