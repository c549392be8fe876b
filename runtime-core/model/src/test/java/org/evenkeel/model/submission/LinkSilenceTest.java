package org.evenkeel.model.submission;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.model.submission.LinkSilence.Verdict;
import org.junit.jupiter.api.Test;

/** When the other side of a silent link is asked, and when the link is closed. */
class LinkSilenceTest {
    private final LinkSilence silence = new LinkSilence(10, 30);

    /** Times of a clock that soon overflows: they are compared by their difference. */
    private static long at(long nanos) {
        return Long.MAX_VALUE - 15 + nanos;
    }

    @Test
    void silenceEndsTheLinkAfterQuestionsInVain() {
        assertThat(silence.check(at(9), at(0))).isEqualTo(Verdict.WAIT);
        assertThat(silence.check(at(10), at(0))).isEqualTo(Verdict.ASK);
        assertThat(silence.check(at(20), at(0))).isEqualTo(Verdict.ASK);
        assertThat(silence.check(at(30), at(0))).isEqualTo(Verdict.ASK);
        assertThat(silence.check(at(31), at(0))).isEqualTo(Verdict.CLOSE);
    }

    @Test
    void anAnswerBeginsTheSilenceAnew() {
        for (int after = 10; after < 100; after += 10) {
            assertThat(silence.check(at(after), at(after - 10))).isEqualTo(Verdict.ASK);
        }
    }

    @Test
    void aProcessThatStoodStillAsksBeforeItClosesTheLink() {
        assertThat(silence.check(at(0), at(0))).isEqualTo(Verdict.WAIT);
        assertThat(silence.check(at(60), at(0))).isEqualTo(Verdict.ASK);
        assertThat(silence.check(at(70), at(0))).isEqualTo(Verdict.CLOSE);
    }

    @Test
    void theFirstCheckClosesNothing() {
        assertThat(silence.check(at(60), at(0))).isEqualTo(Verdict.ASK);
    }

    @Test
    void itIsCheckedTwiceInTheTimeAfterWhichItAsks() {
        assertThat(silence.stepNanos()).isEqualTo(5);
        assertThat(new LinkSilence(1, 3).stepNanos()).isEqualTo(1);
    }
}
