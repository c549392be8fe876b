package org.evenkeel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobIdTest {

    @Test
    void anIdIsReadAsItIsWritten() {
        assertThat(JobId.parse("3k7x0a9q2m4fz")).hasToString("3k7x0a9q2m4fz");
        assertThat(JobId.parse(" " + new JobId(-7) + "\n")).isEqualTo(new JobId(-7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no/job", "3k7x0a9q2m4fz-1", "3k7x0a9q2m4fzz"})
    void whatIsNoIdIsNamed(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobId.parse(text))
                .withMessage("\"%s\" is not a job id; a job id looks like 3k7x0a9q2m4fz", text);
    }
}
