package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Durability;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.UnknownJobException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A task moves from node to node, and at each step of that one of those that take part is killed
 * with SIGKILL. Steps are held by making the one that does the next stand still, so that they are
 * met whatever the machine's pace. The task writes down each step of its own that it takes.
 */
@Tag("long")
@Tag("extended")
class MovingKillsProcessIT {
    private static final boolean LONG = Boolean.getBoolean("evenkeel.long");
    private static final String ONE = System.getProperty("evenkeel.case", "");
    private static final Duration SOON = MovingScene.SOON;
    private static final Duration STAGE = StartedNodes.LIMIT;
    private static final int ROWS = 2;

    /** On a busy machine a move may be over before this process has seen it begin. */
    private static final int TRIES = 12;

    /** Why it moves: its node leaves, or a scheduling phase wants its worker. */
    private enum Way {
        DRAIN,
        PHASE
    }

    /** How far the move has come when a process is killed. */
    private enum Stage {
        /** It runs, and is to be suspended at its next checkpoint. */
        ASKED,
        /** Its checkpoint is at the source; the owner stands still. */
        SUSPENDED,
        /** The owner has the checkpoint; no node has a worker for it. */
        WITH_OWNER,
        /** The target is offered it, and stands still. */
        OFFERED,
        /** It runs again at the target. */
        RESUMED
    }

    private enum Victim {
        SOURCE,
        WORKER,
        TARGET,
        OWNER,
        MASTER
    }

    /** What must be left of the work that was done. */
    private enum Remaining {
        /** All: each step is taken once. */
        EVERYTHING,
        /** What was done before the checkpoint. */
        CHECKPOINT,
        /** Nothing: the only copy died, or its owner's memory. */
        NOTHING
    }

    /**
     * @param onDisk whether the task is of level DISK; its client is away then, since one that
     *     loses its daemon submits its tasks elsewhere, from their beginning
     */
    private record Case(Way way, Stage stage, Victim victim, boolean onDisk) {

        Remaining kept() {
            if (victim == Victim.OWNER && !onDisk) {
                return Remaining.NOTHING;
            }
            boolean ran = victim == Victim.SOURCE || victim == Victim.WORKER;
            return switch (stage) {
                case ASKED -> ran ? Remaining.NOTHING : Remaining.EVERYTHING;
                case SUSPENDED ->
                        victim == Victim.SOURCE ? Remaining.NOTHING : Remaining.EVERYTHING;
                case WITH_OWNER -> Remaining.EVERYTHING;
                case OFFERED ->
                        victim == Victim.OWNER ? Remaining.CHECKPOINT : Remaining.EVERYTHING;
                case RESUMED ->
                        victim == Victim.OWNER || victim == Victim.TARGET
                                ? Remaining.CHECKPOINT
                                : Remaining.EVERYTHING;
            };
        }

        /** Where it is to be met between two checkpoints, these are far apart. */
        long stepMillis() {
            return way == Way.PHASE || stage == Stage.ASKED ? 400 : 120;
        }

        int columns() {
            return stepMillis() > 200 ? 4 : 8;
        }

        int steps() {
            return ROWS * columns();
        }

        String sum() {
            return steps() * (steps() + 1) / 2 + " [";
        }

        @Override
        public String toString() {
            return way + "-" + stage + "-" + victim + (onDisk ? "-DISK" : "");
        }
    }

    @TempDir Path folder;
    private MovingScene scene;
    private int played;

    private static List<Case> drains() {
        List<Case> all = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            if (stage == Stage.ASKED || stage == Stage.SUSPENDED) { // later the source has left
                all.add(new Case(Way.DRAIN, stage, Victim.SOURCE, false));
                all.add(new Case(Way.DRAIN, stage, Victim.WORKER, false));
            }
            all.add(new Case(Way.DRAIN, stage, Victim.TARGET, false));
            all.add(new Case(Way.DRAIN, stage, Victim.OWNER, false));
            all.add(new Case(Way.DRAIN, stage, Victim.OWNER, true));
        }
        return all;
    }

    /** The owner places what it has at once: there is no stage between the two. */
    private static List<Case> phases() {
        List<Case> all = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            if (stage != Stage.WITH_OWNER) {
                for (Victim victim : Victim.values()) {
                    all.add(new Case(Way.PHASE, stage, victim, false));
                }
                all.add(new Case(Way.PHASE, stage, Victim.OWNER, true));
            }
        }
        return all;
    }

    /** One of them, and all in the long form. */
    @Test
    void whateverIsKilledWhileATaskLeavesWithItsNode() throws Exception {
        List<Case> few = List.of(new Case(Way.DRAIN, Stage.OFFERED, Victim.TARGET, false));
        playAll(MovingScene::plain, LONG ? drains() : few);
    }

    @Test
    @LongForm
    void whateverIsKilledWhileAPhaseMovesATask() throws Exception {
        playAll(MovingScene::withPhases, phases());
    }

    /** All of them, on daemons that start anew after one that failed. */
    private void playAll(Callable<MovingScene> daemons, List<Case> cases) throws Exception {
        List<AssertionError> failures = new ArrayList<>();
        scene = daemons.call();
        try {
            for (Case one : cases) {
                if (one.toString().startsWith(ONE)) {
                    try {
                        playUntilMet(one);
                    } catch (AssertionError e) {
                        System.out.println(one + " failed: " + e.getMessage() + e.getCause());
                        failures.add(e);
                        scene.close();
                        scene = daemons.call();
                    }
                }
            }
        } finally {
            scene.close();
        }
        assertThat(failures).isEmpty();
    }

    private void playUntilMet(Case one) throws Exception {
        System.out.println(
                one
                        + ": ./mvnw verify -Plong -Dit.test=MovingKillsProcessIT -Devenkeel.case="
                        + one);
        long startNanos = System.nanoTime();
        int tries = 0;
        boolean met = false;
        while (tries < TRIES && !met) {
            tries++;
            met = play(one);
        }
        assertThat(met).as(one + " was met in one of " + TRIES + " tries").isTrue();
        System.out.printf("  in %d tries, %.1f s%n", tries, (System.nanoTime() - startNanos) / 1e9);
    }

    // ---- One of them

    /** Whether the stage was met; if not, the task was let go on to its end. */
    private boolean play(Case one) throws Exception {
        scene.makeWhole();
        if (one.way() == Way.PHASE) {
            scene.awaitTogether();
        }
        played++;
        String owner = scene.owner();
        if (one.way() == Way.DRAIN) {
            MovingScene.await("all are idle", () -> scene.takesAllForIdle(owner));
        }
        Path file = folder.resolve("steps" + played);
        Path gate = folder.resolve("gate" + played);
        TaskOptions options =
                TaskOptions.DEFAULT.withDurability(
                        one.onDisk() ? Durability.DISK : Durability.MEMORY);
        try (Cluster crowd = scene.nodes.connect(owner);
                Cluster cluster = scene.nodes.builder(owner).detached(one.onDisk()).connect()) {
            TaskHandle<String> handle =
                    cluster.submit(
                            new MovingWork.Steps(
                                    file.toString(), ROWS, one.columns(), one.stepMillis()),
                            options);
            String task = handle.id();
            String job = cluster.jobId();
            if (one.onDisk()) {
                cluster.detach();
            }
            awaitSteps(file, 1);
            String source = nodeOf(lines(file).getFirst());
            if (one.stage() == Stage.WITH_OWNER) {
                occupy(crowd, scene.beside(source), gate);
            }
            boolean met = begin(one, crowd, source, owner, task, file);
            int before = (int) lines(file).stream().filter(l -> nodeOf(l).equals(source)).count();
            if (met) {
                kill(one, source, owner);
            }
            scene.resumeAll();
            Files.createFile(gate);
            scene.makeWholeBut(one.way() == Way.DRAIN ? source : "");
            String result = one.onDisk() ? attached(owner, job) : handle.get(SOON);
            if (one.way() == Way.DRAIN) {
                scene.awaitGone(source);
            }
            check(one, met, task, result, lines(file), before);
            if (!met) {
                System.out.println("  not met: " + scene.story(task));
            }
            return met;
        } catch (AssertionError | TimeoutException | ConditionTimeoutException e) {
            throw new AssertionError(one + ", steps " + lines(file) + scene.nodes.logs(), e);
        }
    }

    private void occupy(Cluster crowd, String node, Path gate) {
        Path begun = folder.resolve("begun" + played);
        crowd.submit(
                new MovingWork.Held(begun.toString(), gate.toString()),
                TaskOptions.DEFAULT.withNode(node));
        MovingScene.await(node + " is occupied", () -> Files.exists(begun));
    }

    /** Begins the move and lets it come to the stage; whether it was met there. */
    private boolean begin(
            Case one, Cluster crowd, String source, String owner, String task, Path file)
            throws Exception {
        String target = scene.beside(source);
        if (one.way() == Way.DRAIN) {
            stopForStage(one, owner, target);
            awaitSteps(file, lines(file).size() + 1);
            scene.tellToLeave(source);
            scene.awaitLeaving(source);
        } else {
            awaitSteps(file, lines(file).size() + 1);
            TaskOptions there = TaskOptions.DEFAULT.withNode(source);
            Callable<Boolean> phase =
                    scene.movesFrom(source, () -> crowd.submit(new Work.Spin(1), there));
            if (!comes(task, phase)) {
                return false; // the task had moved before, or the other went elsewhere
            }
            if (scene.hasNoted(source, task, "SUSPENDED", "")) {
                return one.stage() == Stage.RESUMED && awaitStage(one, source, owner, task);
            }
            stopForStage(one, owner, target);
        }
        return awaitStage(one, source, owner, task);
    }

    /** Who has to do the next step stands still. */
    private void stopForStage(Case one, String owner, String target) throws Exception {
        if (one.stage() == Stage.SUSPENDED) {
            scene.pause(owner);
        } else if (one.stage() == Stage.OFFERED) {
            scene.pause(target);
        }
    }

    private boolean awaitStage(Case one, String source, String owner, String task)
            throws Exception {
        String target = scene.beside(source);
        return switch (one.stage()) {
            case ASKED -> !scene.hasNoted(source, task, "SUSPENDED", "");
            case SUSPENDED -> comes(task, () -> scene.hasNoted(source, task, "SUSPENDED", ""));
            case WITH_OWNER ->
                    comes(task, () -> scene.hasNoted(owner, task, "KEPT", ""))
                            && !scene.hasNoted(target, task, "STARTED", "");
            case OFFERED ->
                    comes(
                            task,
                            () ->
                                    scene.hasNoted(owner, task, "KEPT", "")
                                            && scene.hasNoted(owner, task, "OFFERED", target));
            case RESUMED ->
                    comes(task, () -> scene.hasNoted(target, task, "RESUMED_FROM_CHECKPOINT", ""));
        };
    }

    /** Not where the task has ended before it. */
    private boolean comes(String task, Callable<Boolean> condition) throws Exception {
        AtomicBoolean came = new AtomicBoolean();
        MovingScene.await(
                "the stage, or the end of the task",
                STAGE,
                () -> {
                    came.set(condition.call());
                    return came.get() || scene.commits(task) > 0;
                });
        return came.get() || condition.call();
    }

    private void kill(Case one, String source, String owner) throws Exception {
        switch (one.victim()) {
            case SOURCE -> scene.nodes.kill(source);
            case WORKER -> scene.nodes.workers(source).forEach(ProcessHandle::destroyForcibly);
            case TARGET -> scene.nodes.kill(scene.beside(source));
            case OWNER -> scene.nodes.kill(owner);
            case MASTER -> scene.nodes.kill(scene.master());
        }
    }

    /** Its owner is back, or never went. */
    private String attached(String owner, String job) {
        Cluster[] attached = new Cluster[1];
        Awaitility.await("the job is found")
                .atMost(SOON)
                .ignoreException(UnknownJobException.class)
                .until(() -> {
                    attached[0] = scene.nodes.builder(owner).attach(job);
                    return true;
                });
        try (Cluster cluster = attached[0]) {
            return String.valueOf(cluster.handles().getFirst().get(SOON));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    // ---- What must hold

    private void check(
            Case one, boolean met, String task, String result, List<String> lines, int before) {
        assertThat(result).startsWith(one.sum());
        List<Integer> steps = lines.stream().map(MovingKillsProcessIT::stepOf).toList();
        List<Integer> all = IntStream.rangeClosed(1, one.steps()).boxed().toList();
        assertThat(steps.stream().distinct().sorted().toList()).as("no work lost").isEqualTo(all);
        switch (met ? one.kept() : Remaining.NOTHING) {
            case EVERYTHING -> assertThat(steps).as("each step once").isEqualTo(all);
            case CHECKPOINT -> {
                assertThat(steps.subList(0, before)).isEqualTo(all.subList(0, before));
                assertThat(steps.subList(before, steps.size()))
                        .as("nothing from before the checkpoint, after step " + before)
                        .allMatch(step -> step > before);
            }
            case NOTHING -> assertThat(steps.getFirst()).isOne();
        }
        assertThat(scene.commits(task)).as("commits").isOne();
    }

    private static int stepOf(String line) {
        return Integer.parseInt(line.substring(0, line.indexOf(' ')));
    }

    private static String nodeOf(String line) {
        return line.substring(line.indexOf(' ') + 1);
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static void awaitSteps(Path file, int count) {
        MovingScene.await(count + " steps", () -> lines(file).size() >= count);
    }
}
