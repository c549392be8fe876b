package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.chaos.Attacker.Report;
import org.evenkeel.hostile.Plan;
import org.evenkeel.it.Alone;
import org.evenkeel.it.Home;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * A daemon is attacked from all sides while a job runs: it stays up and no larger than it was, the
 * job goes on as fast and right, and nothing becomes different that must not.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS) // the full form
@Alone
@EnabledIf("isAsked")
@Tag("long")
class HostilePeerProcessIT {

    private static final String FORM = System.getProperty("evenkeel.hostile", "short");
    private static final long SEED = RunSeed.of(FORM);

    private static final List<String> DAEMON_JVM =
            List.of(
                    "-XX:+UseSerialGC",
                    "-XX:+UseCompactObjectHeaders",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-Xms16m",
                    "-Xmx128m",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-Djdk.serialFilter=!*");

    /** Growth of the heap after a collection that is let pass: caches, compiled code's data. */
    private static final long GROWTH_BYTES = 8L << 20;

    /** The goal; it is printed, and never a failure. */
    private static final double WANTED = 2.0;

    private static final int LEASE_SECONDS = 5;

    /**
     * What clients leave for others is their right, and is to be gone before heaps are compared.
     */
    private static final int RETENTION_SECONDS = 8;

    private static final Pattern JOB = Pattern.compile("\"job\"\\s*:");

    @TempDir private Path root;
    private final List<String> broken = new ArrayList<>();

    static boolean isAsked() {
        return Boolean.getBoolean("evenkeel.long")
                || System.getProperty("evenkeel.hostile") != null;
    }

    @Test
    void aDaemonThatIsAttackedFromAllSidesGoesOn() throws Exception {
        System.out.println(
                "HostilePeerProcessIT, form "
                        + FORM
                        + ", seed "
                        + SEED
                        + "; again: docker/it/hostile.sh "
                        + FORM
                        + " --seed "
                        + SEED);
        Path home = Home.unpack();
        Path cluster = Files.createDirectories(root.resolve("cluster"));
        Path papers = Files.createDirectories(root.resolve("papers"));
        try (Attacker attacker = new Attacker(home, root.resolve("attacker.err"))) {
            attacker.order("papers", cluster.toString(), papers.toString());
            NodeProcess node =
                    new NodeProcess(
                            new NodeProcess.Installation(home, cluster, DAEMON_JVM),
                            "n1",
                            0,
                            List.of(
                                    "--workers=1",
                                    "--worker-user=same", // beside the authority
                                    "--worker-heap=96m",
                                    "--job-retention=" + RETENTION_SECONDS + "s",
                                    "--session-lease=" + LEASE_SECONDS + "s"));
            try {
                Awaitility.await("n1").atMost(Duration.ofSeconds(60)).until(node::isReady);
                run(attacker, node, cluster, papers);
            } finally {
                node.workers().forEach(ProcessHandle::destroyForcibly);
                node.kill();
            }
        }
        if (!broken.isEmpty()) {
            System.out.println(tail(cluster));
        }
        assertThat(broken).isEmpty();
    }

    private void run(Attacker attacker, NodeProcess node, Path cluster, Path papers)
            throws Exception {
        Plan plan = Plan.named(FORM);
        long calmSeconds = Math.min(20, plan.seconds() / 2);
        try (Observer observer = new Observer(cluster, "n1");
                Cluster client =
                        Evenkeel.builder()
                                .daemon(node.directory().toString())
                                .bundle(ClientProcess.classes())
                                .jobName("probe")
                                .connect();
                Probe probe = new Probe(new Probe.Job(client));
                Probe questions = new Probe(new Probe.Questions(new Observer(cluster, "n1")))) {
            Awaitility.await("the job is at work")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> probe.done() > 300);
            attacker.order(target(node, cluster, papers, client.jobId()));
            StateOf before = StateOf.cluster(cluster, observer, client.jobId());
            int jobs = jobs(observer);
            Vitals calm = Vitals.of(node, observer);

            long t0 = System.nanoTime();
            TimeUnit.SECONDS.sleep(calmSeconds); // what is awaited is the time itself
            long t1 = System.nanoTime();
            long cpuBefore = attacker.order("burn", "0", "0").cpuNanos();
            Watch watch = new Watch(node);
            Report attack = attacker.order("attack", FORM, String.valueOf(SEED));
            watch.close();
            long t2 = System.nanoTime();
            long nanosOfAttack = t2 - t1;
            long cpu = attack.cpuNanos() - cpuBefore;
            awaitLeases(observer, jobs);
            StateOf after = StateOf.cluster(cluster, observer, client.jobId());

            long t3 = System.nanoTime();
            attacker.order(
                    "burn",
                    String.valueOf(calmSeconds),
                    String.valueOf(cpu * TimeUnit.SECONDS.toNanos(calmSeconds) / nanosOfAttack));
            long t4 = System.nanoTime();
            TimeUnit.SECONDS.sleep(calmSeconds);
            long t5 = System.nanoTime();
            Report trusted = attacker.order("trusted", FORM, String.valueOf(SEED));
            awaitLeases(observer, jobs);
            long answered = probe.done();
            Awaitility.await("the job continues after the attack by a daemon")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> probe.done() > answered + 1);
            Vitals end = Vitals.of(node, observer);

            Rows rows =
                    new Rows(
                            "Hostile peer, form %s, %d s, seed %d"
                                    .formatted(
                                            FORM,
                                            TimeUnit.NANOSECONDS.toSeconds(nanosOfAttack),
                                            SEED));
            counts(plan, rows, attack, trusted);
            require(rows, "up", "the daemon is up", node.process().isAlive() ? 1 : 0, 1, 1);
            require(
                    rows,
                    "grown",
                    "heap in use after a collection, grown by, bytes",
                    end.liveBytes() - calm.liveBytes(),
                    Long.MIN_VALUE,
                    GROWTH_BYTES);
            rows.add("heap", "heap in use after a collection, at the end, bytes", end.liveBytes());
            rows.add("resident", "resident memory, KiB, before", calm.residentKib());
            rows.add("resident_most", "resident memory, KiB, most", watch.residentKib());
            rows.add("descriptors_most", "descriptors, most", watch.descriptors(), "");
            rows.add("threads_most", "threads, most", watch.threads(), "");
            rows.add(
                    "changed",
                    "changes of state that nobody was permitted to",
                    changes(before, after),
                    "none");
            latencies(rows, "a task", probe, t0, t1, t2, t3, t4, t5);
            latencies(rows, "a question to the daemon", questions, t0, t1, t2, t3, t4, t5);
            rows.add(
                    "cpu",
                    "processor time of the attacker, of one processor",
                    String.format(Locale.ROOT, "%.0f %%", 100.0 * cpu / nanosOfAttack),
                    "nice 19; the control burns as much");
            rows.add("probe", "tasks of the job", probe.done());
            require(rows, "wrong", "wrong results of the job", probe.wrong(), 0, 0);
            atLeast(rows, "during", "… during the attack", probe.answeredBetween(t1, t2), 1);
            atLeast(rows, "after", "… after the attack", probe.answeredBetween(t4, t5), 1);
            rows.publish(Path.of("target", "chaos"), "hostile-" + FORM);
            Files.copy(
                    root.resolve("attacker.err"),
                    Path.of("target", "chaos", "hostile-" + FORM + ".err"),
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            attack.lines().forEach((name, line) -> System.out.println(name + ": " + line));
            trusted.lines().forEach((name, line) -> System.out.println(name + ": " + line));
        }
    }

    /** Sessions of who went, and jobs that were left, are kept so long, and then a while. */
    private static void awaitLeases(Observer observer, int jobs)
            throws IOException, InterruptedException {
        TimeUnit.SECONDS.sleep(LEASE_SECONDS + RETENTION_SECONDS); // the time itself
        for (int second = 0; second < 30 && jobs(observer) > jobs; second++) {
            TimeUnit.SECONDS.sleep(1);
        }
    }

    private static int jobs(Observer observer) throws IOException {
        return (int) JOB.matcher(observer.ask("jobs", "")).results().count();
    }

    private static String[] target(NodeProcess node, Path cluster, Path papers, String job)
            throws IOException {
        String note = Files.readString(node.directory().resolve("daemon.json"));
        return new String[] {
            "target",
            "127.0.0.1",
            found("\"port\"\\s*:\\s*(\\d+)", note),
            found("\"socket\"\\s*:\\s*\"([^\"]*)\"", note).replace("\\/", "/"),
            Files.readString(cluster.resolve("token")).strip(),
            job,
            papers.toString()
        };
    }

    private static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
        return matcher.group(1);
    }

    // ---- The table

    private void require(Rows rows, String key, String words, long value, long least, long most) {
        String bound =
                least == most
                        ? "exactly " + least
                        : least == Long.MIN_VALUE
                                ? "at most " + most
                                : most == Long.MAX_VALUE
                                        ? "at least " + least
                                        : least + " to " + most;
        rows.add(key, words, value, bound);
        if (value < least || value > most) {
            broken.add(words + ": " + value + ", " + bound);
        }
    }

    private void atLeast(Rows rows, String key, String words, long value, long least) {
        require(rows, key, words, value, least, Long.MAX_VALUE);
    }

    private void counts(Plan plan, Rows rows, Report attack, Report trusted) {
        long frames = attack.sum("mutants_", "heard") + trusted.sum("mutants_", "heard");
        boolean all = !"short".equals(FORM);
        // The attacker is nice: beside other nice work it may manage less in four times the time.
        atLeast(rows, "mutants", "mutated frames heard", frames, all ? plan.frames() / 2 : 1);
        for (var one : attack.counts().keySet()) {
            if (one.startsWith("mutants_")) {
                atLeast(
                        rows,
                        one,
                        "… " + one.substring(8).replace('_', ' '),
                        attack.count(one, "heard"),
                        1);
            }
        }
        for (String one : trusted.counts().keySet()) {
            atLeast(
                    rows,
                    one,
                    "… " + one.substring(8).replace('_', ' ') + ", after the others",
                    trusted.count(one, "heard"),
                    1);
        }
        atLeast(
                rows,
                "half_open",
                "half-open connections at a time",
                attack.count("half_open", "held_at_a_time"),
                all ? 2_000 : 1);
        rows.add("half_open_all", "… in all", attack.count("half_open", "opened"));
        atLeast(
                rows,
                "writers",
                "slow writers begun",
                attack.count("slow_writers", "begun"),
                all ? 500 : 1);
        atLeast(
                rows,
                "readers",
                "questions by slow readers",
                attack.count("slow_readers", "asked"),
                1);
        atLeast(
                rows,
                "storm",
                "connections that are reset",
                attack.count("connect_storm", "connections"),
                1);
        atLeast(
                rows,
                "handshakes",
                "TLS handshakes begun",
                attack.count("handshake_flood", "answered")
                        + attack.count("handshake_flood", "whole"),
                1);
        for (String bomb : List.of("length_before", "length_after", "parts")) {
            atLeast(
                    rows,
                    bomb,
                    "bombs refused: " + bomb.replace('_', ' '),
                    attack.count("bombs", bomb),
                    1);
        }
        for (String paper :
                List.of(
                        "foreign",
                        "expired",
                        "revoked",
                        "none",
                        "role",
                        "name",
                        "drain",
                        "pause",
                        "submit",
                        "others_job",
                        "attach",
                        "token")) {
            atLeast(
                    rows,
                    "papers_" + paper,
                    "refused: " + paper.replace('_', ' '),
                    attack.count("wrong_papers", paper),
                    1);
        }
        require(rows, "breaches", "let in or obeyed", attack.sum("", "breaches"), 0, 0);
        require(
                rows,
                "failed",
                "attacks that broke themselves",
                attack.sum("", "failed") + trusted.sum("", "failed"),
                0,
                0);
    }

    private String changes(StateOf before, StateOf after) {
        List<String> changed = new ArrayList<>();
        before.parts()
                .forEach((part, value) -> {
                    String now = after.parts().get(part);
                    if (!value.equals(now)) {
                        changed.add(part + ": " + value + " became " + now);
                    }
                });
        after.parts().keySet().stream()
                .filter(part -> !before.parts().containsKey(part))
                .forEach(part -> changed.add(part + " is new"));
        changed.forEach(one -> broken.add("changed: " + one));
        return changed.isEmpty() ? "none of " + before.parts().size() : String.join("; ", changed);
    }

    private static void latencies(Rows rows, String of, Probe probe, long... t) {
        List<Double> calm = probe.percentiles(t[0], t[1]);
        calm.addAll(probe.percentiles(t[4], t[5]));
        double baseline = Probe.median(calm);
        double attacked = Probe.median(probe.percentiles(t[1], t[2]));
        double control = Probe.median(probe.percentiles(t[3], t[4]));
        String key = "p99_" + of.replace(' ', '_');
        rows.add(key, "p99 of " + of + ", ms, calm", text(baseline));
        rows.add(key + "_control", "… beside a harmless load", text(control), "");
        rows.add(key + "_attack", "… under attack", text(attacked), "");
        rows.add(
                key + "_ratio",
                "… to the calm, to the harmless load",
                text(attacked / baseline) + ", " + text(attacked / control),
                "wanted: " + WANTED);
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String tail(Path cluster) {
        try {
            List<String> lines =
                    Files.readAllLines(
                            cluster.resolve("nodes").resolve("n1").resolve("daemon.log"));
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
