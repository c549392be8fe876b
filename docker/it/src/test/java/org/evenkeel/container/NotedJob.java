package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.testcontainers.EvenkeelCluster;
import org.evenkeel.testcontainers.EvenkeelNode;

/**
 * A job of {@link NotedTask}s: its answers, and where each of its tasks ran. Its methods are for
 * one thread.
 */
final class NotedJob implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final EvenkeelCluster machines;
    private final String id = UUID.randomUUID().toString().substring(0, 8);
    private final Cluster cluster;
    private final int millis;
    private final List<TaskHandle<Long>> handles = new CopyOnWriteArrayList<>();

    /** Ends after the last task was submitted; has ended already if the job is not refilled. */
    private CompletableFuture<Void> refill = CompletableFuture.completedFuture(null);

    private volatile boolean enough;

    /** All tasks enter at n1. */
    NotedJob(EvenkeelCluster machines, int tasks, int millis) {
        this(machines, "n1", tasks, millis);
    }

    /** All tasks enter at this node. */
    NotedJob(EvenkeelCluster machines, String node, int tasks, int millis) {
        this.machines = machines;
        this.millis = millis;
        this.cluster =
                machines.builder(node).jobName(id).bundle(code()).reconnectLimit(LIMIT).connect();
        submit(tasks);
    }

    /**
     * A job that never has fewer open tasks than this until {@link #assertAnswers}: however slow a
     * machine starts, stops or is missed, the job still runs then.
     */
    static NotedJob refilled(EvenkeelCluster machines, String node, int open, int millis) {
        NotedJob job = new NotedJob(machines, node, open, millis);
        job.refill = CompletableFuture.runAsync(() -> job.refill(open), Thread::startVirtualThread);
        return job;
    }

    private void refill(int open) {
        while (!enough) {
            if (handles.stream().filter(handle -> !handle.isDone()).count() < open + open / 3) {
                submit(open / 3);
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    private void submit(int tasks) {
        int first = handles.size();
        handles.addAll(
                IntStream.range(first, first + tasks)
                        .mapToObj(number -> cluster.submit(new NotedTask(id, number, millis)))
                        .toList());
    }

    /** How many tasks were submitted so far. */
    int size() {
        return handles.size();
    }

    /** The classes of these tests, without the libraries beside them. */
    private static Path code() {
        try {
            return Path.of(
                    NotedTask.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until this machine has yielded so many results. */
    void awaitResultsOf(String node, int count) {
        Awaitility.await(node + " works")
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> resultsOf(node) >= count);
    }

    long resultsOf(String node) {
        return handles.stream()
                .filter(handle -> handle.isDone() && handle.where().equals(node))
                .count();
    }

    /** Numbers of the tasks whose results are here. */
    Set<Integer> done() {
        Set<Integer> done = new HashSet<>();
        for (int number = 0; number < handles.size(); number++) {
            if (handles.get(number).isDone()) {
                done.add(number);
            }
        }
        return done;
    }

    /** What is to happen while the job runs must not come too late. */
    void assertStillRuns() {
        assertThat(done().size()).as("tasks done while the others wait").isLessThan(handles.size());
    }

    /** Submits nothing more and waits for all; every result is there and right. */
    void assertAnswers() throws Exception {
        enough = true;
        refill.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        for (int number = 0; number < handles.size(); number++) {
            assertThat(handles.get(number).get(LIMIT))
                    .as("square of " + number)
                    .isEqualTo((long) number * number);
        }
    }

    /**
     * Nothing runs twice without cause: of the runs of a task that began on machines that were
     * well, there is one at most; a run on another machine is the cause of one more. A task that
     * had been handed to one of those may run twice anywhere: its owner gives it out anew, and the
     * machine hands on what it has before it hears of that.
     *
     * @param unwell machines to which something was done
     */
    void assertNoRunWithoutCause(Set<String> unwell) {
        Map<Integer, Integer> runs = new HashMap<>();
        for (EvenkeelNode node : machines.nodes()) {
            if (node.isUp() && !unwell.contains(node.name())) {
                begun(node).forEach(run -> runs.merge(run.task(), 1, Integer::sum));
            }
        }
        assertThat(runs).as("tasks that ran on machines that were well").isNotEmpty();
        String twice =
                runs.entrySet().stream()
                        .filter(entry -> entry.getValue() > 1)
                        .map(entry -> story(entry.getKey()))
                        .filter(story -> unwell.stream().noneMatch(name -> wasAt(name, story)))
                        .collect(Collectors.joining("\n"));
        assertThat(twice).as("tasks that ran twice on machines that were well").isEmpty();
    }

    /** Whether a task of which this is told had been handed to a machine. */
    private static boolean wasAt(String node, String story) {
        return story.contains("accepted by " + node) || story.contains(node + "  arrived from");
    }

    /** What each daemon knows of a task, and where it began when. */
    private String story(int task) {
        StringBuilder story = new StringBuilder("task " + task);
        for (EvenkeelNode node : machines.nodes()) {
            if (node.isUp()) {
                begun(node).stream()
                        .filter(run -> run.task() == task)
                        .forEach(run ->
                                story.append("\n  began on ")
                                        .append(node.name())
                                        .append(" at ")
                                        .append(run.atMillis()));
            }
        }
        String explain = "evenkeel explain " + handles.get(task).id() + " 2>&1 || true";
        return story.append('\n').append(machines.node("n1").bash(explain)).toString();
    }

    /**
     * What was done was not done again anywhere.
     *
     * @param before tasks whose results were here before anything was done to a machine
     */
    void assertRanOnce(Set<Integer> before) {
        Map<Integer, Integer> runs = runs();
        assertThat(before)
                .as("tasks that were done before")
                .isNotEmpty()
                .allSatisfy(task -> assertThat(runs.get(task)).as("runs of " + task).isEqualTo(1));
    }

    /** How many runs of each task began anywhere. */
    Map<Integer, Integer> runs() {
        Map<Integer, Integer> runs = new HashMap<>();
        for (EvenkeelNode node : machines.nodes()) {
            if (node.isUp()) {
                begun(node).forEach(run -> runs.merge(run.task(), 1, Integer::sum));
            }
        }
        return runs;
    }

    /**
     * A run that began.
     *
     * @param atMillis on the wall clock that all containers share
     */
    record Begun(int task, long atMillis) {}

    /** Runs that began on a machine, in the order of its notes. */
    List<Begun> begun(EvenkeelNode node) {
        return node.bash("cat " + NotedTask.NOTES + id + " 2> /dev/null || true")
                .lines()
                .map(line -> line.split(" ", 2))
                .filter(words -> words.length == 2) // a machine may die in the middle of a line
                .map(words -> new Begun(Integer.parseInt(words[0]), Long.parseLong(words[1])))
                .toList();
    }

    @Override
    public void close() {
        enough = true;
        cluster.close();
    }
}
