package org.evenkeel.hostile;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.evenkeel.model.Ids;

/**
 * The attacker's process. Its orders come on standard input, a line each, and it answers each with
 * lines that end with {@code done}:
 *
 * <pre>
 * papers CLUSTER_DIRECTORY PAPERS_DIRECTORY       makes an authority, node n1 and all papers
 * target HOST PORT SOCKET TOKEN JOB PAPERS        whom to attack; uses the token up
 * attack PLAN SEED [NAME,NAME]                    everything at once, or these alone
 * trusted PLAN SEED                               with a daemon's certificate
 * burn SECONDS NANOS                              harmless: so much processor time in so long
 * </pre>
 */
public final class AttackerMain {

    /** Mutated frames that are not all heard as planned are given so many times the time. */
    private static final int LONGER = 3;

    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final PrintStream out;
    private Target target = noTarget();

    private AttackerMain(PrintStream out) {
        this.out = out;
    }

    private static Target noTarget() {
        return Target.of(
                new InetSocketAddress(0), "", new byte[0], 0, 0, 0, new Papers(Path.of(".")));
    }

    /** Obeys until standard input ends. */
    public static void main(String[] args) throws Exception {
        AttackerMain attacker = new AttackerMain(System.out);
        BufferedReader orders =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            attacker.obey(line.split(" "));
        }
        System.exit(0); // a thread may be stuck in a write
    }

    private void obey(String[] words) throws Exception {
        switch (words[0]) {
            case "papers" -> new Papers(Path.of(words[2])).make(Path.of(words[1]));
            case "target" -> aim(words);
            case "attack" -> {
                Plan plan = Plan.named(words[1]);
                Map<String, Attack> attacks = plan.attacks();
                if (words.length > 3) {
                    attacks.keySet().retainAll(Set.of(words[3].split(",")));
                }
                attack(plan.seconds(), attacks, Long.parseLong(words[2]));
            }
            case "trusted" -> {
                Plan plan = Plan.named(words[1]);
                attack(plan.secondsOfTrusted(), plan.trusted(), Long.parseLong(words[2]));
            }
            case "burn" -> burn(Long.parseLong(words[1]), Long.parseLong(words[2]));
            default -> throw new IllegalArgumentException("unknown order: " + words[0]);
        }
        long nanos =
                ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .map(java.time.Duration::toNanos)
                        .orElse(0L);
        out.println("cpu_nanos " + nanos);
        out.println("done");
        out.flush();
    }

    private void aim(String[] words) throws Exception {
        target =
                Target.of(
                        new InetSocketAddress(words[1], Integer.parseInt(words[2])),
                        words[3],
                        HexFormat.of().parseHex(words[4]),
                        Ids.parse(words[5]),
                        0,
                        0,
                        new Papers(Path.of(words[6])));
        WrongPapers.use(target, "tom");
    }

    private void attack(int seconds, Map<String, Attack> attacks, long seed) throws Exception {
        long planned = TimeUnit.SECONDS.toNanos(seconds);
        long deadline = System.nanoTime() + planned;
        long latest = deadline + LONGER * planned;
        Target now =
                Target.of(
                        target.address(),
                        target.socket(),
                        target.token(),
                        target.job(),
                        deadline,
                        latest,
                        target.papers());
        Map<String, Tally> tallies = new TreeMap<>();
        Map<String, Thread> threads = new TreeMap<>();
        long number = 0;
        for (Map.Entry<String, Attack> one : attacks.entrySet()) {
            Tally tally = new Tally();
            Random random = new Random(seed * 31 + number++);
            tallies.put(one.getKey(), tally);
            threads.put(
                    one.getKey(),
                    Thread.ofPlatform()
                            .daemon()
                            .start(() -> run(one.getValue(), now, random, tally)));
        }
        for (Thread thread : threads.values()) {
            long left = latest - System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
        }
        tallies.forEach((name, tally) -> out.println("attack " + name + " " + tally));
    }

    private static void run(Attack attack, Target target, Random random, Tally tally) {
        try {
            attack.run(target, random, tally);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            tally.add("failed"); // the attack itself is broken, which the test looks for
            e.printStackTrace();
        }
    }

    private static void burn(long seconds, long nanos) throws InterruptedException {
        long begin = System.nanoTime();
        long all = TimeUnit.SECONDS.toNanos(seconds);
        double share = Math.min(1.0, (double) nanos / all);
        while (System.nanoTime() - begin < all) {
            long slice = System.nanoTime();
            while (System.nanoTime() - slice < SLICE_NANOS * share) {
                Thread.onSpinWait();
            }
            TimeUnit.NANOSECONDS.sleep((long) (SLICE_NANOS * (1 - share)));
        }
    }
}
