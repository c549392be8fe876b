package org.evenkeel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.cli.query.FailureLine;
import org.evenkeel.wire.proto.FailuresAnswer;
import org.junit.jupiter.api.Test;

class FailureTableTest {

    private static FailureLine line(long count, String exception, String place, String... nodes) {
        FailuresAnswer.Group.Builder group =
                FailuresAnswer.Group.newBuilder()
                        .setStatus("FAILED")
                        .setException(exception)
                        .setPlace(place)
                        .setCount(count)
                        .setTask("3k7x0a9q2m4fz-17");
        for (String node : nodes) {
            group.addMachines(FailuresAnswer.Machine.newBuilder().setNode(node).setCount(1));
        }
        return new FailureLine(group.build());
    }

    private static List<String> table(FailureLine... lines) {
        return FailureTable.of(List.of(lines)).lines(TerminalColours.PLAIN);
    }

    @Test
    void causesAreOneLineEach() {
        assertThat(
                        table(
                                line(
                                        667,
                                        "java.lang.IllegalStateException",
                                        "com.acme.Render.load(Render.java:42)",
                                        "n1",
                                        "n2",
                                        "n3"),
                                line(1_333, "com.acme.Busy", "", "n2")))
                .containsExactly(
                        "count  exception              place           machines  example",
                        "  667  IllegalStateException  Render.load:42  n1,n2,n3  3k7x0a9q2m4fz-17",
                        "1,333  Busy                   -               n2        3k7x0a9q2m4fz-17");
    }

    @Test
    void attemptsThatWereRunAgainHaveAColumn() {
        FailureLine busy = line(2, "com.acme.Busy", "", "n2");
        FailureLine retried =
                new FailureLine(busy.group().toBuilder().setCount(0).setRetried(1_200).build());
        assertThat(table(busy, retried))
                .containsExactly(
                        "count  retried  exception  place  machines  example",
                        "    2        0  Busy           -  n2        3k7x0a9q2m4fz-17",
                        "    0    1,200  Busy           -  n2        3k7x0a9q2m4fz-17");
        String type = "com.acme." + "Long".repeat(30);
        FailureLine wide = line(1_234_567, type, type + ".load(Long.java:1234)", "n1");
        assertThat(table(new FailureLine(wide.group().toBuilder().setRetried(1_234_567).build())))
                .allMatch(each -> each.length() <= FailureTable.COLUMNS);
    }

    @Test
    void longNamesAreCutToFitATerminal() {
        String type = "com.acme." + "Long".repeat(30);
        List<String> lines =
                table(
                        line(1_234_567, type + "Exception", type + ".load(Long.java:1234)", "n1"),
                        line(1, "a.B", "a.B.c(B.java:1)", "n".repeat(60), "m"));
        assertThat(lines).allMatch(line -> line.length() <= FailureTable.COLUMNS);
        assertThat(lines.get(1)).contains("LongLong", "…", "Long.load:1234", "3k7x0a9q2m4fz-17");
        assertThat(lines.get(2)).contains("2 nodes");
    }

    @Test
    void aLongPlaceMayUseWhatTheExceptionLeaves() {
        List<String> lines =
                table(line(1, "a.Busy", "a." + "x".repeat(20) + ".load(X.java:7)", "n1"));
        assertThat(lines.get(1)).contains("x".repeat(20) + ".load:7");
    }
}
