package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.evenkeel.chaos.Observer;
import org.evenkeel.it.StartedNodes.Setup;

/**
 * Daemons between which tasks move: owners that have no workers, and two nodes with one worker
 * each. They are asked by their sockets what they have noted of a task, within milliseconds; they
 * can be made to stand still.
 */
final class MovingScene implements AutoCloseable {
    static final Duration SOON = StartedNodes.LIMIT;
    private static final Pattern NOTED =
            Pattern.compile("\"kind\"\\s*:\\s*\"([A-Z_]+)\"(.*?)\"slot\"", Pattern.DOTALL);
    private static final Pattern PHASE = Pattern.compile("\"phase\"\\s*:\\s*(\\d+)");
    private static final Pattern TRANSFERS =
            Pattern.compile(
                    "\"phase\"\\s*:\\s*(\\d+).*?\"transfers\"\\s*:\\s*\\[([^\\]]*)\\]",
                    Pattern.DOTALL);
    private static final Pattern UP = Pattern.compile("\"up\"\\s*:\\s*true");
    private static final Pattern FOLLOWS = Pattern.compile("\"follows\"\\s*:\\s*\"([^\"]*)\"");
    private static final Pattern IDLE = Pattern.compile("\"believed\"\\s*:\\s*\"low\"");
    private static final Pattern IS_MASTER = Pattern.compile("\"master\"\\s*:\\s*true");

    /**
     * Where a task is to go is forgotten when its checkpoint takes longer than a quarter of one.
     */
    private static final String[] LONGER_LEASES = {"--holder-lease", "4s", "--owner-lease", "6s"};

    final StartedNodes nodes;
    private final int masters;
    private final Set<String> paused = new LinkedHashSet<>();

    private MovingScene(StartedNodes nodes, int masters) {
        this.nodes = nodes;
        this.masters = masters;
    }

    /** One owner. */
    static MovingScene plain() throws IOException {
        return new MovingScene(
                StartedNodes.start(
                        Setup.of(3, 1)
                                .masters(1)
                                .flags("--drain-grace", "60s")
                                .flags(LONGER_LEASES)),
                1);
    }

    /** Two that may be master of scheduling phases; the one that is not is the owner. */
    static MovingScene withPhases() throws IOException {
        List<String> flags = new ArrayList<>(List.of(LONGER_LEASES));
        flags.addAll(List.of("--policy", "nrics-1999(eta=0,gap=20ms)"));
        Setup setup = Setup.of(4, 1).masters(2).flags(flags.toArray(String[]::new));
        return new MovingScene(StartedNodes.start(setup), 2);
    }

    /** Who has no worker, and is not the master. */
    String owner() {
        if (masters == 1) {
            return nodes.names.getFirst();
        }
        String master = master();
        return nodes.names.get(nodes.names.indexOf(master) == 0 ? 1 : 0);
    }

    String master() {
        return Awaitility.await("a master")
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(50))
                .until(this::masters, found -> found.size() == 1)
                .getFirst();
    }

    private List<String> masters() {
        return nodes.names.subList(0, masters).stream()
                .filter(node -> IS_MASTER.matcher(ask(node, "phases", "")).find())
                .toList();
    }

    /** Waits until all are linked and follow one master; the first one may give way to another. */
    void awaitTogether() {
        Awaitility.await("all are linked and follow one master")
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> {
                    List<String> found = masters();
                    assertThat(found).as(this::whoFollowsWhom).hasSize(1);
                    assertThat(nodes.names)
                            .as(this::whoFollowsWhom)
                            .allMatch(node -> isTogether(node, found.getFirst()));
                });
    }

    private String whoFollowsWhom() {
        StringBuilder all = new StringBuilder(nodes.logs());
        for (String node : nodes.names) {
            all.append(node).append(' ').append(ask(node, "nodes", "")).append('\n');
            all.append(node).append(' ').append(ask(node, "phases", "")).append('\n');
        }
        return all.toString();
    }

    /** Whether a node takes all that have workers for idle: those that started anew, too. */
    boolean takesAllForIdle(String node) {
        return IDLE.matcher(ask(node, "nodes", "")).results().count()
                >= nodes.names.size() - masters;
    }

    private boolean isTogether(String node, String master) {
        long links = UP.matcher(ask(node, "nodes", "")).results().count();
        Matcher follows = FOLLOWS.matcher(ask(node, "phases", ""));
        return links == nodes.names.size() - 1 && follows.find() && follows.group(1).equals(master);
    }

    /** The other one of the two that have workers. */
    String beside(String worker) {
        List<String> working = nodes.names.subList(masters, nodes.names.size());
        return working.get(working.getFirst().equals(worker) ? 1 : 0);
    }

    // ---- What daemons say

    /** Empty from one that is not there, or stands still. */
    private String ask(String node, String what, String argument) {
        if (paused.contains(node) || !nodes.daemon(node).isAlive()) {
            return "";
        }
        try (Observer observer = new Observer(nodes.directory, node)) {
            return observer.ask(what, argument);
        } catch (IOException e) {
            return "";
        }
    }

    /** Whether a node has noted this of a task, and of this other node where one is named. */
    boolean hasNoted(String node, String task, String kind, String other) {
        return noted(node, task, kind, other) > 0;
    }

    private long noted(String node, String task, String kind, String other) {
        return NOTED.matcher(ask(node, "explain", task))
                .results()
                .filter(line -> line.group(1).equals(kind))
                .filter(line -> other.isEmpty() || line.group(2).contains("\"" + other + "\""))
                .count();
    }

    /** What they have noted of a task, for people. */
    String story(String task) {
        StringBuilder story = new StringBuilder();
        for (String node : nodes.names) {
            story.append("\n  ").append(node).append(": ").append(ask(node, "explain", task));
        }
        return story.toString();
    }

    /** How often its result was committed, by those that live. */
    long commits(String task) {
        return nodes.names.stream().mapToLong(node -> noted(node, task, "COMMITTED", "")).sum();
    }

    /** Whether a later phase than this one was to move something so. */
    private boolean hasMoved(String master, long phase, String from, String to) {
        String transfer = "\"from\":\"" + from + "\",\"to\":\"" + to + "\"";
        return TRANSFERS
                .matcher(ask(master, "phases", ""))
                .results()
                .filter(one -> Long.parseLong(one.group(1)) > phase)
                .anyMatch(one -> one.group(2).replaceAll("\\s", "").contains(transfer));
    }

    private long lastPhase(String master) {
        Matcher phases = PHASE.matcher(ask(master, "phases", ""));
        long last = 0;
        while (phases.find()) {
            last = Math.max(last, Long.parseLong(phases.group(1)));
        }
        return last;
    }

    /**
     * Does something; later this says whether it has led to a phase that moves a task from here.
     */
    Callable<Boolean> movesFrom(String from, Runnable deed) {
        String master = master();
        long before = lastPhase(master);
        deed.run();
        return () -> hasMoved(master, before, from, beside(from));
    }

    void awaitLeaving(String node) {
        await(
                node + " leaves",
                () ->
                        Pattern.compile("\"draining\"\\s*:\\s*true")
                                .matcher(ask(node, "nodes", ""))
                                .find());
    }

    static void await(String what, Callable<Boolean> condition) {
        await(what, SOON, condition);
    }

    static void await(String what, Duration longest, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(longest)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(condition);
    }

    // ---- What is done to them

    void pause(String node) throws IOException, InterruptedException {
        nodes.signal("STOP", node);
        paused.add(node);
    }

    /** Those that stand still and live go on. */
    void resumeAll() throws IOException, InterruptedException {
        for (String node : List.copyOf(paused)) {
            if (nodes.daemon(node).isAlive()) {
                nodes.signal("CONT", node);
            }
            paused.remove(node);
        }
    }

    /** SIGTERM; it leaves when what it has goes on elsewhere. */
    void tellToLeave(String node) {
        nodes.daemon(node).destroy();
    }

    void awaitGone(String node) throws InterruptedException {
        nodes.exitCode(node);
    }

    /** Starts who has ended. */
    void makeWhole() {
        makeWholeBut("");
    }

    /** The same but for one that leaves, or has left. */
    void makeWholeBut(String leaving) {
        List<String> others = new ArrayList<>(nodes.names);
        others.remove(leaving);
        for (String node : others) {
            if (!nodes.daemon(node).isAlive()) {
                nodes.start(node);
            }
        }
        others.forEach(nodes::awaitReady);
    }

    @Override
    public void close() {
        nodes.close();
    }
}
