package org.evenkeel.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Machines of a test as Linux network namespaces. Their links end at a bridge, which is in a
 * namespace of its own, so nothing is changed in the network of the machine that runs the test.
 * Names tell which process made them; {@code docker/it/namespaces.sh sweep} removes those whose
 * process has ended. For one thread.
 */
final class Namespaces implements AutoCloseable {

    private static final String NETWORK = "10.77.0.";
    private static final String SWITCH = "switch";
    private static final long LIMIT_SECONDS = 30;

    private final String prefix;
    private final List<String> machines;
    private final boolean delays;

    /** Which packets of a machine are dropped. */
    enum Way {
        BOTH,
        OUT,
        IN
    }

    Namespaces(List<String> machines) throws IOException, InterruptedException {
        long pid = ProcessHandle.current().pid();
        this.prefix = "evenkeel-" + pid + "-" + startOf(pid) + "-";
        this.machines = List.copyOf(machines);
        try {
            make();
            delays = hasNetem();
        } catch (IOException | InterruptedException e) {
            close();
            throw e;
        }
    }

    /** Why there can be none here; empty when there can. */
    static String missing() throws IOException, InterruptedException {
        if (!Files.isReadable(Path.of("/proc/self/ns/net"))) {
            return "there are no network namespaces: this is not Linux";
        }
        String name = "evenkeel-probe-" + ProcessHandle.current().pid();
        Ended made = run(List.of("ip", "netns", "add", name));
        if (made.code() != 0) {
            return "network namespaces need root and ip (Debian: iproute2): " + made.out();
        }
        Ended filter = run(List.of("ip", "netns", "exec", name, "iptables", "-w", "-L", "-n"));
        run(List.of("ip", "netns", "del", name));
        return filter.code() == 0 ? "" : "packets are dropped by iptables: " + filter.out();
    }

    /** Field 22 of /proc/PID/stat: process ids come again. */
    private static String startOf(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19];
    }

    private void make() throws IOException, InterruptedException {
        must("ip", "netns", "add", prefix + SWITCH);
        in(SWITCH, "ip", "link", "add", "name", "br0", "type", "bridge");
        in(SWITCH, "ip", "link", "set", "br0", "up");
        for (String machine : machines) {
            must("ip", "netns", "add", prefix + machine);
            in(machine, "ip", "link", "set", "lo", "up");
            in(
                    SWITCH,
                    "ip",
                    "link",
                    "add",
                    "name",
                    machine,
                    "type",
                    "veth",
                    "peer",
                    "name",
                    "eth0",
                    "netns",
                    prefix + machine);
            in(SWITCH, "ip", "link", "set", machine, "master", "br0", "up");
            in(machine, "ip", "addr", "add", address(machine) + "/24", "dev", "eth0");
            in(machine, "ip", "link", "set", "eth0", "up");
        }
    }

    private boolean hasNetem() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(inside(machines.getFirst()));
        command.addAll(List.of("tc", "qdisc", "add", "dev", "lo", "root", "netem", "delay", "1ms"));
        boolean has = run(command).code() == 0;
        if (has) {
            in(machines.getFirst(), "tc", "qdisc", "del", "dev", "lo", "root");
        }
        return has;
    }

    /** Whether the kernel can delay packets (sch_netem). */
    boolean delays() {
        return delays;
    }

    String address(String machine) {
        return NETWORK + (machines.indexOf(machine) + 1);
    }

    /** Words in front of a command that runs on this machine. */
    List<String> inside(String machine) {
        return List.of("ip", "netns", "exec", prefix + machine);
    }

    // ---- Faults

    /** Packets from and to other machines are dropped; nothing tells either side. */
    void drop(String machine, Way way) throws IOException, InterruptedException {
        if (way != Way.IN) {
            in(machine, "iptables", "-w", "-A", "OUTPUT", "!", "-o", "lo", "-j", "DROP");
        }
        if (way != Way.OUT) {
            in(machine, "iptables", "-w", "-A", "INPUT", "!", "-i", "lo", "-j", "DROP");
        }
    }

    /** Packets between the two are dropped; others hear both. */
    void part(String machine, String other) throws IOException, InterruptedException {
        in(machine, "iptables", "-w", "-A", "OUTPUT", "-d", address(other), "-j", "DROP");
        in(machine, "iptables", "-w", "-A", "INPUT", "-s", address(other), "-j", "DROP");
    }

    /** The other end of its cable is pulled. */
    void unplug(String machine) throws IOException, InterruptedException {
        in(SWITCH, "ip", "link", "set", machine, "down");
    }

    /**
     * So many packets in a hundred are lost both ways. They take longer, too: by 20 to 40 ms where
     * the kernel has netem; else by the queue of a link of 4 Mbit/s.
     */
    void lose(String machine, int percent) throws IOException, InterruptedException {
        String share = "0." + (percent < 10 ? "0" : "") + percent;
        for (String chain : List.of("INPUT", "OUTPUT")) {
            List<String> words =
                    new ArrayList<>(
                            List.of("iptables", "-w", "-A", chain, "-m", "statistic", "--mode"));
            words.addAll(List.of("random", "--probability", share, "-j", "DROP"));
            in(machine, words.toArray(String[]::new));
        }
        List<String> words = new ArrayList<>(List.of("tc", "qdisc", "add", "dev", "eth0", "root"));
        words.addAll(
                delays
                        ? List.of("netem", "delay", "30ms", "10ms")
                        : List.of("tbf", "rate", "4mbit", "burst", "16kb", "latency", "300ms"));
        in(machine, words.toArray(String[]::new));
    }

    /** Ends all faults of this machine. */
    void heal(String machine) throws IOException, InterruptedException {
        in(machine, "iptables", "-w", "-F");
        in(SWITCH, "ip", "link", "set", machine, "up");
        List<String> words = new ArrayList<>(inside(machine));
        words.addAll(List.of("tc", "qdisc", "del", "dev", "eth0", "root"));
        run(words); // there may be none
    }

    /** SIGKILL for every process of this machine. */
    void kill(String machine) throws InterruptedException {
        for (long pid : pids(machine)) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    List<Long> pids(String machine) throws InterruptedException {
        return run(List.of("ip", "netns", "pids", prefix + machine))
                .out()
                .lines()
                .filter(line -> line.matches("\\d+"))
                .map(Long::valueOf)
                .toList();
    }

    // ---- Commands

    private record Ended(int code, String out) {}

    private void in(String machine, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(inside(machine));
        command.addAll(List.of(words));
        must(command.toArray(String[]::new));
    }

    private static void must(String... words) throws IOException, InterruptedException {
        Ended ended = run(List.of(words));
        if (ended.code() != 0) {
            throw new IOException(String.join(" ", words) + ": " + ended.out());
        }
    }

    private static Ended run(List<String> words) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String out =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            return new Ended(ended ? process.exitValue() : -1, out.strip());
        } catch (IOException e) {
            return new Ended(-1, String.valueOf(e.getMessage()));
        }
    }

    /** Ends every process in the namespaces, and removes them. */
    @Override
    public void close() {
        List<String> all = new ArrayList<>(machines);
        all.add(SWITCH);
        try {
            for (String machine : all) {
                kill(machine);
                run(List.of("ip", "netns", "del", prefix + machine));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
