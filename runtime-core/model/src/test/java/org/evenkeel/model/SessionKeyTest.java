package org.evenkeel.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SessionKeyTest {

    private static final SessionKey KEY = new SessionKey(7, -9);

    /** Programs and daemons of different versions compute the same. */
    @Test
    void idsOfAKeyStayWhatTheyAre() {
        assertThat(Ids.text(KEY.session())).isEqualTo("d6rk0714j38fk");
        assertThat(KEY.job(1)).hasToString("fecjzfnnp3vtd");
        assertThat(KEY.job(2)).isNotEqualTo(KEY.job(1));
    }

    @Test
    void workersOfOneSecretHaveKeysOfTheirOwn() {
        byte[] secret = "abc".getBytes(StandardCharsets.US_ASCII);
        assertThat(SessionKey.ofWorker(1, secret))
                .isEqualTo(SessionKey.ofWorker(1, secret))
                .isNotEqualTo(SessionKey.ofWorker(2, secret));
    }

    @Test
    void aKeyTravelsAsItsBytes() {
        assertThat(KEY.toBytes()).hasSize(SessionKey.BYTES);
        assertThat(SessionKey.read(KEY.toBytes())).isEqualTo(KEY);
        assertThat(KEY.isNone()).isFalse();
        assertThat(SessionKey.NONE.isNone()).isTrue();
    }

    @Test
    void aKeyIsNotWrittenIntoLogs() {
        assertThat(new JobSecret(KEY, 5)).hasToString("JobSecret[key=a key, number=5]");
    }

    @Test
    void aJobIsOfTheSecretThatItsIdWasComputedFrom() {
        JobId job = KEY.job(5);
        assertThat(new JobSecret(KEY, 5).isOf(job)).isTrue();
        assertThat(new JobSecret(KEY, 6).isOf(job)).isFalse();
        assertThat(new JobSecret(new SessionKey(7, 9), 5).isOf(job)).isFalse();
        assertThat(JobSecret.NONE.isOf(SessionKey.NONE.job(0))).as("anybody could").isFalse();
    }
}
