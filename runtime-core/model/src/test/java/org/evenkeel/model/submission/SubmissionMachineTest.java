package org.evenkeel.model.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.evenkeel.model.submission.SpokenOutput.Item;
import org.junit.jupiter.api.Test;

/** What leaves for the daemon on one link: order, window, acknowledgements, cancellations. */
class SubmissionMachineTest {
    private final SpokenOutput said = new SpokenOutput();
    private final SubmissionMachine<Item> machine = new SubmissionMachine<>(said);

    private void attach(int window) {
        machine.window(window, Long.MAX_VALUE);
        machine.attached(SessionContinuity.NEW, false);
    }

    private Item submit() {
        return submit(0);
    }

    private Item submit(int bytes) {
        Item task = new Item(false);
        machine.submit(task, bytes);
        return task;
    }

    private void ends(long... numbers) {
        for (long number : numbers) {
            machine.outcome(number);
        }
        machine.acknowledge();
    }

    @Test
    void tasksLeaveInTheOrderOfTheirNumbers() {
        attach(10);
        submit();
        submit();
        assertThat(said.take()).containsExactly("submit 1 in epoch 1", "submit 2 in epoch 1");
        assertThat(machine.open()).extracting(Item::number).containsExactly(1L, 2L);
        assertThat(machine.openTasks()).isEqualTo(2);
    }

    @Test
    void aTaskThatOnlyHasANumberIsNotOpen() {
        attach(10);
        Item alone = new Item(false);
        machine.number(alone);
        assertThat(alone.number()).isEqualTo(1);
        assertThat(machine.open(1)).isNull();
        assertThat(machine.submittedUpTo()).isZero();
        assertThat(submit().number()).isEqualTo(2);
        assertThat(machine.submittedUpTo()).isEqualTo(2);
    }

    @Test
    void aTaskAboveTheWindowLeavesBehindTheAcknowledgementThatMakesRoom() {
        attach(1);
        submit();
        submit();
        assertThat(machine.hasRoom(0)).isFalse();
        assertThat(said.take()).containsExactly("submit 1 in epoch 1");
        ends(1);
        assertThat(said.take()).containsExactly("acknowledge [1]", "submit 2 in epoch 1");
    }

    @Test
    void aLaterTaskDoesNotOvertakeOneThatIsHeld() {
        machine.window(10, 10);
        machine.attached(SessionContinuity.NEW, false);
        submit(8);
        submit(8);
        submit(1);
        assertThat(said.take()).containsExactly("submit 1 in epoch 1");
        machine.window(10, 16);
        assertThat(said.take()).containsExactly("submit 2 in epoch 1");
        ends(1);
        assertThat(said.take()).containsExactly("acknowledge [1]", "submit 3 in epoch 1");
    }

    @Test
    void oneTaskLargerThanTheWindowPasses() {
        machine.window(10, 10);
        machine.attached(SessionContinuity.NEW, false);
        submit(4_000);
        assertThat(said.take()).containsExactly("submit 1 in epoch 1");
        assertThat(machine.hasRoom(0)).isFalse();
    }

    @Test
    void blockedSubmittersAreWokenWhenAnEighthOfTheWindowIsFree() {
        attach(16);
        for (int i = 0; i < 16; i++) {
            submit();
        }
        ends(1);
        assertThat(machine.hasRoom(0)).isTrue();
        assertThat(machine.isRoomy()).isFalse();
        ends(2);
        assertThat(machine.isRoomy()).isTrue();
    }

    /** As at a daemon whose disk kept tasks: it tells their outcomes before it has them again. */
    @Test
    void aHeldTaskThatEndsFreesNoRoomThatItDidNotHave() {
        attach(100);
        for (int i = 0; i < 10; i++) {
            submit();
        }
        machine.window(2, Long.MAX_VALUE);
        said.take();
        machine.attached(SessionContinuity.RECOVERED, false);
        assertThat(said.take()).containsExactly("submit 1 in epoch 1025", "submit 2 in epoch 1025");
        ends(5, 6, 7, 8, 9, 10);
        assertThat(said.take()).containsExactly("acknowledge [5, 6, 7, 8, 9, 10]");
        ends(1);
        assertThat(said.take()).containsExactly("acknowledge [1]", "submit 3 in epoch 1025");
    }

    // ---- Outcomes

    /** Other threads submit while its callbacks run. */
    @Test
    void aTaskThatHasEndedKeepsItsRoomUntilItIsAcknowledged() {
        attach(1);
        submit();
        submit();
        said.take();
        machine.outcome(1);
        assertThat(machine.hasRoom(0)).isFalse();
        machine.window(1, Long.MAX_VALUE);
        assertThat(said.take()).isEmpty();
        machine.acknowledge();
        assertThat(said.take()).containsExactly("acknowledge [1]", "submit 2 in epoch 1");
    }

    @Test
    void outcomeThatIsToldTwiceIsAcknowledgedTwice() {
        attach(10);
        Item task = submit();
        said.take();
        assertThat(machine.outcome(1)).isSameAs(task);
        assertThat(machine.outcome(1)).isNull();
        machine.acknowledge();
        assertThat(said.take()).containsExactly("acknowledge [1, 1]");
        assertThat(machine.openTasks()).isZero();
    }

    @Test
    void manyAcknowledgementsAreToldInBatches() {
        attach(3_000);
        for (int i = 0; i < 3_000; i++) {
            submit();
        }
        said.take();
        for (int i = 1; i <= 3_000; i++) {
            machine.outcome(i);
        }
        machine.acknowledge();
        assertThat(said.take()).hasSize(3).allMatch(one -> one.startsWith("acknowledge ["));
    }

    @Test
    void outcomeThatComesAfterTheClientLeftIsNotAcknowledged() {
        attach(10);
        submit();
        said.take();
        machine.leave();
        machine.close();
        ends(1);
        assertThat(said.take()).isEmpty();
    }

    @Test
    void aRejectedTaskIsNoLongerOpenAndMakesRoom() {
        attach(1);
        Item first = submit();
        submit();
        said.take();
        assertThat(machine.rejected(1)).isSameAs(first);
        assertThat(machine.rejected(1)).isNull();
        assertThat(said.take()).containsExactly("submit 2 in epoch 1");
    }

    // ---- Cancellations

    @Test
    void aCancellationIsToldAgainWhenTheTaskIsAccepted() {
        attach(10);
        Item task = submit();
        Item other = submit();
        said.take();
        machine.cancel(List.of(task, other), "its group was cancelled");
        machine.cancel(List.of(task), "its group was cancelled");
        assertThat(said.take())
                .containsExactly(
                        "cancel [1, 2]: its group was cancelled",
                        "cancel [1]: its group was cancelled");
        machine.accepted(1);
        assertThat(said.take()).containsExactly("cancel [1]: cancelled");
        ends(2);
        machine.accepted(2);
        assertThat(said.take()).containsExactly("acknowledge [2]");
    }

    @Test
    void aCancelledTaskThatHasNotLeftIsDropped() {
        attach(1);
        submit();
        Item held = submit();
        machine.cancel(List.of(held), "cancelled");
        said.take();
        ends(1);
        assertThat(said.take()).containsExactly("acknowledge [1]", "dropped 2");
        assertThat(machine.openTasks()).isZero();
    }

    @Test
    void whatIsNotOpenIsNotCancelled() {
        attach(10);
        Item task = submit();
        ends(1);
        said.take();
        machine.cancel(List.of(task, new Item(false)), "cancelled");
        assertThat(said.take()).isEmpty();
        assertThat(task.isCancelRequested()).isFalse();
    }

    // ---- Children left to their parents

    @Test
    void theOutcomeOfADelegatedChildIsNotAcknowledged() {
        attach(1);
        Item child = submit();
        submit();
        said.take();
        assertThat(machine.delegate(child)).isTrue();
        ends(1);
        assertThat(said.take()).isEmpty();
        machine.delegationSent(child);
        assertThat(said.take()).containsExactly("submit 2 in epoch 1");
    }

    @Test
    void aChildThatHasEndedOrNotLeftIsNotDelegated() {
        attach(1);
        Item ended = submit();
        ends(1);
        assertThat(machine.delegate(ended)).isFalse();
        submit();
        Item held = submit();
        said.take();
        assertThat(machine.delegate(held)).isFalse();
        ends(2);
        assertThat(said.take()).containsExactly("acknowledge [2]", "submit 3 in epoch 1");
    }

    // ---- The end

    @Test
    void aClosedSessionGivesWhatWasOpenAndTakesNoMore() {
        attach(1);
        Item first = submit();
        Item held = submit();
        said.take();
        assertThat(machine.close()).containsExactly(first, held);
        assertThat(machine.openTasks()).isZero();
        assertThatThrownBy(this::submit).isInstanceOf(IllegalStateException.class);
        machine.attached(SessionContinuity.NEW, true);
        machine.cancel(List.of(first), "cancelled");
        assertThat(said.take()).isEmpty();
    }

    @Test
    void allIsAcceptedWhenNothingIsHeldAndTheDaemonSaidSo() {
        attach(1);
        assertThat(machine.isAllAccepted()).isTrue();
        submit();
        submit();
        machine.accepted(1);
        assertThat(machine.isAllAccepted()).as("one is held").isFalse();
        ends(1);
        assertThat(machine.isAllAccepted()).as("one is on its way").isFalse();
        machine.accepted(2);
        assertThat(machine.isAllAccepted()).isTrue();
        machine.accepted(1);
        assertThat(machine.acceptedUpTo()).isEqualTo(2);
    }
}
