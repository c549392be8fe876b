package org.evenkeel.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.evenkeel.core.Event.Submission;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.protocol.Message;
import org.junit.jupiter.api.Test;

/** Rule R11 from the side of the owner that leaves, and what its clients make of it. */
class SuccessionTest {
    private static final NodeRef B = CoreFixture.ref("b", 1);
    private static final NodeRef B_ANEW = CoreFixture.ref("b", 2);
    private static final int AGAIN = 1 + Grant.CLIENT_STRIDE;

    private final CoreFixture node = new CoreFixture("a", 0);

    SuccessionTest() {
        node.link("b", List.of("b", "c"));
        node.on(new Event.PeerUp(CoreFixture.ref("c", 1)));
    }

    private void leaves() {
        node.on(new Event.DrainStarted("it is told to"));
    }

    private void passes(Task... tasks) {
        node.submit(tasks);
        leaves();
        assertThat(node.sent(Message.Adopt.class)).isNotNull();
    }

    private void clientComes() {
        node.on(new Event.SessionOpened(CoreFixture.CLIENT, false, 2, List.of()));
    }

    private void submitsAgain(Task task) {
        node.on(new Event.TasksSubmitted(CoreFixture.CLIENT, List.of(new Submission(task, AGAIN))));
    }

    private void saysThatWasAll(long upTo) {
        node.on(new Event.SubmittedAgain(CoreFixture.CLIENT, upTo));
    }

    private void successorStartsAnew() {
        node.on(new Event.PeerUp(B_ANEW));
    }

    private List<Long> accepted() {
        return node.all(Effect.Accept.class).stream().map(Effect.Accept::upTo).toList();
    }

    /** The next owner has the tasks by the attachment before, and would drop them. */
    @Test
    void aClientThatComesWhileItsTasksArePassedOnHasNotMovedHere() {
        passes(CoreFixture.task(1));
        clientComes();
        saysThatWasAll(0);
        assertThat(node.sent(Message.SessionMoved.class)).isNull();
        node.hear("b", new Message.Adopted(1));
        assertThat(node.sent(Message.SessionMoved.class)).isNull();
        assertThat(node.all(Effect.PassSession.class))
                .containsExactly(new Effect.PassSession(CoreFixture.CLIENT, B));
    }

    @Test
    void itHasWhenTheyAreTakenBack() {
        passes(CoreFixture.task(1));
        clientComes();
        saysThatWasAll(0);
        successorStartsAnew();
        assertThat(node.sent(Message.SessionMoved.class))
                .isEqualTo(new Message.SessionMoved(CoreFixture.CLIENT, 2));
        Message.Adopt next = node.sent(Message.Adopt.class);
        assertThat(next).isNotNull();
        assertThat(next.tasks())
                .singleElement()
                .satisfies(task -> assertThat(task.attachment()).isEqualTo(2));
    }

    /** It goes on to another node with all of them; who was left is told there. */
    @Test
    void aClientWhoseTasksAreRejectedHasNotMovedHere() {
        passes(CoreFixture.task(1));
        node.hear("b", new Message.Adopted(1));
        clientComes();
        submitsAgain(CoreFixture.task(2));
        assertThat(node.all(Effect.Reject.class)).hasSize(1);
        saysThatWasAll(2);
        assertThat(node.sent(Message.SessionMoved.class)).isNull();
    }

    @Test
    void whatIsSubmittedAgainWhileItIsPassedOnIsAcceptedWhenItIsTakenBack() {
        passes(CoreFixture.task(1));
        clientComes();
        submitsAgain(CoreFixture.task(1));
        assertThat(accepted()).doesNotContain(1L);
        successorStartsAnew();
        assertThat(accepted()).contains(1L);
        Message.Adopt next = node.sent(Message.Adopt.class);
        assertThat(next).isNotNull();
        assertThat(next.tasks())
                .singleElement()
                .satisfies(task -> {
                    assertThat(task.state().grant().epoch()).isEqualTo(AGAIN + 1);
                    assertThat(task.inForce()).as("it goes on").isEqualTo(Grant.first(1));
                });
    }

    @Test
    void aSuccessorThatLeavesItselfIsWaitedFor() {
        passes(CoreFixture.task(1));
        node.hear("b", new Message.Leaving("it is told to, too"));
        assertThat(node.sent(Message.Adopt.class)).isNull();
        node.hear("b", new Message.Adopted(1));
        assertThat(node.all(Effect.PassSession.class))
                .containsExactly(new Effect.PassSession(CoreFixture.CLIENT, B));
    }

    /** What it had taken is gone with it. */
    @Test
    void clientsOfWhoseTasksTheLostSuccessorHadAPartAreSentAfterThem() {
        Task written =
                new Task(
                        new TaskId(CoreFixture.CLIENT, 2),
                        CoreFixture.kind(0, Durability.REPLICATED),
                        new CoreFixture.Bytes(10),
                        1,
                        null);
        passes(CoreFixture.task(1), written); // the second waits for its replica
        node.hear("b", new Message.Adopted(1));
        assertThat(node.all(Effect.PassSession.class)).isEmpty();
        successorStartsAnew();
        assertThat(node.all(Effect.PassSession.class))
                .containsExactly(new Effect.PassSession(CoreFixture.CLIENT, B));
    }

    private JournalRecord.JobOpened jobSaid() {
        return Objects.requireNonNull(node.sent(Message.Adopt.class)).jobs().getFirst();
    }

    /**
     * An owner that starts anew in between still has the rest, which must not be taken for nothing.
     */
    @Test
    void aJobIsSaidToBeWholeWithTheLastOfItsTasks() {
        node.on(new Event.JobOpened(CoreFixture.CLIENT, CoreFixture.JOB, "lasting", true, ""));
        Task[] tasks = new Task[Message.Adopt.MAX_TASKS + 1];
        Arrays.setAll(tasks, i -> CoreFixture.task(i + 1));
        node.submit(tasks);
        leaves();
        List<Integer> attachments =
                node.all(Effect.Send.class).stream()
                        .map(Effect.Send::message)
                        .filter(Message.Adopt.class::isInstance)
                        .map(message -> ((Message.Adopt) message).jobs().getFirst().attachment())
                        .toList();
        assertThat(attachments).containsExactly(0, 1);
    }

    @Test
    void whatIsSaidAgainOnANewLinkIsWholeWithTheLastOfItsTasksToo() {
        node.on(new Event.JobOpened(CoreFixture.CLIENT, CoreFixture.JOB, "lasting", true, ""));
        passes(CoreFixture.task(1));
        assertThat(jobSaid().attachment()).isEqualTo(1);
        node.on(new Event.PeerDown(B.id()));
        node.on(new Event.PeerUp(B));
        assertThat(jobSaid().attachment()).isEqualTo(1);
    }
}
