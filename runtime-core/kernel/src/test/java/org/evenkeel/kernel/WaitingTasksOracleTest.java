package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskTraits;
import org.evenkeel.testing.SampleTasks;
import org.evenkeel.testing.Seeds;
import org.jspecify.annotations.Nullable;

/** {@link WaitingTasks} against a list that is sorted at every question. */
class WaitingTasksOracleTest {

    private static final NodeRef OWNER = new NodeRef(new NodeId("a"), 1, "", 0);
    private static final NodeId HERE = new NodeId("here");
    private static final int STEPS = 600;

    @Seeds(40)
    void keepsTheOrdersOfAWorkerBusyLoad(long seed) {
        compare(seed, false);
    }

    @Seeds(40)
    void keepsTheOrdersOfAQueueStackLoad(long seed) {
        compare(seed, true);
    }

    private static void compare(long seed, boolean queueStack) {
        SplittableRandom random = new SplittableRandom(seed);
        WaitingTasks waiting = new WaitingTasks(queueStack, HERE);
        Oracle oracle = new Oracle(queueStack);
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(11)) {
                case 0, 1, 2, 3 -> {
                    HeldTask task = draw(step, random);
                    waiting.add(task);
                    oracle.add(task, step);
                }
                case 4 -> {
                    HeldTask task = draw(step, random);
                    waiting.addFront(task);
                    oracle.add(task, oracle.isStacked(task) ? step : -step - 1);
                }
                case 5, 6 -> assertThat(waiting.takeToStart()).isSameAs(oracle.take(true));
                case 7 -> assertThat(waiting.takeToHandOn()).isSameAs(oracle.take(false));
                case 8 ->
                        assertThat(waiting.takeToHandOn(Integer.MAX_VALUE))
                                .isSameAs(oracle.takeMobile());
                case 9 -> {
                    JobId job = new JobId(random.nextInt(3));
                    assertThat(waiting.takeOf(job)).isSameAs(oracle.takeOf(job));
                }
                default -> {
                    TaskId id = new TaskId(1, 1 + random.nextInt(STEPS));
                    assertThat(waiting.remove(id)).isSameAs(oracle.remove(id));
                }
            }
            assertThat(waiting.size()).isEqualTo(oracle.entries.size());
            assertThat(waiting.mobile()).isEqualTo(oracle.mobile());
            assertThat(waiting.isEmpty()).isEqualTo(oracle.entries.isEmpty());
            assertThat(waiting.weight()).isEqualTo(oracle.weight());
            assertThat(waiting.totalWeight()).isEqualTo(oracle.totalWeight());
            List<HeldTask> visited = new ArrayList<>();
            waiting.forEach(visited::add);
            assertThat(visited).isEqualTo(oracle.inStartOrder());
            assertThat(visited).allMatch(waiting::contains);
            assertThat(waiting.peekToStart())
                    .isSameAs(visited.isEmpty() ? null : visited.getFirst());
            HeldTask newcomer = draw(STEPS + step, random);
            assertThat(waiting.ahead(TaskTraits.of(newcomer.task())))
                    .isEqualTo(oracle.ahead(newcomer, step + 1));
        }
    }

    private static HeldTask draw(int step, SplittableRandom random) {
        long job = random.nextInt(3);
        NodeId node =
                switch (random.nextInt(4)) {
                    case 0 -> HERE;
                    case 1 -> new NodeId("there");
                    default -> null;
                };
        var kind = SampleTasks.kindFor(node, job, random.nextInt(10), job * 100);
        TaskId parent = random.nextBoolean() ? new TaskId(2, 1) : null;
        var task = SampleTasks.task(step + 1, kind, 1 + random.nextInt(5), parent);
        return new HeldTask(task, Grant.first(1), 0, OWNER);
    }

    private static final class Oracle {
        private record Entry(HeldTask task, int age) {}

        private final List<Entry> entries = new ArrayList<>();
        private final boolean queueStack;

        Oracle(boolean queueStack) {
            this.queueStack = queueStack;
        }

        boolean isStacked(HeldTask task) {
            return !isKept(task) && (queueStack || task.task().isSpawned());
        }

        private static boolean isKept(HeldTask task) {
            return HERE.equals(task.task().kind().options().node());
        }

        int mobile() {
            return (int) entries.stream().filter(entry -> !isKept(entry.task)).count();
        }

        @Nullable HeldTask takeMobile() {
            List<Entry> kept = entries.stream().filter(entry -> isKept(entry.task)).toList();
            entries.removeAll(kept);
            HeldTask taken = take(false);
            entries.addAll(kept);
            return taken;
        }

        void add(HeldTask task, int age) {
            entries.add(new Entry(task, age));
        }

        int ahead(HeldTask newcomer, int age) {
            add(newcomer, age);
            int ahead = inStartOrder().indexOf(newcomer);
            remove(newcomer.id());
            return ahead;
        }

        @Nullable HeldTask take(boolean toStart) {
            HeldTask first =
                    entries.stream().min(order(toStart)).map(entry -> entry.task).orElse(null);
            entries.removeIf(entry -> entry.task == first);
            return first;
        }

        @Nullable HeldTask remove(TaskId id) {
            HeldTask found =
                    entries.stream()
                            .map(entry -> entry.task)
                            .filter(task -> task.id().equals(id))
                            .findAny()
                            .orElse(null);
            entries.removeIf(entry -> entry.task == found);
            return found;
        }

        @Nullable HeldTask takeOf(JobId job) {
            for (HeldTask task : inStartOrder()) {
                if (task.task().kind().job().equals(job)) {
                    return remove(task.id());
                }
            }
            return null;
        }

        List<HeldTask> inStartOrder() {
            return entries.stream().sorted(order(true)).map(entry -> entry.task).toList();
        }

        private Comparator<Entry> order(boolean toStart) {
            Comparator<Entry> byPriority =
                    Comparator.comparingInt(e -> -e.task.task().kind().options().priority());
            Comparator<Entry> byPlace =
                    Comparator.comparingInt(e -> isKept(e.task) == toStart ? 0 : 1);
            Comparator<Entry> byClass =
                    Comparator.comparingInt(e -> isStacked(e.task) == toStart ? 0 : 1);
            return (toStart ? byPriority.thenComparing(byPlace) : byPlace.thenComparing(byPriority))
                    .thenComparing(byClass)
                    .thenComparingInt(e -> toStart && isStacked(e.task) ? -e.age : e.age);
        }

        long weight() {
            return entries.stream().mapToLong(e -> e.task.task().weight()).sum();
        }

        long totalWeight() {
            TreeMap<Long, Long> byJob = new TreeMap<>();
            for (Entry entry : entries) {
                var kind = entry.task.task().kind();
                byJob.merge(kind.job().value(), kind.options().totalWeight(), Math::max);
            }
            return byJob.values().stream().mapToLong(weight -> weight).sum();
        }
    }
}
