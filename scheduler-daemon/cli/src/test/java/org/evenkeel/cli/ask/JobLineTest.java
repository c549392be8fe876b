package org.evenkeel.cli.ask;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobLineTest {

    private static List<JobLine> read(String... answers) throws IOException {
        return JobLine.list(
                Answers.parse("{\"answers\":[" + String.join(",", answers) + "],\"silent\":[]}"));
    }

    private static String job(int attachment, int succeeded, int open) {
        return "{\"job\":\"j1\",\"name\":\"sums\",\"attachment\":%d,\"succeeded\":%d,\"failed\":1,\"open\":%d}"
                .formatted(attachment, succeeded, open);
    }

    @Test
    void copiesOfAllNodesAreCountedTogether() throws IOException {
        List<JobLine> lines =
                read(
                        "{\"node\":\"n1\",\"jobs\":[%s],\"copies\":[{\"job\":\"j1\",\"running\":2,\"waiting\":5}]}"
                                .formatted(job(1, 3, 10)),
                        "{\"node\":\"n10\",\"jobs\":[],\"copies\":[{\"job\":\"j1\",\"running\":1,\"waiting\":0}]}",
                        "{\"node\":\"n9\",\"jobs\":[],\"copies\":[{\"job\":\"j1\",\"running\":1,\"waiting\":1},{\"job\":\"j2\",\"running\":7,\"waiting\":7}]}");
        assertThat(lines).hasSize(1);
        JobLine line = lines.getFirst();
        assertThat(line.node()).isEqualTo("n1");
        assertThat(line.running()).isEqualTo(4);
        assertThat(line.waiting()).isEqualTo(6);
        assertThat(line.places().keySet()).containsExactly("n1", "n9", "n10");
        assertThat(line.done()).isEqualTo(4);
        assertThat(line.total()).isEqualTo(14);
    }

    @Test
    void ofTwoNodesTheOneItsClientWentToLastCounts() throws IOException {
        List<JobLine> lines =
                read(
                        "{\"node\":\"n1\",\"jobs\":[%s]}".formatted(job(1, 3, 10)),
                        "{\"node\":\"n2\",\"jobs\":[%s]}".formatted(job(2, 0, 9)),
                        "{\"node\":\"n3\",\"jobs\":[%s]}".formatted(job(1, 5, 5)));
        assertThat(lines).singleElement().extracting(JobLine::node).isEqualTo("n2");
    }
}
