package org.evenkeel.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.FailuresAnswer;
import org.evenkeel.wire.proto.JobsAnswer;
import org.junit.jupiter.api.Test;

class PrintableMessageTest {

    private static Answers answers(String job, String silent) {
        return Answers.newBuilder()
                .addJobs(
                        JobsAnswer.newBuilder()
                                .setPort(7)
                                .addJobs(JobsAnswer.Job.newBuilder().setName(job)))
                .addSilent(silent)
                .build();
    }

    @Test
    void whatATerminalWouldObeyIsShownAsAnEscape() {
        assertThat(PrintableMessage.of(answers("a\u001b[2Jb\u202ec \u20ac", "\u0007")))
                .isEqualTo(answers("a\\u001b[2Jb\\u202ec \u20ac", "\\u0007"));
    }

    @Test
    void whatAnExceptionSaysIsEscapedToo() {
        FailuresAnswer.Group group =
                FailuresAnswer.Group.newBuilder()
                        .setException("a.Evil")
                        .setPlace("…a.B.c(B.java:1)")
                        .setSummary("a.Evil: \u001b[2J\n")
                        .build();
        FailuresAnswer answer = FailuresAnswer.newBuilder().addGroups(group).build();
        FailuresAnswer printable = (FailuresAnswer) PrintableMessage.of(answer);
        assertThat(printable.getGroups(0).getSummary())
                .startsWith("a.Evil: ")
                .doesNotContain("\u001b", "\n");
        assertThat(printable.getGroups(0).getPlace()).isEqualTo(group.getPlace());
    }
}
