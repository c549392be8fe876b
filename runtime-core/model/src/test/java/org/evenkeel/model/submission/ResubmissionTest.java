package org.evenkeel.model.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.evenkeel.model.Grant;
import org.evenkeel.model.submission.SpokenOutput.Item;
import org.junit.jupiter.api.Test;

/** What a daemon gets again on a fresh link, and under which epoch (rule R8). */
class ResubmissionTest {
    private static final int RAISED = 1 + Grant.CLIENT_STRIDE;

    private final SpokenOutput said = new SpokenOutput();
    private final SubmissionMachine<Item> machine = new SubmissionMachine<>(said);

    /** Two tasks, the second one durable, at a daemon that has accepted so many. */
    private List<Item> twoTasks(long accepted) {
        machine.window(10, Long.MAX_VALUE);
        machine.attached(SessionContinuity.NEW, false);
        Item inMemory = new Item(false);
        Item onDisk = new Item(true);
        machine.submit(inMemory, 0);
        machine.submit(onDisk, 0);
        machine.accepted(accepted);
        said.take();
        return List.of(inMemory, onDisk);
    }

    private List<String> attached(SessionContinuity continuity) {
        machine.detached();
        machine.attached(continuity, true);
        return said.take();
    }

    @Test
    void theSameProcessGetsOnlyWhatItHasNotAccepted() {
        twoTasks(1);
        assertThat(attached(SessionContinuity.RESUMED))
                .as("an epoch is raised for another process only")
                .containsExactly("submit 2 in epoch 1", "submitted again up to 2");
        machine.accepted(2);
        assertThat(attached(SessionContinuity.RESUMED)).containsExactly("submitted again up to 0");
    }

    @Test
    void aNewProcessGetsEverythingUnderARaisedEpoch() {
        twoTasks(1);
        assertThat(attached(SessionContinuity.RECOVERED))
                .containsExactly(
                        "submit 1 in epoch " + RAISED,
                        "submit 2 in epoch " + RAISED,
                        "submitted again up to 2");
        int raisedAgain = RAISED + Grant.CLIENT_STRIDE;
        assertThat(attached(SessionContinuity.NEW))
                .containsExactly(
                        "submit 1 in epoch " + raisedAgain,
                        "submit 2 in epoch " + raisedAgain,
                        "submitted again up to 2");
    }

    @Test
    void whatIsSubmittedWithoutALinkLeavesOnTheNextOne() {
        twoTasks(2);
        machine.detached();
        machine.submit(new Item(false), 0);
        assertThat(said.take()).isEmpty();
        assertThat(attached(SessionContinuity.RESUMED))
                .containsExactly("submit 3 in epoch 1", "submitted again up to 3");
    }

    @Test
    void whatWasCancelledIsToldToTheDaemonThatHasItAlone() {
        machine.cancel(twoTasks(2), "cancelled");
        said.take();
        assertThat(attached(SessionContinuity.RESUMED))
                .containsExactly("cancel [1, 2]: cancelled", "submitted again up to 0");
        assertThat(attached(SessionContinuity.RECOVERED))
                .containsExactly("dropped 1", "cancel [2]: cancelled", "submitted again up to 0");
        assertThat(attached(SessionContinuity.NEW))
                .containsExactly("dropped 2", "submitted again up to 0");
        assertThat(machine.openTasks()).isZero();
    }

    @Test
    void whatWasCancelledBeforeItWasAcceptedIsNotWaitedForAfterARestart() {
        machine.cancel(twoTasks(1), "cancelled");
        said.take();
        assertThat(attached(SessionContinuity.RECOVERED))
                .as("the disk may have the second one, whose acceptance was not told")
                .containsExactly(
                        "dropped 1",
                        "dropped 2",
                        "cancel [2]: cancelled",
                        "submitted again up to 0");
        assertThat(machine.isAllAccepted()).isTrue();
        assertThat(machine.openTasks()).isZero();
        assertThat(machine.outcome(2)).isNull();
        machine.acknowledge();
        assertThat(said.take()).containsExactly("acknowledge [2]");
    }

    @Test
    void aSmallerWindowIsKeptAndTheEndIsToldWhenAllHaveLeft() {
        twoTasks(2);
        machine.detached();
        machine.window(1, Long.MAX_VALUE);
        assertThat(attached(SessionContinuity.NEW)).containsExactly("submit 1 in epoch " + RAISED);
        machine.submit(new Item(false), 0);
        machine.outcome(1);
        machine.acknowledge();
        assertThat(said.take())
                .containsExactly(
                        "acknowledge [1]",
                        "submit 2 in epoch " + RAISED,
                        "submitted again up to 2");
        machine.outcome(2);
        machine.acknowledge();
        assertThat(said.take()).containsExactly("acknowledge [2]", "submit 3 in epoch 1");
    }

    @Test
    void theEndIsToldAlsoWhenWhatWasHeldEndsMeanwhile() {
        twoTasks(2);
        machine.detached();
        machine.window(1, Long.MAX_VALUE);
        attached(SessionContinuity.RECOVERED);
        machine.outcome(2);
        machine.acknowledge();
        assertThat(said.take()).containsExactly("acknowledge [2]", "submitted again up to 1");
    }

    @Test
    void acknowledgementsAreToldAgainToADaemonThatHasTheSession() {
        twoTasks(2);
        machine.outcome(1);
        machine.acknowledge();
        said.take();
        assertThat(attached(SessionContinuity.RESUMED))
                .containsExactly("acknowledge [1]", "submitted again up to 0");
        assertThat(attached(SessionContinuity.RECOVERED))
                .startsWith("acknowledge [1]", "submit 2 in epoch " + RAISED);
        assertThat(attached(SessionContinuity.NEW)).noneMatch(one -> one.startsWith("ack"));
        assertThat(attached(SessionContinuity.RESUMED)).noneMatch(one -> one.startsWith("ack"));
    }

    @Test
    void aRejectionOfWhatWasAcceptedBeforeIsNoAnswer() {
        twoTasks(1);
        assertThat(machine.wasAcceptedElsewhere(1)).as("it is accepted here").isFalse();
        attached(SessionContinuity.NEW);
        assertThat(machine.wasAcceptedElsewhere(1)).isTrue();
        assertThat(machine.wasAcceptedElsewhere(2)).as("it never was").isFalse();
        machine.accepted(1);
        assertThat(machine.wasAcceptedElsewhere(1)).isFalse();
    }

    // ---- Tasks of an earlier client

    private SubmissionMachine<Item> heir(Item... found) {
        SubmissionMachine<Item> heir = new SubmissionMachine<>(said, 4);
        heir.window(10, Long.MAX_VALUE);
        for (int i = 0; i < found.length; i++) {
            heir.adopt(found[i], 2L * (i + 1));
        }
        return heir;
    }

    @Test
    void whatAnEarlierClientSubmittedIsLostWhereItIsNotKept() {
        SubmissionMachine<Item> heir = heir(new Item(false), new Item(true));
        heir.attached(SessionContinuity.RESUMED, true);
        assertThat(said.take()).containsExactly("submitted again up to 0");
        assertThat(heir.isAllAccepted()).isTrue();
        heir.attached(SessionContinuity.RECOVERED, true);
        assertThat(said.take()).containsExactly("lost 2", "submitted again up to 0");
        assertThat(heir.hasAdopted()).isTrue();
        heir.attached(SessionContinuity.NEW, true);
        assertThat(said.take()).containsExactly("lost 4", "submitted again up to 0");
        assertThat(heir.hasAdopted()).isFalse();
        assertThat(heir.openTasks()).isZero();
    }

    @Test
    void outcomesOfTheOtherJobsOfATakenSessionAreNotAcknowledged() {
        SubmissionMachine<Item> heir = heir(new Item(true), new Item(true));
        heir.attached(SessionContinuity.RESUMED, false);
        heir.submit(new Item(true), 0);
        assertThat(said.take()).containsExactly("submit 5 in epoch 1");
        for (long number = 1; number <= 5; number++) {
            heir.outcome(number);
        }
        heir.acknowledge();
        assertThat(said.take()).containsExactly("acknowledge [2, 4, 5]");
    }

    @Test
    void adoptedNumbersRiseUpToTheLastOfTheEarlierClient() {
        SubmissionMachine<Item> heir = heir(new Item(true));
        assertThatThrownBy(() -> heir.adopt(new Item(true), 2))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> heir.adopt(new Item(true), 5))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
