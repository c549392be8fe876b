package org.evenkeel.client.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.Resources;
import org.junit.jupiter.api.Test;

/** Which open tasks a daemon gets again on a fresh link, and under which epoch. */
class ResubmissionTest {

    private final OpenSubmissions openSubmissions =
            new OpenSubmissions(1, new PayloadCodec(getClass().getClassLoader()));

    private OpenTask task(long number, Durability durability) {
        Kind.Limits limits = new Kind.Limits(5, 0, 0, 0, durability, false, Resources.NONE, "", 0);
        OpenTask task =
                new OpenTask(
                        openSubmissions,
                        Kind.of(new Kind.Attributes(5, "k", Digest.NONE, limits, null)),
                        null,
                        1) {};
        task.number = number;
        return task;
    }

    private OpenTask task(long number) {
        return task(number, Durability.MEMORY);
    }

    @Test
    void theSameProcessGetsOnlyWhatItHasNotAccepted() {
        OpenTask accepted = task(1);
        OpenTask onItsWay = task(2);
        Resubmission now =
                new Resubmission(List.of(accepted, onItsWay), SessionContinuity.RESUMED, 1);
        assertThat(now.again).containsExactly(onItsWay);
        assertThat(onItsWay.epoch).as("an epoch is raised for another process only").isEqualTo(1);
    }

    @Test
    void aNewProcessGetsEverythingUnderARaisedEpoch() {
        OpenTask accepted = task(1);
        OpenTask onItsWay = task(2, Durability.DISK);
        for (SessionContinuity sessionContinuity :
                List.of(SessionContinuity.RECOVERED, SessionContinuity.NEW)) {
            int before = accepted.epoch;
            Resubmission now = new Resubmission(List.of(accepted, onItsWay), sessionContinuity, 1);
            assertThat(now.again).containsExactly(accepted, onItsWay);
            assertThat(now.again)
                    .extracting(task -> task.epoch)
                    .containsOnly(before + Grant.CLIENT_STRIDE);
        }
    }

    @Test
    void whatWasCancelledIsToldToWhoHasItAlone() {
        OpenTask inMemory = task(1);
        OpenTask onDisk = task(2, Durability.DISK);
        List<OpenTask> tasks = List.of(inMemory, onDisk);
        tasks.forEach(task -> task.cancelled = true);

        Resubmission same = new Resubmission(tasks, SessionContinuity.RESUMED, 2);
        assertThat(same.cancelled).containsExactly(inMemory, onDisk);

        Resubmission recovered = new Resubmission(tasks, SessionContinuity.RECOVERED, 2);
        assertThat(recovered.cancelled).containsExactly(onDisk);
        assertThat(recovered.unwanted).containsExactly(inMemory);

        Resubmission other = new Resubmission(tasks, SessionContinuity.NEW, 2);
        assertThat(other.unwanted).containsExactly(inMemory, onDisk);
        assertThat(other.again).isEmpty();
    }

    @Test
    void whatAnEarlierClientSubmittedIsLostWhereItIsNotKept() {
        OpenTask inMemory = task(1);
        OpenTask onDisk = task(2, Durability.DISK);
        List<OpenTask> tasks = List.of(inMemory, onDisk);
        tasks.forEach(task -> task.adopted = true);
        Resubmission now = new Resubmission(tasks, SessionContinuity.RECOVERED, 2);
        assertThat(now.lost).containsExactly(inMemory);
        assertThat(now.again).isEmpty();
    }
}
