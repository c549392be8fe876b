package org.evenkeel.recorder.dashboard;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.evenkeel.recorder.report.SamplePages;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.ExplainAnswer;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.StatsAnswer;

/**
 * What one daemon answers for a cluster of four machines with two jobs: the daemon of the second is
 * of an earlier version, the third is closed, the fourth does not answer. Two more are gone.
 *
 * @param prefix with which the names of machines begin
 * @param text of jobs, kinds, notices and reasons
 */
record SampleCluster(String prefix, String text) {

    static final String JOB = SamplePages.JOB;
    static final String TASK = JOB + "-7";

    private static final long SECOND = 1_000_000_000L;
    private static final long MIB = 1 << 20;

    /** What a page must show as text, and nothing else. */
    static final String EVIL =
            "<script>document.title='run'</script><img src=x onerror=document.title='run'>"
                    + "\u001b[2J\u202e"
                    + "x".repeat(10_000);

    /** As operators have it. */
    static SampleCluster friendly() {
        return new SampleCluster("lab-", "rendering");
    }

    /** Where users have chosen the worst names. */
    static SampleCluster hostile() {
        return new SampleCluster(EVIL, EVIL);
    }

    /** The machine with a calendar and a notice. */
    String machine() {
        return prefix + 3;
    }

    List<String> kinds() {
        return List.of("com.acme.Render", "com.acme.Merge", text);
    }

    private String chosen(String usual) {
        return text.equals(EVIL) ? EVIL : usual;
    }

    Answers answer(Query query) {
        Answers.Builder answers = Answers.newBuilder();
        switch (query.getTopic()) {
            case TOPIC_NODES -> addNodes(answers);
            case TOPIC_STATS -> List.of(1, 2, 3).forEach(i -> answers.addStats(stats(i)));
            case TOPIC_JOBS -> answers.addJobs(jobs());
            case TOPIC_EXPLAIN -> answers.addExplain(story());
            default -> {
                // It knows nothing of other things.
            }
        }
        return answers.build();
    }

    private void addNodes(Answers.Builder answers) {
        Instant now = Instant.now();
        answers.addNodes(
                node(1, now)
                        .setBusy(4)
                        .setWaiting(120)
                        .setParked(1)
                        .setState("high")
                        .addDeparted(departure(5, now.minus(Duration.ofMinutes(7)), "left"))
                        .addDeparted(departure(6, now.minus(Duration.ofMinutes(2)), "ended")));
        answers.addNodes(
                node(2, now)
                        .setBusy(3)
                        .setState("moderate")
                        .clearSpeed()
                        .setHours(
                                NodesAnswer.Hours.newBuilder()
                                        .setOpen(true)
                                        .setUntil(now.plus(Duration.ofHours(2)).toString())));
        NodesAnswer.Builder closed = node(3, now).setState("high");
        closed.getHoursBuilder()
                .setNotice(chosen("paused by alice"))
                .setUntil(now.plus(Duration.ofMinutes(40)).toString());
        closed.getCalendarBuilder()
                .addOpen(span(now, Duration.ZERO, Duration.ofHours(3)))
                .addOpen(span(now, Duration.ofHours(9), Duration.ofHours(20)));
        answers.addNodes(closed);
        answers.addSilent(prefix + 4);
    }

    private static NodesAnswer.Calendar.Span span(Instant now, Duration from, Duration to) {
        return NodesAnswer.Calendar.Span.newBuilder()
                .setFrom(now.plus(from).toString())
                .setTo(now.plus(to).toString())
                .build();
    }

    private NodesAnswer.Departure departure(int number, Instant since, String how) {
        return NodesAnswer.Departure.newBuilder()
                .setNode(prefix + number)
                .setSince(since.toString())
                .setHow(how)
                .build();
    }

    private NodesAnswer.Builder node(int number, Instant now) {
        NodesAnswer.Builder node =
                NodesAnswer.newBuilder()
                        .setNode(prefix + number)
                        .setIncarnation(1)
                        .setHost("10.0.0." + number)
                        .setPort(4712)
                        .setStarted(now.minus(Duration.ofHours(30L * number)).toString())
                        .setUptimeNanos(108_000L * number * SECOND)
                        .setPolicy("auto")
                        .setVersion("0.1")
                        .setSpeed(0.8 + 0.3 * number)
                        .setWorkers(4)
                        .setWorkerProcesses(5)
                        .setWorkerProtection("user and mount namespaces")
                        .setClients(1);
        node.getTotalsBuilder().setRun(5_000).setRunNanos(6_000 * SECOND).setFailed(4);
        for (int other = 1; other <= 4; other++) {
            if (other != number) {
                node.addNeighbours(
                        NodesAnswer.Neighbour.newBuilder()
                                .setName(prefix + other)
                                .setUp(other != 4)
                                .setTold("low")
                                .setBelieved("moderate")
                                .setRoom(other)
                                .setLosses(other == 4 ? 2 : 0)
                                .setHeardNanos(other * SECOND / 4));
            }
        }
        return node;
    }

    private StatsAnswer.Builder stats(int number) {
        return StatsAnswer.newBuilder()
                .setNode(prefix + number)
                .setHeapUsedBytes(40 * MIB + number)
                .setHeapMaxBytes(128 * MIB)
                .setMachineMemoryBytes(16_000 * MIB)
                .setPayloadBytes(3 * MIB)
                .setBlobBytes(700 * MIB)
                .setDiskFreeBytes(90_000 * MIB)
                .setLongestWaitNanos(42 * SECOND)
                .setCertificateUntil(Instant.now().plus(Duration.ofDays(61)).toString());
    }

    private JobsAnswer.Builder jobs() {
        return JobsAnswer.newBuilder()
                .setNode(prefix + 1)
                .addJobs(
                        JobsAnswer.Job.newBuilder()
                                .setJob(JOB)
                                .setName(text)
                                .setSubmitter("alice")
                                .setSucceeded(1_376)
                                .setFailed(4)
                                .setOpen(120))
                .addJobs(
                        JobsAnswer.Job.newBuilder()
                                .setJob("5c9d2b7r8w1qe")
                                .setName("study")
                                .setSubmitter(chosen("bob"))
                                .setAdmission("waits")
                                .setWhy(chosen("16 workers are not there yet"))
                                .setOpen(64))
                .addCopies(
                        JobsAnswer.Copies.newBuilder().setJob(JOB).setRunning(7).setWaiting(113));
    }

    private ExplainAnswer.Builder story() {
        ExplainAnswer.Builder story = ExplainAnswer.newBuilder().setNode(prefix + 1).setTask(TASK);
        for (String words : List.of("accepted", "started", "suspended", "resumed")) {
            story.addStory(
                    ExplainAnswer.Step.newBuilder()
                            .setAt(Instant.now().toString())
                            .setWords(words)
                            .setSlot(words.equals("accepted") ? -1 : 2)
                            .setReason(chosen("a worker is idle")));
        }
        story.getNowBuilder().setState("RUNNING").setForNanos(12 * SECOND);
        return story;
    }
}
