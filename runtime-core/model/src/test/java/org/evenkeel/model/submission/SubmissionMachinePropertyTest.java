package org.evenkeel.model.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.evenkeel.model.submission.SpokenOutput.Item;
import org.evenkeel.testing.Seeds;

/**
 * A machine and a daemon under random events: links break, daemons are replaced, windows differ.
 * Each task ends once or is dropped, leaves in order, and no more than the window is at the daemon.
 */
class SubmissionMachinePropertyTest {
    private static final int STEPS = 2_000;

    /** The daemon of the moment: what it has of the session, and what it was told. */
    private static final class Daemon implements SubmissionOutput<Item> {
        final TreeMap<Long, Integer> open = new TreeMap<>();

        /** The bytes of those that were submitted to this process. */
        final Map<Long, Integer> counted = new LinkedHashMap<>();

        final Set<Long> dropped = new LinkedHashSet<>();
        int window;
        long windowBytes;
        long lastOnLink;
        boolean complete;

        @Override
        public void submit(Item task) {
            assertThat(task.number()).as("order").isGreaterThan(lastOnLink);
            lastOnLink = task.number();
            Integer before = open.put(task.number(), task.epoch());
            assertThat(before == null || before < task.epoch()).as("known tasks").isTrue();
            counted.put(task.number(), task.bytes());
            assertThat(counted.size()).as("window").isLessThanOrEqualTo(window);
            long bytes = counted.values().stream().mapToLong(Integer::longValue).sum();
            assertThat(counted.size() == 1 || bytes <= windowBytes).as("bytes").isTrue();
        }

        @Override
        public void acknowledge(long[] numbers, int count) {
            for (int i = 0; i < count; i++) {
                open.remove(numbers[i]);
                counted.remove(numbers[i]);
            }
        }

        @Override
        public void cancel(List<Item> tasks, String why) {
            assertThat(tasks).isNotEmpty().allMatch(OpenSubmission::isCancelRequested);
        }

        @Override
        public void submittedAgain(long upTo) {
            assertThat(complete).as("it is said once").isFalse();
            assertThat(upTo).isLessThanOrEqualTo(lastOnLink);
            complete = true;
        }

        @Override
        public void dropped(Item task) {
            assertThat(task.isCancelRequested()).isTrue();
            assertThat(dropped.add(task.number())).as("dropped once").isTrue();
        }

        @Override
        public void lost(Item task) {
            throw new AssertionError(task + " was adopted by no test");
        }
    }

    private final Daemon daemon = new Daemon();
    private final SubmissionMachine<Item> machine = new SubmissionMachine<>(daemon);
    private final Set<Long> ended = new LinkedHashSet<>();
    private boolean attached;
    private int submitted;

    @Seeds(50)
    void everyTaskEndsOnceOrIsDropped(long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < STEPS; step++) {
            step(random);
        }
        boolean returns = daemon.window > 0 && random.nextBoolean();
        attach(returns ? SessionContinuity.RECOVERED : SessionContinuity.NEW, random);
        while (!daemon.open.isEmpty()) {
            end(daemon.open.firstKey());
            machine.acknowledge();
        }
        assertThat(daemon.complete).isTrue();
        assertThat(machine.open()).isEmpty();
        assertThat(machine.openTasks()).isZero();
        assertThat(machine.isAllAccepted()).isTrue();
        Set<Long> gone = new LinkedHashSet<>(ended);
        gone.addAll(daemon.dropped);
        assertThat(gone).hasSize(ended.size() + daemon.dropped.size()).hasSize(submitted);
    }

    private void step(Random random) {
        switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> {
                machine.submit(new Item(random.nextBoolean()), random.nextInt(12));
                submitted++;
            }
            case 4, 5, 6, 7 -> {
                if (attached && !daemon.open.isEmpty()) {
                    List<Long> open = new ArrayList<>(daemon.open.keySet());
                    end(open.get(random.nextInt(open.size())));
                }
                if (random.nextBoolean()) {
                    machine.acknowledge();
                }
            }
            case 8 -> {
                if (attached) {
                    machine.accepted(daemon.lastOnLink);
                }
            }
            case 9 -> {
                List<Item> open = machine.open();
                if (!open.isEmpty() && random.nextInt(4) == 0) {
                    Item task = open.get(random.nextInt(open.size()));
                    machine.cancel(List.of(task), "cancelled");
                    assertThat(task.isCancelRequested()).isTrue();
                }
            }
            case 10 -> {
                machine.acknowledge();
                machine.detached();
                attached = false;
            }
            default -> {
                SessionContinuity[] all = SessionContinuity.values();
                attach(daemon.window == 0 ? SessionContinuity.NEW : all[random.nextInt(3)], random);
            }
        }
    }

    private void end(long number) {
        if (machine.outcome(number) != null) {
            assertThat(ended.add(number)).as("ended once").isTrue();
        }
    }

    private void attach(SessionContinuity continuity, Random random) {
        machine.acknowledge();
        machine.detached();
        attached = true;
        daemon.lastOnLink = 0;
        daemon.complete = false;
        switch (continuity) {
            case RESUMED -> {
                daemon.open.keySet().removeIf(n -> n > machine.acceptedUpTo());
                daemon.counted.keySet().retainAll(daemon.open.keySet());
            }
            case RECOVERED -> {
                daemon.open.keySet().removeIf(n -> isForgotten(n, random));
                daemon.counted.clear();
            }
            case NEW -> {
                daemon.open.clear();
                daemon.counted.clear();
                daemon.window = 1 + random.nextInt(20);
                daemon.windowBytes = 1L + random.nextInt(60);
                machine.window(daemon.window, daemon.windowBytes);
            }
        }
        machine.attached(continuity, true);
    }

    /** What a new process of the daemon's node no longer has. */
    private boolean isForgotten(long number, Random random) {
        Item task = machine.open(number);
        boolean accepted = number <= machine.acceptedUpTo();
        return task != null && (!task.isDurable() || !accepted && random.nextBoolean());
    }
}
