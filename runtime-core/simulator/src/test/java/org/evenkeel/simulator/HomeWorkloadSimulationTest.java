package org.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.simulator.measure.Interval;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.EntryNodes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every policy has a home workload, which its page names, and is faster there than none. */
@Tag("extended")
class HomeWorkloadSimulationTest {

    private static final int SEEDS = 6;
    private static final int TASKS = 1500;
    private static final Path PAGES = Path.of("..", "..", "docs", "policies");

    /**
     * Where a policy is at home.
     *
     * @param page of docs/policies
     * @param flags of {@code evenkeel lab simulate}, as they stand in the page
     */
    record Home(String policy, String page, String flags) {}

    private static final List<Home> HOMES =
            List.of(
                    home("auto", "auto", "--topology mesh --nodes 16 --speeds 1,0.25 --load 0.5"),
                    home("hybrid", "hybrid", "--topology mesh --nodes 16 --load 0.7"),
                    home("hybrid-1997", "hybrid", "--topology mesh --nodes 16 --load 0.7"),
                    home(
                            "receiver-initiated",
                            "baselines",
                            "--topology mesh --nodes 16 --load 0.9"),
                    home(
                            "sender-initiated",
                            "baselines",
                            "--topology mesh --nodes 16 --workers 4 --load 0.7"),
                    home("none", "baselines", "--topology mesh --nodes 16 --load 0.1"),
                    home(
                            "calendar",
                            "calendar",
                            "--topology complete --nodes 16 --arrivals hot --load 0.7"),
                    home(
                            "power-of-two",
                            "power-of-two",
                            "--topology complete --nodes 16 --load 0.9"),
                    home(
                            "work-stealing",
                            "work-stealing",
                            "--topology complete --nodes 16 --load 0.9"),
                    home(
                            "gradient",
                            "gradient",
                            "--topology mesh --nodes 16 --arrivals hot --load 0.7"),
                    home(
                            "acwn",
                            "acwn",
                            "--topology mesh --nodes 16 --workers 4 --arrivals hot --load 0.7"),
                    home("rid", "rid", "--topology mesh --nodes 16 --load 0.9"),
                    home(
                            "sid",
                            "sid",
                            "--topology mesh --nodes 16 --arrivals 'bursts(size=20)' --load 0.7"),
                    home(
                            "pvm-round-robin",
                            "pvm-round-robin",
                            "--topology complete --nodes 16 --arrivals hot --load 0.7"),
                    home(
                            "glunix",
                            "glunix",
                            "--topology complete --nodes 16 --arrivals hot --load 0.3"),
                    home(
                            "random",
                            "random",
                            "--topology complete --nodes 16 --arrivals hot --load 0.7"),
                    home(
                            "round-robin",
                            "round-robin",
                            "--topology complete --nodes 16 --arrivals hot --load 0.7"));

    private static Home home(String policy, String page, String flags) {
        return new Home(policy, page, flags);
    }

    static Stream<Home> homes() {
        return HOMES.stream();
    }

    /** Those with phases need a master; theirs is docs/experiments/table1.md. */
    @Test
    void everyPolicyWithoutPhasesHasOne() {
        assertThat(HOMES.stream().map(Home::policy))
                .containsExactlyInAnyOrderElementsOf(
                        Policies.all().stream()
                                .map(Policies.Entry::name)
                                .filter(name -> Policies.parse(name).create(1).phases() == null)
                                .toList());
    }

    @ParameterizedTest
    @MethodSource("homes")
    void pageNamesIt(Home home) throws IOException {
        assertThat(Files.readAllLines(PAGES.resolve(home.page + ".md")))
                .anyMatch(line ->
                        line.startsWith("evenkeel lab simulate --policy ")
                                && List.of(line.split("[ ,]")).contains(home.policy)
                                && line.endsWith(" " + home.flags));
    }

    /** Seed by seed; only none is not faster than none. */
    @ParameterizedTest
    @MethodSource("homes")
    void policyIsFasterThanNoneThere(Home home) {
        Interval gain =
                runs(home, "none")
                        .difference(runs(home, home.policy), report -> report.responses().mean());
        assertThat(gain.sign())
                .as("%s: %s s", home.policy, gain)
                .isEqualTo(home.policy.equals("none") ? 0 : 1);
    }

    private static Summary runs(Home home, String policy) {
        Map<String, String> flags = new HashMap<>();
        String[] words = home.flags.replace("'", "").split(" ");
        for (int i = 0; i < words.length; i += 2) {
            flags.put(words[i], words[i + 1]);
        }
        ClusterSpec cluster =
                ClusterSpec.of(
                        policy,
                        Topologies.parse(flags.getOrDefault("--topology", "")),
                        Integer.parseInt(flags.getOrDefault("--nodes", "")),
                        Integer.parseInt(flags.getOrDefault("--workers", "1")));
        var work =
                new org.evenkeel.simulator.work.Stream(
                        Double.parseDouble(flags.getOrDefault("--load", "")),
                        TASKS,
                        Distribution.parse("exponential"),
                        EntryNodes.parse(flags.getOrDefault("--arrivals", "even")),
                        100);
        NetworkSpec network = NetworkSpec.of(Distribution.parse("0.02"));
        return new Summary(
                LongStream.rangeClosed(1, SEEDS)
                        .mapToObj(seed -> SimSpec.of(cluster, network, work, seed))
                        .map(spec -> new Simulation(spec).run())
                        .toList());
    }
}
