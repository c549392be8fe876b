package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Assertions;

/** Ends a run, looks at everything that is left of it, and says whether all promises were kept. */
final class Verdict {

    private static final double MOST_ECONOMY = 1.05;

    /**
     * Runs that the death of one daemon may cost however few tasks there are: of its clients'
     * windows, what has been run and not told.
     */
    private static final double RUNS_PER_DEATH = 100;

    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(60);
    private static final Duration LONGEST_LEAVING = Duration.ofSeconds(20);
    private static final double LONGEST_BACK_SECONDS =
            ChaosCluster.OWNER_LEASE.toMillis() / 1e3 + 5;
    private static final double LONGEST_BACK_OF_FEW_SECONDS = 30;
    private static final int ENOUGH_FOR_A_PERCENTILE = 100;

    private final Form form;
    private final Ledger ledger;
    private final Reports reports;
    private final List<Integer> clientExits;
    private final Executions executions;
    private final Service service;
    private final double drainSeconds;
    private final List<String> errors;
    private final List<Integer> exits;
    private final List<String> leftovers;
    private final Path runDirectory;
    private final List<Legacy.Outcome> legacies;

    /** What processes left behind when they were asked to end. */
    private record End(
            List<Integer> clientExits,
            double drainSeconds,
            List<Integer> exits,
            List<String> leftovers,
            List<Legacy.Outcome> legacies) {}

    private Verdict(
            Form form, Ledger ledger, List<ClientReport> reports, ChaosCluster cluster, End end)
            throws IOException {
        this.form = form;
        this.ledger = ledger;
        this.reports = new Reports(reports);
        this.clientExits = end.clientExits();
        this.drainSeconds = end.drainSeconds();
        this.exits = end.exits();
        this.leftovers = end.leftovers();
        this.runDirectory = cluster.root();
        this.legacies = end.legacies();
        this.executions = Executions.read(cluster.runs(), ledger.killedWorkers());
        this.service = Service.of(reports, List.of(false, true), ledger.hits());
        this.errors = Logs.errors(cluster.nodes(), ledger);
    }

    /** Stops the clients and then the daemons. */
    static Verdict of(
            ChaosCluster cluster,
            Form form,
            long seed,
            Ledger ledger,
            List<ClientProcess> clients,
            Legacies legacies)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        for (ClientProcess client : clients) {
            client.stop();
        }
        List<Integer> clientExits = new ArrayList<>();
        for (ClientProcess client : clients) {
            clientExits.add(client.await(Duration.ofMinutes(2)));
        }
        double drain = (System.nanoTime() - begin) / 1e9;
        List<Legacy.Outcome> inherited = legacies.outcomes(Duration.ofMinutes(2));
        List<ClientReport> reports = new ArrayList<>();
        for (ClientProcess client : clients) {
            reports.add(client.report());
        }
        Stories.write(cluster, reports);
        List<Integer> exits = cluster.leave(LONGEST_LEAVING);
        End end = new End(clientExits, drain, exits, leftovers(cluster), inherited);
        Verdict verdict = new Verdict(form, ledger, reports, cluster, end);
        verdict.publish(seed);
        return verdict;
    }

    private static List<String> leftovers(ChaosCluster cluster) {
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> cluster.leftovers().isEmpty());
        } catch (ConditionTimeoutException e) {
            // They are listed.
        }
        return cluster.leftovers().stream()
                .map(one -> one.pid() + " " + one.info().command().orElse("?"))
                .toList();
    }

    // ---- The table

    private long inherited() {
        return legacies.stream().mapToLong(Legacy.Outcome::inherited).sum();
    }

    private List<String> legacyProblems() {
        return legacies.stream().flatMap(one -> one.problems().stream()).toList();
    }

    private double longestWait() {
        return reports.all().stream()
                        .flatMap(report -> report.completions.stream())
                        .mapToLong(one -> one.nanos() - one.submittedNanos())
                        .max()
                        .orElse(0)
                / 1e9;
    }

    private static String seconds(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private void publish(long seed) throws IOException {
        Rows done = new Rows("Chaos, form " + form.name() + ", seed " + seed);
        done.add("seed", "seed", seed);
        ledger.sums()
                .forEach((fault, sum) -> {
                    if (fault.isOfNetwork()) {
                        return;
                    }
                    String lasted =
                            sum.seconds() > 0 ? "in all " + seconds(sum.seconds()) + " s" : "";
                    done.add(
                            fault.name().toLowerCase(Locale.ROOT),
                            fault.words(),
                            sum.count(),
                            lasted);
                });
        reports.addTo(done, "tasks submitted by two clients");
        done.add("inherited", "results of killed clients that others got", inherited());
        done.add(
                "again",
                "of them, those that the killed client had got as well",
                legacies.stream().mapToLong(Legacy.Outcome::again).sum());
        done.add(
                "not_inherited",
                "results of killed clients' jobs lost, wrong or doubled",
                legacyProblems().size(),
                "0");
        done.add("ran", "tasks that ran, children of tasks among them", executions.tasks());
        done.add("finished", "runs that ended", executions.finished());
        done.add(
                "economy",
                "runs that ended, per task",
                String.format(Locale.ROOT, "%.4f", executions.economy()),
                String.format(Locale.ROOT, "at most %.4f", mostEconomy()));
        done.add("cut_off", "runs that began and did not end, in all", executions.cutOff());
        done.add(
                "cut_off_elsewhere",
                "runs that ended nowhere in workers nobody killed",
                executions.cutOffElsewhere());
        done.add("most_runs", "most runs of one task", executions.mostRuns());
        done.add("workers", "worker processes that ran tasks", executions.workers());
        done.add(
                "faults_on_owner",
                "times a client's daemon or its link to it was hit",
                service.count());
        done.add("back_median", "service back, median, s", seconds(service.seconds(0.5)));
        done.add(
                "back_p99",
                "service back, p99, s",
                seconds(service.seconds(0.99)),
                "at most " + seconds(mostBackSeconds()));
        done.add("back_max", "service back, longest, s", seconds(service.seconds(1)));
        done.add("longest_wait", "longest wait for a task, s", seconds(longestWait()));
        done.add(
                "drain",
                "after the last fault, all complete within, s",
                seconds(drainSeconds),
                "at most " + LONGEST_DRAIN.toSeconds());
        done.add("fail_stops", "daemons that stopped because of a full disk", ledger.failStops());
        done.add("ended", "daemons that ended by themselves", ledger.unexpected().size(), "0");
        done.add("errors", "lines of level ERROR in logs", errors.size(), "0");
        done.add("leftovers", "processes left behind", leftovers.size(), "0");
        done.publish(Path.of("target", "chaos"), "chaos-" + form.name() + "-" + seed);
        Files.write(runDirectory.resolve("faults.txt"), ledger.lines());
        Files.write(runDirectory.resolve("service.txt"), service.lines());
    }

    private double mostEconomy() {
        double ofDeaths = form.daemonKills() * RUNS_PER_DEATH / executions.tasks();
        return Math.max(MOST_ECONOMY, 1 + ofDeaths);
    }

    /** Of fewer than a hundred the 99th percentile is the longest, which one slow start decides. */
    private double mostBackSeconds() {
        return service.count() >= ENOUGH_FOR_A_PERCENTILE
                ? LONGEST_BACK_SECONDS
                : LONGEST_BACK_OF_FEW_SECONDS;
    }

    // ---- The checks

    /** Fails with everything that is not as it was promised. */
    void check() {
        Assertions.assertAll(
                this::checkDelivery,
                () ->
                        assertThat(executions.economy())
                                .as("runs that ended, per task")
                                .isBetween(1.0, mostEconomy()),
                () ->
                        assertThat(service.seconds(0.5))
                                .as("service back, median, seconds")
                                .isLessThanOrEqualTo(LONGEST_BACK_SECONDS),
                () ->
                        assertThat(service.seconds(0.99))
                                .as("service back, p99 of %d, seconds", service.count())
                                .isLessThanOrEqualTo(mostBackSeconds()),
                () ->
                        assertThat(drainSeconds)
                                .as("seconds to complete all after the last fault")
                                .isLessThan((double) LONGEST_DRAIN.toSeconds()),
                () -> assertThat(ledger.unexpected()).as("nobody did that").isEmpty(),
                () -> assertThat(errors.stream().limit(5).toList()).as("errors in logs").isEmpty(),
                () -> assertThat(exits).as("daemons leave when asked").containsOnly(0),
                () -> assertThat(leftovers).as("processes left behind").isEmpty());
    }

    /** What holds whatever happens: every task completed, once, right. */
    void checkDelivery() {
        checkDelivery(failure -> false);
    }

    /**
     * The same, but for tasks that fail for a reason that the documentation names.
     *
     * @param excused whether a failure is one of those
     */
    void checkDelivery(Predicate<String> excused) {
        Assertions.assertAll(
                () -> reports.check(excused),
                () ->
                        assertThat(legacyProblems().stream().filter(excused.negate()).limit(5))
                                .as("jobs of killed clients")
                                .isEmpty(),
                () -> assertThat(clientExits).as("exit codes of clients").containsOnly(0));
    }

    /** How many results those got that came for jobs of killed clients. */
    long inheritedResults() {
        return inherited();
    }
}
