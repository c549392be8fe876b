package org.evenkeel.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.recorder.store.RecordStore;
import org.evenkeel.recorder.store.RetentionPlan;
import org.evenkeel.recorder.store.Steps;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.MigrationsAnswer;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.TraceAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A recorder and a cluster that answers as a test says. */
class RecorderTest {

    private static final RetentionPlan ALL = new RetentionPlan(30, Long.MAX_VALUE);

    @TempDir Path folder;
    private final List<String> said = new ArrayList<>();
    private final Nodes nodes = new Nodes();
    private Duration patience = Duration.ofMinutes(10);

    /** Two nodes with rings of records. */
    private static final class Nodes {
        private final Map<String, Long> written = new TreeMap<>(Map.of("n1", 25L, "n2", 7L));
        private final Map<String, Long> incarnations = new TreeMap<>(Map.of("n1", 1L, "n2", 1L));
        private long oldest;
        private int most = 10;

        Answers answer(Query.Builder query) {
            Answers.Builder answers = Answers.newBuilder();
            written.forEach((node, count) -> {
                switch (query.getTopic()) {
                    case TOPIC_TRACE -> answers.addTrace(trace(query, node, count));
                    case TOPIC_NODES ->
                            answers.addNodes(
                                    NodesAnswer.newBuilder()
                                            .setNode(node)
                                            .addNeighbours(
                                                    NodesAnswer.Neighbour.newBuilder()
                                                            .setName("other")));
                    case TOPIC_JOBS ->
                            answers.addJobs(
                                    JobsAnswer.newBuilder()
                                            .setNode(node)
                                            .addJobs(JobsAnswer.Job.newBuilder().setJob("job")));
                    case TOPIC_MIGRATIONS ->
                            answers.addMigrations(
                                    MigrationsAnswer.newBuilder()
                                            .setNode(node)
                                            .addSteps(MigrationsAnswer.Step.newBuilder()));
                    default -> throw new IllegalArgumentException(query.toString());
                }
            });
            return answers.build();
        }

        private TraceAnswer trace(Query.Builder query, String node, long count) {
            long from = query.getFromOrDefault(node, 0);
            long first = Math.max(oldest, from > count ? 0 : from);
            TraceAnswer.Builder answer =
                    TraceAnswer.newBuilder()
                            .setNode(node)
                            .setIncarnation(incarnations.get(node))
                            .setFirst(first)
                            .setWritten(count)
                            .addTexts("")
                            .addTexts("STARTED")
                            .addTasks(TraceAnswer.Task.newBuilder().setOrigin(1).setNumber(1));
            long next = first;
            for (; next < Math.min(count, first + most); next++) {
                answer.addAt(1_000).addTask(0).addKind(1).addOther(0).addSlot(-1).addReason(0);
            }
            return answer.setNext(next).build();
        }
    }

    /** What happens before a question, by its number. */
    private interface Script {
        void before(int question, Recorder recorder) throws IOException;
    }

    private void run(Script script) throws Exception {
        Recorder[] recorder = new Recorder[1];
        int[] questions = {0};
        InstantSource clock = InstantSource.system();
        RecorderEvents events =
                new RecorderEvents((line, _) -> said.add(line.substring(21)), clock);
        try (RecordStore store = RecordStore.open(folder.resolve("r"), Steps.UNOBSERVED)) {
            recorder[0] =
                    new Recorder(
                            query -> {
                                script.before(++questions[0], recorder[0]);
                                return nodes.answer(query);
                            },
                            store,
                            ALL,
                            events,
                            clock,
                            patience);
            recorder[0].run();
        }
    }

    @Test
    void endsByItselfWhenNoDaemonAnswersAnyMore() throws Exception {
        patience = Duration.ZERO;
        run((_, _) -> {
            throw new IOException("gone");
        });
        assertThat(said)
                .containsExactly(
                        "no answer, trying again: gone",
                        "no daemon has answered for 0 min: the recorder ends");
    }

    /** With as many unwritten rows as it takes, nothing is asked that would be kept. */
    @Test
    @Timeout(60)
    void endsByItselfAlsoWhileNothingCanBeWritten() throws Exception {
        patience = Duration.ZERO;
        nodes.written.put("n1", 60_000L);
        nodes.most = 60_000;
        run((question, _) -> {
            if (question == 1) {
                Files.createFile(folder.resolve("r").resolve("records")); // no directory can be
            }
            if (question == 3) {
                throw new IOException("gone");
            }
        });
        assertThat(said.getFirst()).startsWith("cannot write, trying again: ");
        assertThat(said.subList(1, said.size()))
                .containsExactly(
                        "no answer, trying again: gone",
                        "no daemon has answered for 0 min: the recorder ends");
    }

    private List<String> ask(String sql) throws IOException {
        List<String> lines = new ArrayList<>();
        QueryDatabase.Limits limits = new QueryDatabase.Limits(256, Duration.ofMinutes(1));
        Path store = folder.resolve("r").toRealPath();
        try (QueryDatabase database = QueryDatabase.open(store, limits, null)) {
            database.ask(
                    sql,
                    rows -> {
                        while (rows.next()) {
                            lines.add(rows.getString(1) + " " + rows.getString(2));
                        }
                    });
        }
        return lines;
    }

    @Test
    void everythingIsKeptOnceAcrossErrorsRestartsAndRecorders() throws Exception {
        run((question, recorder) -> {
            if (question == 2) {
                throw new IOException("the link \u001b[31m broke");
            }
            if (question == 9) {
                nodes.incarnations.put("n2", 2L);
                nodes.written.put("n2", 3L);
            }
            if (question == 16) {
                recorder.stop();
            }
        });
        String count =
                "select node || ' ' || incarnation, count(*) || ' ' || count(distinct seq)"
                        + " from records group by all order by all";
        assertThat(ask(count)).containsExactly("n1 1 25 25", "n2 1 7 7", "n2 2 3 3");
        assertThat(ask("select cause, node from gaps")).containsExactly("restarted n2");
        assertThat(said)
                .containsExactly(
                        "no answer, trying again: the link \\u001b[31m broke",
                        "gap: node n2 was started again; what it recorded between the last answer and"
                                + " its end is not known");
        for (String table : List.of("nodes", "neighbours", "jobs", "moves")) {
            assertThat(ask("select count(*), 0 from " + table)).doesNotContain("0 0");
        }

        nodes.written.put("n1", 60L);
        nodes.oldest = 30;
        nodes.written.remove("n2");
        run((question, recorder) -> {
            if (question == 12) {
                recorder.stop();
            }
        });
        assertThat(ask(count)).containsExactly("n1 1 55 55", "n2 1 7 7", "n2 2 3 3");
        assertThat(ask("select cause, lost from gaps order by cause"))
                .containsExactly("overwritten 5", "recorder-stopped null", "restarted null");
        assertThat(said).endsWith("gap: node n1 wrote over 5 records before they were read");
    }
}
