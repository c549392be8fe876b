package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.evenkeel.chaos.Ledger.Done;
import org.evenkeel.chaos.Service.Outage;
import org.evenkeel.chaos.VisitorProcess.Line;
import org.junit.jupiter.api.Assertions;

/** What a run over a network came to, and whether all promises were kept. */
final class NetworkVerdict {

    /** Clients and peers notice silence, an owner gives a task to another, a moment to run it. */
    private static final double LONGEST_BACK_SECONDS =
            Math.max(NetworkCluster.SILENCE.toMillis(), NetworkCluster.OWNER_LEASE.toMillis()) / 1e3
                    + 5;

    private static final double LONGEST_BACK_OF_FEW_SECONDS = 30;
    private static final int ENOUGH_FOR_A_PERCENTILE = 100;
    private static final double LONGEST_WITHOUT_ANSWER_SECONDS = 30;
    private static final double LONGEST_DRAIN_SECONDS = 60;
    private static final List<String> TRIED =
            List.of("attach", "open", "serve", "read", "submit", "close");

    private final NetworkForm form;
    private final Ledger ledger;
    private final Seen seen;
    private final Reports reports;
    private final Service service;
    private final List<String> errors;

    /**
     * What was seen from outside.
     *
     * @param clients reports of the submitters' programs, then that of the REPLICATED job
     * @param clientExits their exit codes
     * @param detached what was got by attaching to the detached job
     * @param drainSeconds how long they took to complete all after the last fault
     * @param intruder what one submitter tried on the other's job
     * @param administrator what was asked
     * @param exits of daemons that were asked to leave
     * @param leftovers processes on machines whose daemons had left
     */
    record Seen(
            List<ClientReport> clients,
            List<Integer> clientExits,
            Legacy.Outcome detached,
            double drainSeconds,
            List<Line> intruder,
            List<Line> administrator,
            List<Integer> exits,
            List<Long> leftovers) {}

    NetworkVerdict(NetworkForm form, Ledger ledger, NetworkCluster cluster, Seen seen)
            throws IOException {
        this.form = form;
        this.ledger = ledger;
        this.seen = seen;
        this.reports = new Reports(seen.clients());
        this.service = serviceOf(submitters(), ledger.done());
        this.errors = Logs.errors(cluster.nodes(), ledger);
        Files.write(cluster.root().resolve("faults.txt"), ledger.lines());
        Files.write(cluster.root().resolve("service.txt"), service.lines());
    }

    private List<ClientReport> submitters() {
        return seen.clients().subList(0, NetworkCluster.SUBMITTERS.size());
    }

    private List<ClientReport> replicated() {
        return seen.clients().subList(NetworkCluster.SUBMITTERS.size(), seen.clients().size());
    }

    /**
     * For each fault on the machine of a client's daemon, the longest time without a completion
     * that began while it lasted; what a machine can still say comes through meanwhile. A fault of
     * a client's own machine counts from its end, and for that client alone.
     */
    static Service serviceOf(List<ClientReport> clients, List<Done> done) {
        List<Outage> all = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            ClientReport client = clients.get(i);
            String machine = NetworkCluster.SUBMITTERS.get(i);
            for (Done one : done) {
                if (one.onClient() && one.where().equals(machine)) {
                    all.add(new Outage(i + 1, one, 1, gap(client, one.endNanos())));
                } else if (!one.onClient()
                        && !one.onNode().isEmpty()
                        && client.attachedAt(one.beginNanos()).equals(one.onNode())) {
                    all.add(new Outage(i + 1, one, 1, longestGap(client, one)));
                }
            }
        }
        all.sort(Comparator.comparingLong(Outage::backNanos));
        return new Service(all);
    }

    private static long gap(ClientReport client, long fromNanos) {
        long next = client.nextCompletion(fromNanos + 1);
        return next == Long.MAX_VALUE ? next : next - fromNanos;
    }

    private static long longestGap(ClientReport client, Done fault) {
        long longest = 0;
        long from = fault.beginNanos();
        while (from <= fault.endNanos()) {
            long gap = gap(client, from);
            longest = Math.max(longest, gap);
            if (gap == Long.MAX_VALUE) {
                return gap;
            }
            from += gap;
        }
        return longest;
    }

    private static long count(List<Line> lines, String kind) {
        return lines.stream().filter(line -> line.kind().equals(kind)).count();
    }

    private List<Line> letIn() {
        return seen.intruder().stream().filter(l -> l.kind().equals(Visitor.LET_IN)).toList();
    }

    /** The longest time in which no daemon answered the administrator. */
    private double longestWithoutAnswer() {
        List<Line> answers =
                seen.administrator().stream()
                        .filter(line -> line.kind().equals(Visitor.ANSWERED))
                        .toList();
        long longest = answers.isEmpty() ? Long.MAX_VALUE : 0;
        for (int i = 1; i < answers.size(); i++) {
            longest = Math.max(longest, answers.get(i).nanos() - answers.get(i - 1).nanos());
        }
        return longest / 1e9;
    }

    private static String seconds(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private double mostBackSeconds() {
        return service.count() >= ENOUGH_FOR_A_PERCENTILE
                ? LONGEST_BACK_SECONDS
                : LONGEST_BACK_OF_FEW_SECONDS;
    }

    void publish(long seed, boolean delays) throws IOException {
        Rows rows = new Rows("Network, form " + form.name() + ", seed " + seed);
        rows.add("seed", "seed", seed);
        rows.add("delay", "delayed by", delays ? "netem" : "queues of narrow links");
        ledger.sums()
                .forEach((fault, sum) -> {
                    if (fault.isOfNetwork()) {
                        String lasted = "in all " + seconds(sum.seconds()) + " s";
                        rows.add(
                                fault.name().toLowerCase(Locale.ROOT),
                                fault.words(),
                                sum.count(),
                                lasted);
                    }
                });
        reports.addTo(rows, "tasks submitted by two submitters");
        rows.add(
                "replicated",
                "of these, tasks of the job of level REPLICATED",
                new Reports(replicated()).tasks());
        rows.add(
                "attached",
                "results of the detached job that were fetched by attaching",
                seen.detached().inherited());
        rows.add("again", "of these, results that its first client had", seen.detached().again());
        rows.add(
                "attached_problems",
                "tasks of the detached job lost, twice, wrong or failed",
                seen.detached().problems().size(),
                "0");
        addService(rows);
        addVisitors(rows);
        rows.publish(Path.of("target", "network"), "network-" + form.name() + "-" + seed);
    }

    private void addService(Rows rows) {
        rows.add("outages", "times a client's daemon or its machine was hit", service.count());
        rows.add(
                "back_median",
                "service back: longest time without a completion, median, s",
                seconds(service.seconds(0.5)));
        rows.add(
                "back_p99",
                "… p99, s",
                seconds(service.seconds(0.99)),
                "at most " + seconds(mostBackSeconds()));
        rows.add("back_max", "… longest, s", seconds(service.seconds(1)));
        rows.add("drain", "all complete after the last fault within, s", drain(), "at most 60");
        rows.add("ended", "daemons that ended by themselves", ledger.unexpected().size(), "0");
        rows.add("errors", "lines of level ERROR in logs", errors.size(), "0");
        rows.add("leftovers", "processes left behind", seen.leftovers().size(), "0");
    }

    private void addVisitors(Rows rows) {
        rows.add(
                "tried",
                "attempts on another submitter's job that were refused",
                count(seen.intruder(), Visitor.REFUSED));
        rows.add("let_in", "attempts that were not", letIn().size(), "0");
        rows.add(
                "answered",
                "answers to the administrator",
                count(seen.administrator(), Visitor.ANSWERED));
        rows.add(
                "unanswered",
                "longest time without one, s",
                seconds(longestWithoutAnswer()),
                "at most " + seconds(LONGEST_WITHOUT_ANSWER_SECONDS));
    }

    private String drain() {
        return seconds(seen.drainSeconds());
    }

    /** Fails with everything that is not as it was promised. */
    void check() {
        Assertions.assertAll(
                reports::check,
                () -> assertThat(seen.clientExits()).as("exits of clients").containsOnly(0),
                () ->
                        assertThat(new Reports(replicated()).tasks())
                                .as("tasks of level REPLICATED")
                                .isPositive(),
                () ->
                        assertThat(seen.detached().problems().stream().limit(5).toList())
                                .as("the detached job")
                                .isEmpty(),
                () ->
                        assertThat(seen.detached().inherited())
                                .as("results of the detached job")
                                .isPositive(),
                () -> assertThat(service.count()).as("outages").isPositive(),
                () ->
                        assertThat(service.seconds(0.5))
                                .as("service back, median, seconds")
                                .isLessThanOrEqualTo(LONGEST_BACK_SECONDS),
                () ->
                        assertThat(service.seconds(0.99))
                                .as("service back, p99 of %d, seconds", service.count())
                                .isLessThanOrEqualTo(mostBackSeconds()),
                () ->
                        assertThat(seen.drainSeconds())
                                .as("seconds to complete all after the last fault")
                                .isLessThan(LONGEST_DRAIN_SECONDS),
                () -> assertThat(letIn()).as("let into another submitter's job").isEmpty(),
                this::checkVisitors,
                () -> assertThat(ledger.unexpected()).as("not done by the test").isEmpty(),
                () -> assertThat(errors.stream().limit(5).toList()).as("errors in logs").isEmpty(),
                () -> assertThat(seen.exits()).as("daemons leave when asked").containsOnly(0),
                () -> assertThat(seen.leftovers()).as("processes left behind").isEmpty());
    }

    /** Each daemon refused each attempt at least once, and answered each question. */
    private void checkVisitors() {
        for (String what : TRIED) {
            assertThat(addresses(seen.intruder(), Visitor.REFUSED, what))
                    .as("daemons that refused: " + what)
                    .hasSize(NetworkCluster.NODES.size());
        }
        for (String what : List.of("nodes", "jobs", "tasks")) {
            assertThat(addresses(seen.administrator(), Visitor.ANSWERED, what))
                    .as("daemons that answered: " + what)
                    .hasSize(NetworkCluster.NODES.size());
        }
        assertThat(longestWithoutAnswer())
                .as("longest time in which no daemon answered the administrator, seconds")
                .isLessThan(LONGEST_WITHOUT_ANSWER_SECONDS);
    }

    private static List<String> addresses(List<Line> lines, String kind, String what) {
        return lines.stream()
                .filter(line -> line.kind().equals(kind) && line.what().equals(what))
                .map(Line::address)
                .distinct()
                .toList();
    }
}
