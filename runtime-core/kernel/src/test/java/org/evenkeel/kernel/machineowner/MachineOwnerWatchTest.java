package org.evenkeel.kernel.machineowner;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.kernel.Notice;
import org.evenkeel.kernel.machineowner.MachineOwnerWatch.Action;
import org.junit.jupiter.api.Test;

/** An owner who comes and goes; the clock is moved by hand. */
class MachineOwnerWatchTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long BEGIN = 10_000 * SECOND;

    private final MachineOwnerWatch watch = new MachineOwnerWatch(MachineOwnerPolicy.USUAL);

    private static final Action NONE = new Action.None();
    private static final Action WITHDRAW = new Action.Withdraw();

    private Action idle(long atSecond, long idleSeconds) {
        return watch.observe(
                BEGIN + atSecond * SECOND, new Observation(idleSeconds * SECOND, false, 0, false));
    }

    private static Notice given(Action action) {
        assertThat(action).isInstanceOf(Action.Give.class);
        return ((Action.Give) action).notice();
    }

    @Test
    void anInputFreezesWorkersAndLaterTheirTasksMove() {
        assertThat(idle(0, 1_000)).isEqualTo(NONE);
        Notice notice = given(idle(1, 0));
        assertThat(notice.source()).isEqualTo(Notice.Source.OWNER);
        assertThat(notice.reason()).isEqualTo("in use by its owner");
        assertThat(notice.freezes()).isTrue();
        assertThat(notice.moveNanos()).isEqualTo(BEGIN + 301 * SECOND);
        assertThat(notice.deadlineNanos()).isEqualTo(BEGIN + 311 * SECOND);
        assertThat(idle(2, 0)).as("once").isEqualTo(NONE);
    }

    @Test
    void theNoticeEndsWhenNothingWasSeenForAWhile() {
        idle(1, 0);
        assertThat(idle(400, 0)).isEqualTo(NONE);
        assertThat(idle(400 + 899, 899)).isEqualTo(NONE);
        assertThat(idle(400 + 900, 900)).isEqualTo(WITHDRAW);
        given(idle(2_000, 0));
    }

    @Test
    void anInputBetweenTwoLooksCounts() {
        idle(1, 0);
        idle(301, 4);
        assertThat(idle(1_196, 899)).isEqualTo(NONE);
        assertThat(idle(1_197, 900)).isEqualTo(WITHDRAW);
    }

    @Test
    void whenNothingIsKnownAnyMoreTheOwnerCountsAsGoneSinceTheyWereSeen() {
        idle(1, 0);
        assertThat(watch.observe(BEGIN + 900 * SECOND, Observation.UNKNOWN)).isEqualTo(NONE);
        assertThat(watch.observe(BEGIN + 901 * SECOND, Observation.UNKNOWN)).isEqualTo(WITHDRAW);
    }

    @Test
    void inputsAtALockedScreenDoNotCount() {
        assertThat(watch.observe(BEGIN, new Observation(0, true, 0, false))).isEqualTo(NONE);
    }

    @Test
    void otherProgramsAndBatteryCountLikeAnInput() {
        Observation busy = new Observation(Long.MAX_VALUE, false, 0.31, false);
        assertThat(given(watch.observe(BEGIN, busy)).reason())
                .isEqualTo("busy with other programs");
        MachineOwnerWatch other = new MachineOwnerWatch(MachineOwnerPolicy.USUAL);
        Observation battery = new Observation(Long.MAX_VALUE, false, 0, true);
        assertThat(given(other.observe(BEGIN, battery)).reason()).isEqualTo("on battery");
    }

    @Test
    void whereWorkersAreNotFrozenTasksMoveAtOnce() {
        watch.set(
                new MachineOwnerPolicy(SECOND, false, 300 * SECOND, SECOND, 60 * SECOND, 1, false));
        Notice notice = given(idle(1, 0));
        assertThat(notice.freezes()).isFalse();
        assertThat(notice.moveNanos()).isEqualTo(BEGIN + SECOND);
    }

    @Test
    void anotherPolicyCountsForANoticeThatWasGiven() {
        idle(1, 0);
        MachineOwnerPolicy impatient =
                new MachineOwnerPolicy(3 * SECOND, true, 5 * SECOND, SECOND, 60 * SECOND, 1, false);
        assertThat(given(watch.set(impatient)).moveNanos()).isEqualTo(BEGIN + 6 * SECOND);
        assertThat(idle(70, 69)).isEqualTo(WITHDRAW);
        assertThat(watch.set(MachineOwnerPolicy.USUAL)).isEqualTo(NONE);
    }

    @Test
    void whereTasksResumeAtOnceTheyDoNotWhileTheOwnerIsActive() {
        watch.set(new MachineOwnerPolicy(SECOND, true, 60 * SECOND, SECOND, 0, 1, false));
        given(idle(1, 0));
        assertThat(idle(2, 0)).isEqualTo(NONE);
        assertThat(idle(4, 2)).isEqualTo(WITHDRAW);
    }
}
