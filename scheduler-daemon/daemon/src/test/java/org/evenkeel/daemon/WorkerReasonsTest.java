package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.ProfileTaken;
import org.evenkeel.wire.proto.StackAnswer;
import org.evenkeel.wire.proto.StackTaken;
import org.junit.jupiter.api.Test;

/** Why a worker has no stack or no profile: its process, and so the user's program, writes that. */
class WorkerReasonsTest {

    private static final String WHY = "x".repeat(100_000);

    @Test
    void whyThereIsNoStackIsCut() {
        StackAnswer.Builder answer =
                StackAnswers.fill(
                        StackAnswer.newBuilder(),
                        new TaskId(7, 3),
                        StackTaken.newBuilder().setWhy(WHY).build());
        assertThat(answer.getWhy()).hasSize(WireLimits.MAX_TEXT_LENGTH);
    }

    @Test
    void whyThereIsNoProfileIsCut() {
        ProfileAnswers.Profile profile = new ProfileAnswers.Profile(new JobId(7), null);
        profile.add(ProfileTaken.newBuilder().setWhy(WHY).build());
        assertThat(profile.answer().getProblemsList())
                .singleElement()
                .asString()
                .hasSize(WireLimits.MAX_TEXT_LENGTH);
    }
}
