package org.evenkeel.model.submission;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.model.submission.LinkSilence.Verdict;
import org.junit.jupiter.api.Test;

/** When the other side of a silent link is asked, and when the link is closed. */
class LinkSilenceTest {
    /** Soon the clock overflows: times are compared by their difference. */
    private static final long BEGIN = Long.MAX_VALUE - 15;

    private final LinkSilence silence = new LinkSilence(10, 30);

    @Test
    void silenceEndsTheLinkAfterQuestionsInVain() {
        assertThat(silence.check(BEGIN + 9, BEGIN)).isEqualTo(Verdict.WAIT);
        assertThat(silence.check(BEGIN + 10, BEGIN)).isEqualTo(Verdict.ASK);
        assertThat(silence.check(BEGIN + 20, BEGIN)).isEqualTo(Verdict.ASK);
        assertThat(silence.check(BEGIN + 30, BEGIN)).isEqualTo(Verdict.ASK);
        assertThat(silence.check(BEGIN + 31, BEGIN)).isEqualTo(Verdict.CLOSE);
    }

    @Test
    void anAnswerBeginsTheSilenceAnew() {
        for (long now = BEGIN + 10; now - BEGIN < 100; now += 10) {
            assertThat(silence.check(now, now - 10)).isEqualTo(Verdict.ASK);
        }
    }

    @Test
    void aProcessThatStoodStillAsksBeforeItClosesTheLink() {
        assertThat(silence.check(BEGIN, BEGIN)).isEqualTo(Verdict.WAIT);
        assertThat(silence.check(BEGIN + 60, BEGIN)).isEqualTo(Verdict.ASK);
        assertThat(silence.check(BEGIN + 70, BEGIN)).isEqualTo(Verdict.CLOSE);
    }

    @Test
    void theFirstCheckClosesNothing() {
        assertThat(silence.check(BEGIN + 60, BEGIN)).isEqualTo(Verdict.ASK);
    }

    @Test
    void itIsCheckedTwiceInTheTimeAfterWhichItAsks() {
        assertThat(silence.stepNanos()).isEqualTo(5);
        assertThat(new LinkSilence(1, 3).stepNanos()).isEqualTo(1);
    }
}
