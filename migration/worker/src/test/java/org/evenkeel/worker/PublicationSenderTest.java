package org.evenkeel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.awaitility.Awaitility;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.client.files.PublicationPart;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.continuations.envelope.Envelope.Published;
import org.evenkeel.model.Grant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What tasks publish is numbered and sent in order; the newest are kept. */
@Timeout(120)
class PublicationSenderTest {

    private static final Ticket TASK = new Ticket(5, 6, 1, 2);
    private static final int LARGE = 900_000;

    private final PayloadCodec codec = new PayloadCodec(getClass().getClassLoader());
    private final List<PublicationPart> came = new ArrayList<>();
    private final Semaphore open = new Semaphore(1_000_000);
    private volatile FileReply answer = FileReply.DONE;
    private final PublicationSender sender = new PublicationSender(this::take);
    private final TaskPublisher publisher = new TaskPublisher(TASK, codec, sender);

    private FileReply take(Ticket task, long number, PublicationPart part) throws IOException {
        open.acquireUninterruptibly();
        FileReply reply = answer;
        if (reply.problem() == Problem.AWAY) {
            throw new IOException("away");
        }
        if (reply.problem() == Problem.NONE) {
            synchronized (came) {
                came.add(part);
            }
        }
        return reply;
    }

    /** The numbers of the values that have come whole. */
    private List<Long> numbers() {
        synchronized (came) {
            return came.stream().filter(part -> !part.more()).map(PublicationPart::number).toList();
        }
    }

    @Test
    void valuesAreCountedAndSentInOrder() {
        publisher.publish("one");
        publisher.publish("two");
        sender.flush(TASK);
        assertThat(numbers()).containsExactly(1L, 2L);
        assertThat(came).allMatch(part -> part.attempt().equals(new Grant(1, 2)));
    }

    @Test
    void largeValueIsSentInParts() {
        publisher.publish(new byte[150_000]);
        sender.flush(TASK);
        assertThat(came).extracting(PublicationPart::offset).containsExactly(0, 65536, 131072);
        assertThat(came).extracting(PublicationPart::more).containsExactly(true, true, false);
    }

    @Test
    void newestAreKeptWhileTheProgramIsSlow() {
        open.drainPermits();
        publisher.publish("first");
        Awaitility.await("it is on its way").until(() -> open.hasQueuedThreads());
        for (int i = 0; i < 10; i++) {
            publisher.publish(new byte[LARGE]);
        }
        open.release(1_000_000);
        sender.flush(TASK);
        assertThat(numbers()).as("4 MiB of them").containsExactly(1L, 8L, 9L, 10L, 11L);
    }

    @Test
    void valuesWaitForAProgramThatIsAway() {
        answer = FileReply.problem(Problem.AWAY, "");
        publisher.publish("one");
        publisher.publish("two");
        answer = FileReply.DONE;
        Awaitility.await().until(() -> numbers().equals(List.of(1L, 2L)));
    }

    @Test
    void taskThatHasLeftSendsNothingMore() {
        open.drainPermits();
        publisher.publish("on its way");
        Awaitility.await().until(() -> open.hasQueuedThreads());
        publisher.publish("waits");
        sender.forget(TASK);
        open.release(1_000_000);
        TaskPublisher other = new TaskPublisher(new Ticket(5, 7, 1, 1), codec, sender);
        other.publish("another task's");
        sender.flush(new Ticket(5, 7, 1, 1));
        assertThat(numbers()).containsExactly(1L, 1L);
    }

    @Test
    void childIsToldThatNoProgramTakesItsValues() {
        answer = FileReply.problem(Problem.NO_TASK, "not for children");
        publisher.publish("one");
        sender.flush(TASK);
        assertThatThrownBy(() -> publisher.publish("two"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("not for children");
        assertThat(publisher.published().count()).as("it was not published").isOne();
    }

    @Test
    void countGoesOnElsewhere() {
        publisher.publish("one");
        Published checkpoint = publisher.published();
        assertThat(checkpoint).isEqualTo(new Published(1, 2, 1));
        Ticket later = new Ticket(5, 6, 1, 3);
        TaskPublisher elsewhere = new TaskPublisher(later, codec, sender);
        elsewhere.resumeAt(checkpoint);
        elsewhere.publish("two");
        sender.flush(TASK);
        sender.flush(later);
        assertThat(numbers()).containsExactly(1L, 2L);
        assertThat(came).allMatch(part -> part.attempt().equals(new Grant(1, 2)));
    }
}
