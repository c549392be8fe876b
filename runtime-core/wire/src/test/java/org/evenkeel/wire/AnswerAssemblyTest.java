package org.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.io.IOException;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.NodeDescription;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.evenkeel.wire.proto.TasksAnswer;
import org.evenkeel.wire.proto.Topic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerAssemblyTest {

    private static AnswerAssembly assembly(Topic topic, boolean cluster) {
        return new AnswerAssembly(Query.newBuilder().setTopic(topic).setCluster(cluster).build());
    }

    private static Answers earlier(Topic topic, String... parts) throws IOException {
        AnswerAssembly assembly = assembly(topic, true);
        Answers answers = null;
        for (int i = 0; i < parts.length; i++) {
            assertThat(answers).isNull();
            answers =
                    assembly.add(
                            QueryReply.newBuilder()
                                    .setJson(parts[i])
                                    .setLast(i == parts.length - 1)
                                    .build());
        }
        return answers;
    }

    @Test
    void partsOfBytesAreOneAnswer() throws Exception {
        Answers sent =
                Answers.newBuilder()
                        .addJobs(JobsAnswer.newBuilder().setNode("n1"))
                        .addSilent("n2")
                        .build();
        AnswerAssembly assembly = assembly(Topic.TOPIC_JOBS, true);
        QueryReply.Builder part = QueryReply.newBuilder();
        part.setAnswers(sent.toByteString().substring(0, 3));
        assertThat(assembly.add(part.build())).isNull();
        part.setAnswers(sent.toByteString().substring(3)).setLast(true);
        assertThat(assembly.add(part.build())).isEqualTo(sent);
    }

    @Test
    void anErrorIsThrown() {
        QueryReply reply = QueryReply.newBuilder().setError("no such job").build();
        assertThatThrownBy(() -> assembly(Topic.TOPIC_JOB, false).add(reply))
                .isInstanceOf(IOException.class)
                .hasMessage("no such job");
    }

    /** A thousand tasks of each of many nodes: each answer is within its bounds. */
    @Test
    void theAnswersOfManyBusyNodesAreRead() throws Exception {
        TasksAnswer.Builder busy = TasksAnswer.newBuilder().setNode("n1");
        for (int i = 0; i < 1_000; i++) {
            busy.addTasks(
                    TasksAnswer.Task.newBuilder()
                            .setTask("3k7x0a9q2m4fz-" + i)
                            .setKind("Render")
                            .setGrant("1.1")
                            .setOwner("n7")
                            .setState("RUNNING")
                            .setWhere("n1"));
        }
        Answers.Builder all = Answers.newBuilder();
        for (int i = 0; i < 200; i++) {
            all.addTasks(busy);
        }
        Answers sent = all.build();
        QueryReply reply =
                QueryReply.newBuilder().setAnswers(sent.toByteString()).setLast(true).build();
        assertThat(assembly(Topic.TOPIC_TASKS, true).add(reply)).isEqualTo(sent);
        assertThatThrownBy(() -> assembly(Topic.TOPIC_TASKS, false).add(reply))
                .hasMessageContaining("the answer exceeds 4194304 bytes");
    }

    @Test
    void anAnswerOfEmptyPartsIsNotRead() {
        Answers.Builder bomb = Answers.newBuilder();
        for (int i = 0; i <= WireLimits.MAX_FRAME_PARTS; i++) {
            bomb.addJobs(JobsAnswer.getDefaultInstance());
        }
        QueryReply reply =
                QueryReply.newBuilder()
                        .setAnswers(bomb.build().toByteString())
                        .setLast(true)
                        .build();
        for (boolean cluster : new boolean[] {false, true}) {
            assertThatThrownBy(() -> assembly(Topic.TOPIC_JOBS, cluster).add(reply))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("more than 100000 parts");
        }
    }

    @Test
    void aDaemonThatNeverEndsItsAnswerIsNotHeardForEver() throws Exception {
        ByteString bytes = ByteString.copyFrom(new byte[1 << 20]);
        String text = "x".repeat(1 << 20);
        for (QueryReply part :
                new QueryReply[] {
                    QueryReply.newBuilder().setAnswers(bytes).build(),
                    QueryReply.newBuilder().setJson(text).build()
                }) {
            AnswerAssembly one = assembly(Topic.TOPIC_NODES, false);
            AnswerAssembly all = assembly(Topic.TOPIC_NODES, true);
            for (int i = 0; i < 20; i++) {
                assertThat(all.add(part)).isNull();
                if (i < 4) {
                    assertThat(one.add(part)).isNull();
                }
            }
            assertThatThrownBy(() -> one.add(part)).hasMessageContaining("exceeds 4194304 bytes");
            assertThatThrownBy(() -> all.add(part)).hasMessageContaining("exceeds 20971520 bytes");
            assertThat(all.size()).isEqualTo(20 << 20);
        }
    }

    @Test
    void theJsonOfAnEarlierBuildIsReadAsTheSameMessage() throws Exception {
        Answers one =
                earlier(
                        Topic.TOPIC_NODES,
                        "{\"node\":\"n1\",\"later\":7,\"other\":\"x\",\"no\":{},\"uptimeNanos\":12,\"plan\":{\"finishInSeconds\":1.5E-3},",
                        "\"neighbours\":[{\"name\":\"n2\",\"up\":true}],\"unknown\":[{\"a\":[1]}]}");
        assertThat(one.getNodesList()).hasSize(1);
        assertThat(one.getNodes(0).getUptimeNanos()).isEqualTo(12);
        assertThat(one.getNodes(0).getPlan().getFinishInSeconds()).isEqualTo(0.0015);
        assertThat(one.getNodes(0).getNeighbours(0).getUp()).isTrue();
        Answers cluster =
                earlier(
                        Topic.TOPIC_JOBS,
                        "{\"answers\":[{\"node\":\"n1\",\"jobs\":[]},{\"node\":\"n2\",\"jobs\":[{\"job\":\"a\","
                                + "\"name\":\"ä\\\"\\\\\\n\\u001b:\",\"goingTo\":\"n1\"}]}],\"silent\":[\"n3\"]}");
        assertThat(cluster.getJobsCount()).isEqualTo(2);
        assertThat(cluster.getJobs(1).getJobs(0).getName()).isEqualTo("ä\"\\\n\u001b:");
        assertThat(cluster.getJobs(1).getJobs(0).getGoingTo()).isEqualTo("n1");
        assertThat(cluster.getSilentList()).containsExactly("n3");
    }

    @Test
    void longTextsAreRead() throws Exception {
        String name = "\\\"x".repeat(50_000);
        Answers read = earlier(Topic.TOPIC_JOB, "{\"node\":\"n1\",\"name\":\"" + name + "\"}");
        assertThat(read.getJob(0).getName()).hasSize(100_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{\"node\"}",
                "{\"node\":}",
                "{\"node\":1}",
                "{} {}",
                "{\"pid\":tru}",
                "{\"node\":\"\\u12\"}",
                "{\"node\":\"x}",
                "{\"pid\":99999999999999999999}",
                "{\"pid\":1-1}"
            })
    void whatIsNoSuchObjectIsRefused(String text) {
        assertThatThrownBy(() -> MessageJson.read(text, NodeDescription.newBuilder()))
                .isInstanceOf(IOException.class);
    }

    @Test
    void deepNestingIsRefused() {
        String text = "{\"a\":" + "[".repeat(100_000) + "}";
        assertThatThrownBy(() -> MessageJson.read(text, NodeDescription.newBuilder()))
                .isInstanceOf(IOException.class);
    }

    @Test
    void whatWasWrittenIsRead() throws Exception {
        JobsAnswer jobs =
                JobsAnswer.newBuilder()
                        .setNode("n1")
                        .addJobs(JobsAnswer.Job.newBuilder().setJob("a").setGoingTo("n2"))
                        .build();
        assertThat(MessageJson.fields(jobs))
                .containsEntry("more", false)
                .extractingByKey("jobs")
                .asString()
                .contains("goingTo=n2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nodes",
                "tasks",
                "tasks 7",
                "explain 3k7x0a9q2m4fz-17",
                "stats",
                "phases 0",
                "jobs",
                "jobs 3k7x0a9q2m4fz",
                "job 3k7x0a9q2m4fz 5 100",
                "quotas"
            })
    void aQuestionOfAnEarlierBuildIsTheSameBothWays(String words) {
        String[] two = words.split(" ", 2);
        Query query =
                Query.newBuilder()
                        .setId(3)
                        .setWhat(two[0])
                        .setArgument(two.length > 1 ? two[1] : "")
                        .setCluster(true)
                        .build();
        Query typed = Questions.typed(query);
        assertThat(typed.getWhat() + typed.getArgument()).isEmpty();
        assertThat(Questions.to(Features.NONE, typed)).isEqualTo(query);
        assertThat(Questions.to(Features.ALL, typed)).isEqualTo(typed);
    }

    @Test
    void whatIsNoQuestionIsRefused() {
        for (String what : new String[] {"nonsense", "silent", "forget", "failures", ""}) {
            assertThatThrownBy(() -> Questions.typed(Query.newBuilder().setWhat(what).build()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("use nodes, tasks");
        }
        assertThatThrownBy(() ->
                        Questions.typed(
                                Query.newBuilder().setWhat("tasks").setArgument("x").build()))
                .hasMessageContaining("\"x\" is not a number");
    }
}
