package org.evenkeel.recorder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.StatsAnswer;
import org.junit.jupiter.api.Test;

/** What pages of machines are made of, from answer to answer. */
class MachineListTest {

    private static final long SECOND = 1_000_000_000L;
    private static final Instant STARTED = Instant.parse("2026-11-28T14:05:07.250Z");

    private final MachineList machines = new MachineList(ZoneOffset.UTC);

    private static NodesAnswer.Builder node(String name) {
        return NodesAnswer.newBuilder()
                .setNode(name)
                .setIncarnation(1)
                .setWorkers(4)
                .setBusy(1)
                .setState("low")
                .setVersion("0.1")
                .setStarted(STARTED.toString());
    }

    private static Answers.Builder answers(NodesAnswer.Builder... nodes) {
        Answers.Builder answers = Answers.newBuilder();
        for (NodesAnswer.Builder node : nodes) {
            answers.addNodes(node);
        }
        return answers;
    }

    private static Answers stats(StatsAnswer.Builder stats) {
        return Answers.newBuilder().addStats(stats).build();
    }

    private void update(long second, Answers.Builder nodes) {
        update(second, nodes, Answers.getDefaultInstance());
    }

    private void update(long second, Answers.Builder nodes, Answers stats) {
        machines.update(nodes.build(), stats, second * SECOND, second * 1_000);
    }

    private List<Map<?, ?>> rows() {
        List<?> all = (List<?>) machines.all().get("machines");
        return all.stream().<Map<?, ?>>map(row -> (Map<?, ?>) row).toList();
    }

    private Map<?, ?> row(String name) {
        return rows().stream()
                .filter(row -> name.equals(row.get("machine")))
                .findFirst()
                .orElseThrow();
    }

    private Map<?, ?> inFull(String name) {
        return (Map<?, ?>) ((Map<?, ?>) machines.one(name).get("machine")).get("facts");
    }

    @Test
    void aTableHasTheRowsOfTopWithFacts() {
        StatsAnswer.Builder stats =
                StatsAnswer.newBuilder()
                        .setNode("n1")
                        .setHeapUsedBytes(80)
                        .setDiskFreeBytes(7)
                        .setMachineMemoryBytes(1_000);
        update(5, answers(node("n1").setSpeed(1.5), node("n2")), stats(stats));
        assertThat(machines.all()).containsEntry("at", 5_000L);
        assertThat(row("n1").get("state")).isEqualTo("working");
        assertThat(row("n1").get("answered")).isEqualTo(5_000L);
        assertThat(row("n1").get("facts"))
                .isEqualTo(
                        Map.of(
                                "version",
                                "0.1",
                                "started",
                                STARTED.toEpochMilli(),
                                "idle",
                                3L,
                                "speed",
                                1.5,
                                "backlogSeconds",
                                0.0,
                                "backlogPlanned",
                                false,
                                "heapUsed",
                                80L,
                                "diskFree",
                                7L));
        assertThat(((Map<?, ?>) row("n2").get("facts")).keySet().toString())
                .doesNotContain("speed", "heapUsed", "diskFree", "links");
    }

    @Test
    void ratesAreThoseSinceTheAnswerBefore() {
        NodesAnswer.Builder node = node("n1").setUptimeNanos(10 * SECOND);
        update(1, answers(node));
        assertThat(row("n1").containsKey("tasksPerSecond")).isFalse();
        node.setUptimeNanos(12 * SECOND).getTotalsBuilder().setRun(7);
        update(3, answers(node));
        assertThat(row("n1").get("tasksPerSecond")).isEqualTo(3.5);
    }

    @Test
    void ofAMachineThatDoesNotAnswerTheLastAnswerStays() {
        update(1, answers(node("n1"), node("n2")));
        update(4, answers(node("n1")).addSilent("n2").addSilent("n3"));
        assertThat(row("n2").get("state")).isEqualTo("no answer");
        assertThat(row("n2").get("answered")).isEqualTo(1_000L);
        assertThat(((Map<?, ?>) row("n2").get("facts")).get("version")).isEqualTo("0.1");
        assertThat(row("n2").containsKey("busy")).isFalse();
        assertThat(row("n3").containsKey("facts")).isFalse();
        update(5, answers(node("n1")));
        update(6, answers(node("n1")).addSilent("n2"));
        assertThat(row("n2").containsKey("facts")).as("it was not named meanwhile").isFalse();
    }

    @Test
    void machinesAreInOrderAndThoseThatAreGoneLast() {
        NodesAnswer.Departure.Builder gone =
                NodesAnswer.Departure.newBuilder()
                        .setNode("a1")
                        .setSince(STARTED.toString())
                        .setHow("left");
        update(1, answers(node("n10"), node("n2").addDeparted(gone)).addSilent("n1"));
        assertThat(rows().stream().<Object>map(row -> row.get("machine")))
                .containsExactly("n1", "n2", "n10", "a1");
        assertThat(row("a1").get("goneSince")).isEqualTo(STARTED.toString());
        assertThat(row("a1").get("how")).isEqualTo("left");
        assertThat(machines.one("a1")).isNotNull();
        assertThat(machines.one("a2")).isNull();
    }

    @Test
    void thePageOfAMachineHasItsHoursLinksAndCounts() {
        NodesAnswer.Builder node = node("n1").setHost("10.0.0.1").setPort(4712);
        node.getHoursBuilder()
                .setOpen(true)
                .setNotice("paused by alice")
                .setUntil(STARTED.toString());
        node.getCalendarBuilder()
                .addOpen(
                        NodesAnswer.Calendar.Span.newBuilder()
                                .setFrom("1970-01-01T00:00:01Z")
                                .setTo("1970-01-01T00:00:09Z"))
                .addOpen(NodesAnswer.Calendar.Span.newBuilder().setFrom("noon"));
        node.addNeighbours(
                        NodesAnswer.Neighbour.newBuilder()
                                .setName("n2")
                                .setUp(true)
                                .setTold("low")
                                .setBelieved("high")
                                .setRoom(3)
                                .setLosses(2)
                                .setHeardNanos(400_000_000))
                .addNeighbours(NodesAnswer.Neighbour.newBuilder().setName("n3"));
        node.getTotalsBuilder().setRun(10).setFailed(1).setRunNanos(25 * SECOND);
        StatsAnswer.Builder stats =
                StatsAnswer.newBuilder()
                        .setNode("n1")
                        .setHeapMaxBytes(128)
                        .setMachineMemoryBytes(1_000)
                        .setLongestWaitNanos(3 * SECOND / 2)
                        .setCertificateUntil(STARTED.toString());
        update(1, answers(node), stats(stats));
        Map<?, ?> facts = inFull("n1");
        assertThat(facts.get("address")).isEqualTo("10.0.0.1:4712");
        assertThat(facts.get("notice")).isEqualTo("paused by alice");
        assertThat(facts.get("until")).isEqualTo(STARTED.toEpochMilli());
        assertThat(facts.get("calendar")).isEqualTo(List.of(List.of(1_000L, 9_000L)));
        assertThat(facts.get("links"))
                .asString()
                .isEqualTo(
                        "[{machine=n2, up=true, told=low, believed=high, room=3, losses=2,"
                                + " heardMillis=400},"
                                + " {machine=n3, up=false, told=, believed=, room=0}]");
        assertThat(facts.get("runSeconds")).isEqualTo(25.0);
        assertThat(facts.get("machineMemory")).isEqualTo(1_000L);
        assertThat(facts.get("longestWaitSeconds")).isEqualTo(1.5);
        assertThat(facts.get("certificateUntil")).isEqualTo(STARTED.toEpochMilli());
    }

    @Test
    void whatMakesNoSenseIsLeftOut() {
        NodesAnswer.Builder node =
                node("n1")
                        .setStarted("+1000000000-12-31T23:59:59Z")
                        .setSpeed(Double.POSITIVE_INFINITY);
        node.getHoursBuilder().setUntil("+300000-01-01T00:00:00Z"); // no browser knows that day
        node.getPlanBuilder().setFinishInSeconds(Double.NaN);
        for (int i = 0; i < 1_000; i++) {
            node.getCalendarBuilder()
                    .addOpen(
                            NodesAnswer.Calendar.Span.newBuilder()
                                    .setFrom("1970-01-01T00:00:01Z")
                                    .setTo("1970-01-01T00:00:09Z"));
        }
        StatsAnswer.Builder stats = StatsAnswer.newBuilder().setNode("n1").setCertificateUntil("x");
        update(1, answers(node), stats(stats));
        assertThat(inFull("n1").keySet().toString())
                .contains("calendar", "heapUsed")
                .doesNotContain("started", "speed", "backlog", "until", "Until", "machineMemory");
        assertThat((List<?>) inFull("n1").get("calendar")).hasSize(64);
    }

    @Test
    void aDaemonOfAnEarlierVersionIsShownWithWhatItTells() {
        NodesAnswer.Builder node = node("n1").clearVersion();
        node.addNeighboursBuilder().setName("n2").setUp(true);
        node.getHoursBuilder().setOpen(true).setUntil(STARTED.toString());
        update(1, answers(node), stats(StatsAnswer.newBuilder().setNode("n1").setHeapMaxBytes(9)));
        Map<?, ?> facts = inFull("n1");
        assertThat(facts.get("version")).isEqualTo(Software.EARLIER);
        assertThat(facts.get("open")).isEqualTo(true);
        assertThat(facts.get("until")).isEqualTo(STARTED.toEpochMilli());
        assertThat(facts.keySet().toString())
                .contains("heapMax")
                .doesNotContain("calendar", "speed", "machineMemory", "diskFree", "longestWait");
        assertThat(facts.get("links"))
                .asString()
                .isEqualTo("[{machine=n2, up=true, told=, believed=, room=0}]");
    }

    private static OptionalDouble backlog(int waiting, int run, long runNanos) {
        NodesAnswer.Builder node = node("n1").setWaiting(waiting);
        node.getTotalsBuilder().setRun(run).setRunNanos(runNanos);
        return MachineFacts.backlogSeconds(node.build());
    }

    @Test
    void theBacklogIsWhatWaitsAtTheMeanRunningTimeOverAllWorkers() {
        assertThat(backlog(8, 10, 20 * SECOND)).hasValue(4);
        assertThat(backlog(0, 0, 0)).hasValue(0);
        assertThat(backlog(8, 0, 0)).as("none has ended").isEmpty();
        NodesAnswer.Builder planned = node("n1").setWaiting(8);
        planned.getPlanBuilder().setFinishInSeconds(60);
        assertThat(MachineFacts.backlogSeconds(planned.build())).hasValue(60);
        NodesAnswer.Builder handsOn = node("n1").setWorkers(0).setWaiting(8);
        handsOn.getTotalsBuilder().setRun(3).setRunNanos(SECOND);
        assertThat(MachineFacts.backlogSeconds(handsOn.build())).isEmpty();
    }
}
