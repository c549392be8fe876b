package org.evenkeel.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import org.evenkeel.wire.proto.FailuresAnswer;
import org.junit.jupiter.api.Test;

class FailureLineTest {
    private static final String PLACE = "com.acme.Render$Tile.load(Render.java:42)";

    private static FailuresAnswer.Group.Builder group(
            String exception, int count, String... nodes) {
        FailuresAnswer.Group.Builder group =
                FailuresAnswer.Group.newBuilder()
                        .setStatus("FAILED")
                        .setException(exception)
                        .setPlace(PLACE)
                        .setCount(count)
                        .setFirst("2026-11-27T00:00:05Z")
                        .setLast("2026-11-27T00:00:06Z")
                        .setTask("3k7x0a9q2m4fz-" + count)
                        .setSummary(exception + ": " + count);
        for (String node : nodes) {
            group.addMachines(FailuresAnswer.Machine.newBuilder().setNode(node).setCount(1));
        }
        return group;
    }

    private static FailuresAnswer node(int attachment, FailuresAnswer.Group.Builder... groups) {
        FailuresAnswer.Builder node =
                FailuresAnswer.newBuilder().setKnown(true).setAttachment(attachment);
        for (FailuresAnswer.Group.Builder group : groups) {
            node.addGroups(group);
        }
        return node.build();
    }

    @Test
    void groupsOfAllNodesAreCountedTogetherTheLargestFirst() {
        List<FailureLine> lines =
                FailureLine.list(
                        List.of(
                                node(1, group("a.Busy", 3, "n10", "n2"), group("a.Lost", 4, "n2")),
                                FailuresAnswer.getDefaultInstance(),
                                node(
                                        1,
                                        group("a.Busy", 2, "n2")
                                                .setElsewhere(1)
                                                .setFirst("2026-11-27T00:00:01Z")
                                                .setLast("2026-11-27T00:00:09Z"))));
        assertThat(lines)
                .extracting(FailureLine::what, line -> line.group().getCount())
                .containsExactly(tuple("Busy", 5L), tuple("Lost", 4L));
        assertThat(lines.getFirst().fields())
                .containsEntry("exception", "a.Busy")
                .containsEntry("machines", Map.of("n2", 2L, "n10", 1L))
                .containsEntry("elsewhere", 1L)
                .containsEntry("first", "2026-11-27T00:00:01Z")
                .containsEntry("last", "2026-11-27T00:00:09Z")
                .containsEntry("example", "3k7x0a9q2m4fz-2")
                .containsEntry("summary", "a.Busy: 2");
        assertThat(lines.getFirst().machines().keySet()).containsExactly("n2", "n10");
    }

    @Test
    void attemptsThatWereRunAgainAreCountedApart() {
        List<FailureLine> lines =
                FailureLine.list(
                        List.of(
                                node(
                                        1,
                                        group("a.Lost", 0, "n1").setRetried(3),
                                        group("a.Slow", 0, "n1").setRetried(4),
                                        group("a.Busy", 2, "n1").setRetried(1)),
                                node(1, group("a.Busy", 0, "n2").setRetried(5))));
        assertThat(lines)
                .extracting(FailureLine::what, line -> line.group().getCount())
                .containsExactly(tuple("Busy", 2L), tuple("Slow", 0L), tuple("Lost", 0L));
        assertThat(lines.getFirst().fields()).containsEntry("retried", 6L);
    }

    @Test
    void nodesThatTheClientLeftAreNotCounted() {
        List<FailureLine> lines =
                FailureLine.list(
                        List.of(
                                node(1, group("a.Busy", 3, "n1")),
                                node(2, group("a.Busy", 2, "n2"))));
        assertThat(lines)
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.group().getCount()).isEqualTo(2);
                    assertThat(line.machines()).isEqualTo(Map.of("n2", 1L));
                });
    }

    @Test
    void whatHasNoGroupIsLast() {
        List<FailureLine> lines =
                FailureLine.list(
                        List.of(
                                node(
                                        1,
                                        group("", 900).setStatus("OTHERS").setPlace(""),
                                        group("", 7).setStatus("WORKERS_DIED").setPlace(""),
                                        group("", 5).setPlace(""),
                                        group("a.Busy", 6))));
        assertThat(lines)
                .extracting(FailureLine::what, FailureLine::where)
                .containsExactly(
                        tuple("(workers died)", "-"),
                        tuple("Busy", "Render$Tile.load:42"),
                        tuple("(no exception)", "-"),
                        tuple("(other causes)", "-"));
    }

    @Test
    void placeOfAnyFormHasAShortForm() {
        assertThat(where("main(unknown)")).isEqualTo("main");
        assertThat(where("Render.load(Render.java)")).isEqualTo("Render.load");
        assertThat(where("…me.Render.load(Render.java:42)")).isEqualTo("Render.load:42");
        assertThat(where("nonsense")).isEqualTo("nonsense");
        assertThat(where("a.b(")).isEqualTo("a.b");
    }

    private static String where(String place) {
        return new FailureLine(group("a.Busy", 1).setPlace(place).build()).where();
    }
}
