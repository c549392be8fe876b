package org.evenkeel.cli.ask;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AnswersTest {

    @Test
    void whatATerminalWouldObeyIsShownAsAnEscape() throws Exception {
        String json =
                """
                {"answers":[{"node":"n1","jobs":[{"name":"a\\u001b[2Jb\\u202ec \u20ac"}],"\\u0007":1}],
                 "silent":[]}
                """;
        Answers answers = Answers.parse(json);
        assertThat(Answers.maps(answers.nodes().getFirst(), "jobs").getFirst().get("name"))
                .isEqualTo("a\\u001b[2Jb\\u202ec \u20ac");
        assertThat(answers.nodes().getFirst().get("\\u0007")).isEqualTo(1);
    }
}
