package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskTraits;
import org.evenkeel.testing.SampleTasks;
import org.evenkeel.testing.Seeds;
import org.jspecify.annotations.Nullable;

/** {@link WaitingTasks} against lists that are sorted at every question. */
class WaitingTasksOracleTest {

    private static final NodeRef OWNER = new NodeRef(new NodeId("a"), 1, "", 0);
    private static final NodeId HERE = new NodeId("here");
    private static final int STEPS = 600;

    @Seeds(40)
    void keepsTheOrdersOfAWorkerBusyLoad(long seed) {
        compare(seed, false, 3);
    }

    @Seeds(40)
    void keepsTheOrdersOfAQueueStackLoad(long seed) {
        compare(seed, true, 3);
    }

    @Seeds(4)
    void keepsTheOrdersOfManyJobs(long seed) {
        compare(seed, false, 50);
    }

    private static void compare(long seed, boolean queueStack, int mostJobs) {
        SplittableRandom random = new SplittableRandom(seed);
        WaitingTasks waiting = new WaitingTasks(queueStack, HERE);
        Oracle oracle = new Oracle(queueStack);
        int jobs = 1 + random.nextInt(mostJobs);
        List<HeldTask> drawn = new ArrayList<>();
        long now = 0;
        for (int step = 0; step < STEPS; step++) {
            now += random.nextLong(30_000_000);
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3 -> {
                    HeldTask task = draw(step, jobs, random);
                    drawn.add(task);
                    waiting.add(task);
                    oracle.add(task, step);
                }
                case 4 -> {
                    HeldTask task = draw(step, jobs, random);
                    drawn.add(task);
                    waiting.addFront(task);
                    oracle.add(task, oracle.isStacked(task) ? step : -step - 1);
                }
                case 5, 6 -> assertThat(waiting.takeToStart(now)).isSameAs(oracle.start(now));
                case 7 ->
                        assertThat(waiting.takeToHandOn()).isSameAs(oracle.handOn(true, _ -> true));
                case 8 ->
                        assertThat(waiting.takeToHandOn(Integer.MAX_VALUE, _ -> true))
                                .isSameAs(oracle.handOn(false, _ -> true));
                case 9 -> {
                    Predicate<HeldTask> fit = task -> task.id().number() % 3 == 0;
                    assertThat(waiting.takeToHandOn(Integer.MAX_VALUE, fit))
                            .isSameAs(oracle.handOn(false, fit));
                    assertThat(waiting.takeToHandOn(fit)).isSameAs(oracle.handOn(true, fit));
                }
                case 10 -> {
                    JobId job = new JobId(random.nextInt(mostJobs));
                    assertThat(waiting.takeOf(job)).isSameAs(oracle.takeOf(job));
                }
                default -> {
                    HeldTask task =
                            drawn.isEmpty() || random.nextInt(9) == 0
                                    ? draw(STEPS + step, jobs, random)
                                    : drawn.get(random.nextInt(drawn.size()));
                    assertThat(waiting.remove(anotherCustody(task))).isFalse();
                    assertThat(waiting.remove(task)).isEqualTo(oracle.remove(task.id()) == task);
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
            assertThat(waiting.nextToStart(3)).isEqualTo(visited.stream().limit(3).toList());
            if (!visited.isEmpty()) {
                HeldTask last = visited.getLast();
                assertThat(waiting.before(last)).isEqualTo(visited.subList(0, visited.size() - 1));
            }
            if (jobs == 1) {
                HeldTask newcomer = draw(STEPS + step, 1, random);
                assertThat(waiting.ahead(TaskTraits.of(newcomer.task())))
                        .isEqualTo(oracle.ahead(newcomer, step + 1));
            }
            assertThat(waiting.peekToStart(now)).isSameAs(oracle.peek(now));
        }
        assertThat(waiting.takeAll()).isEqualTo(oracle.inStartOrder());
        assertThat(waiting.isEmpty()).isTrue();
        assertThat(waiting.weight()).isZero();
    }

    private static HeldTask anotherCustody(HeldTask of) {
        return new HeldTask(of.task(), Grant.first(2), 0, OWNER);
    }

    private static HeldTask draw(int step, int jobs, SplittableRandom random) {
        long job = random.nextInt(jobs);
        NodeId node =
                switch (random.nextInt(4)) {
                    case 0 -> HERE;
                    case 1 -> new NodeId("there");
                    default -> null;
                };
        var kind = SampleTasks.kindFor(node, job, random.nextInt(3), job * 100);
        TaskId parent = random.nextBoolean() ? new TaskId(2, 1) : null;
        var task = SampleTasks.task(step + 1, kind, 1 + random.nextInt(5), parent);
        return new HeldTask(task, Grant.first(1), 0, OWNER);
    }

    private static final class Oracle {
        private static final long TURN_NANOS = 100_000_000;

        private record Entry(HeldTask task, int age) {
            int priority() {
                return task.task().kind().options().priority();
            }

            JobId job() {
                return task.task().kind().job();
            }
        }

        /**
         * The jobs of one priority in the order of their turns, and since when the first has it.
         */
        private static final class Turns {
            private final List<JobId> jobs = new ArrayList<>();
            private @Nullable JobId turn;
            private long since;
        }

        private final List<Entry> entries = new ArrayList<>();
        private final TreeMap<Integer, Turns> byPriority =
                new TreeMap<>(Comparator.<Integer>reverseOrder());
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

        void add(HeldTask task, int age) {
            Entry entry = new Entry(task, age);
            entries.add(entry);
            Turns turns = byPriority.computeIfAbsent(entry.priority(), priority -> new Turns());
            if (!turns.jobs.contains(entry.job())) {
                turns.jobs.add(entry.job());
            }
        }

        /** In the order of their start, of one job: first those for here, then the stack. */
        private List<Entry> of(int priority, JobId job) {
            Comparator<Entry> byClass =
                    Comparator.comparingInt(
                            entry -> isKept(entry.task) ? 0 : isStacked(entry.task) ? 1 : 2);
            Comparator<Entry> byAge =
                    Comparator.comparingInt(
                            entry -> isStacked(entry.task) ? -entry.age : entry.age);
            return entries.stream()
                    .filter(entry -> entry.priority() == priority && entry.job().equals(job))
                    .sorted(byClass.thenComparing(byAge))
                    .toList();
        }

        @Nullable HeldTask peek(long now) {
            for (var turns : byPriority.entrySet()) {
                List<JobId> jobs = turns.getValue().jobs;
                if (jobs.isEmpty()) {
                    continue;
                }
                boolean over =
                        jobs.getFirst().equals(turns.getValue().turn)
                                && now - turns.getValue().since >= TURN_NANOS;
                if (over && jobs.size() > 1) {
                    jobs.add(jobs.removeFirst());
                }
                if (!jobs.getFirst().equals(turns.getValue().turn)) {
                    turns.getValue().turn = jobs.getFirst();
                    turns.getValue().since = now;
                }
                return of(turns.getKey(), jobs.getFirst()).getFirst().task;
            }
            return null;
        }

        @Nullable HeldTask start(long now) {
            HeldTask first = peek(now);
            return first == null ? null : remove(first.id());
        }

        /** The next one to hand on; those that are to run here only if there is no other. */
        @Nullable HeldTask handOn(boolean keptToo, Predicate<HeldTask> fit) {
            HeldTask found = handOn(entry -> !isKept(entry.task) && fit.test(entry.task));
            return found == null && keptToo ? handOn(entry -> fit.test(entry.task)) : found;
        }

        private @Nullable HeldTask handOn(Predicate<Entry> which) {
            Comparator<Entry> order =
                    Comparator.<Entry>comparingInt(entry -> -entry.priority())
                            .thenComparingInt(entry -> isStacked(entry.task) ? 1 : 0)
                            .thenComparingInt(entry -> turns(entry).jobs.indexOf(entry.job()))
                            .thenComparingInt(entry -> entry.age);
            Entry found = entries.stream().filter(which).min(order).orElse(null);
            if (found == null) {
                return null;
            }
            Turns turns = turns(found);
            turns.jobs.remove(found.job());
            turns.jobs.add(found.job());
            if (found.job().equals(turns.turn)) {
                turns.turn = null;
            }
            return remove(found.task.id());
        }

        private Turns turns(Entry entry) {
            return byPriority.get(entry.priority());
        }

        @Nullable HeldTask remove(TaskId id) {
            for (Entry entry : entries) {
                if (entry.task.id().equals(id)) {
                    entries.remove(entry);
                    if (of(entry.priority(), entry.job()).isEmpty()) {
                        Turns turns = turns(entry);
                        turns.jobs.remove(entry.job());
                        if (entry.job().equals(turns.turn)) {
                            turns.turn = null;
                        }
                    }
                    return entry.task;
                }
            }
            return null;
        }

        @Nullable HeldTask takeOf(JobId job) {
            for (int priority : byPriority.keySet()) {
                List<Entry> tasks = of(priority, job);
                if (!tasks.isEmpty()) {
                    return remove(tasks.getFirst().task.id());
                }
            }
            return null;
        }

        /** One of each job in turn. */
        List<HeldTask> inStartOrder() {
            List<HeldTask> order = new ArrayList<>();
            byPriority.forEach((priority, turns) -> {
                int most =
                        turns.jobs.stream()
                                .mapToInt(job -> of(priority, job).size())
                                .max()
                                .orElse(0);
                for (int round = 0; round < most; round++) {
                    for (JobId job : turns.jobs) {
                        List<Entry> tasks = of(priority, job);
                        if (round < tasks.size()) {
                            order.add(tasks.get(round).task);
                        }
                    }
                }
            });
            return order;
        }

        int ahead(HeldTask newcomer, int age) {
            add(newcomer, age);
            int ahead = inStartOrder().indexOf(newcomer);
            remove(newcomer.id());
            return ahead;
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
