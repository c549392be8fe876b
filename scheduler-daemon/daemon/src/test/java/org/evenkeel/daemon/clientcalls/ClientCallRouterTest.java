package org.evenkeel.daemon.clientcalls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.LogLine;
import org.evenkeel.wire.proto.LogPart;
import org.evenkeel.wire.proto.Talk;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Routers of several nodes, with links and a clock of the test's own. */
class ClientCallRouterTest {

    private static final JobId JOB = new JobId(77);
    private static final int NONE = 0;
    private static final int AWAY = 1;
    private static final int STALE = 2;

    private record Due(long atNanos, long order, Runnable what) {}

    private final PriorityQueue<Due> due =
            new PriorityQueue<>(
                    java.util.Comparator.comparingLong(Due::atNanos).thenComparingLong(Due::order));
    private long now;
    private long order;

    /** Runs what is due up to this time from now. */
    private void pass(long nanos) {
        long end = now + nanos;
        for (Due next = due.peek(); next != null && next.atNanos() <= end; next = due.peek()) {
            due.remove();
            now = next.atNanos();
            next.what().run();
        }
        now = end;
    }

    private final class Node
            implements ClientCallRouter.Knowledge, ClientCallRouter.Peers, ClientCallRouter.Logs {
        final NodeRef ref;
        final ClientCallRouter router;
        final Map<NodeId, Node> others = new LinkedHashMap<>();
        final Set<NodeId> cut = new HashSet<>();
        final List<FileAsk> atClient = new ArrayList<>();
        final Set<Grant> over = new HashSet<>();
        final Object client = new Object();
        final List<LogPart> kept = new ArrayList<>();
        boolean hasClient;
        boolean hasJob;
        boolean clientIsSilent;
        boolean owns;
        @Nullable NodeRef owner;
        int seeks;

        Node(String name) {
            ref = new NodeRef(new NodeId(name), 1, "127.0.0.1", 1);
            router =
                    new ClientCallRouter(
                            ref.id(),
                            this,
                            this,
                            (nanos, what) -> due.add(new Due(now + nanos, ++order, what)),
                            () -> now);
            router.reachOthersBy(this);
        }

        @Override
        public ClientCallRouter.@Nullable Client clientOf(JobId job) {
            return hasClient && job.equals(JOB)
                    ? new ClientCallRouter.Client(client, frame -> atClient(frame.getFileAsk()))
                    : null;
        }

        private void atClient(FileAsk ask) {
            atClient.add(ask);
            if (!clientIsSilent) {
                answer(ask, "done " + ask.getPath());
            }
        }

        void answer(FileAsk ask, String why) {
            router.clientAnswered(
                    client, FileAnswer.newBuilder().setRoute(ask.getRoute()).setWhy(why).build());
        }

        @Override
        public boolean hasJob(JobId job) {
            return hasJob && job.equals(JOB);
        }

        @Override
        public void keep(JobId job, TaskId task, LogPart part, ClientCallRouter.LogAsker asker) {
            kept.add(part);
            asker.done();
        }

        @Override
        public void shown(Object connection) {}

        @Override
        public void clientLost(Object connection) {}

        @Override
        public boolean owns(TaskId task) {
            return owns;
        }

        @Override
        public boolean isOver(TaskId task, Grant grant) {
            return over.contains(grant);
        }

        @Override
        public @Nullable NodeRef ownerOf(TaskId task, Grant grant) {
            return owner;
        }

        @Override
        public List<NodeRef> others() {
            return others.values().stream().map(node -> node.ref).toList();
        }

        @Override
        public boolean send(NodeRef node, Frame frame) {
            Node other = others.get(node.id());
            if (other == null || cut.contains(node.id())) {
                return false;
            }
            other.hear(this, frame);
            return true;
        }

        private void hear(Node from, Frame frame) {
            try {
                Consumer<Frame> back = answer -> from.hear(this, answer);
                switch (frame.getBodyCase()) {
                    case FILE_ASK ->
                            router.passedOn(
                                    frame.getFileAsk(),
                                    answer ->
                                            back.accept(
                                                    Frame.newBuilder()
                                                            .setFileAnswer(answer)
                                                            .build()));
                    case FILE_ANSWER -> router.nodeAnswered(from.ref.id(), frame.getFileAnswer());
                    case SEEK_HOME -> {
                        seeks++;
                        router.sought(frame.getSeekHome(), back);
                    }
                    case HOME_HERE -> router.here(from.ref, frame.getHomeHere());
                    default -> throw new AssertionError(frame);
                }
            } catch (WireException e) {
                throw new AssertionError(e);
            }
        }
    }

    private Node[] linked(String... names) {
        Node[] nodes = new Node[names.length];
        for (int i = 0; i < names.length; i++) {
            nodes[i] = new Node(names[i]);
        }
        for (Node one : nodes) {
            for (Node other : nodes) {
                if (one != other) {
                    one.others.put(other.ref.id(), other);
                }
            }
        }
        return nodes;
    }

    private static FileAsk ask(int grant, long number, String path) {
        return FileAsk.newBuilder()
                .setTask(Granted.newBuilder().setOrigin(5).setNumber(6).setEpoch(1).setGrant(grant))
                .setNumber(number)
                .setPath(path)
                .build();
    }

    private static List<FileAnswer> asked(Node at, FileAsk ask) throws WireException {
        List<FileAnswer> answers = new ArrayList<>();
        at.router.call(JOB, ask, answers::add);
        return answers;
    }

    private static void assertDone(List<FileAnswer> answers, FileAsk ask) {
        assertThat(answers).hasSize(1);
        FileAnswer answer = answers.getFirst();
        assertThat(answer.getWhy()).isEqualTo("done " + ask.getPath());
        assertThat(answer.getProblem()).isEqualTo(NONE);
        assertThat(answer.getTask()).isEqualTo(ask.getTask());
        assertThat(answer.getNumber()).isEqualTo(ask.getNumber());
    }

    private static FileAsk log(int grant, String text) {
        return ask(grant, 1, "").toBuilder()
                .setLog(LogPart.newBuilder().addLines(LogLine.newBuilder().setText(text)))
                .build();
    }

    @Test
    void logsGoByTheOwnerToWhereTheJobIsOpenWithoutItsClient() throws Exception {
        Node[] nodes = linked("n1", "n2", "n3");
        nodes[0].owner = nodes[1].ref;
        nodes[1].owns = true;
        nodes[2].hasJob = true;
        List<FileAnswer> answers = asked(nodes[0], log(1, "hello"));
        assertThat(answers).singleElement().extracting(FileAnswer::getProblem).isEqualTo(NONE);
        assertThat(nodes[2].kept).singleElement().extracting(LogPart::getNode).isEqualTo("n1");
        asked(nodes[0], log(1, "again"));
        assertThat(nodes[2].seeks).as("it is remembered").isOne();
        nodes[1].over.add(new Grant(1, 1));
        assertThat(asked(nodes[0], log(1, "stale")))
                .singleElement()
                .extracting(FileAnswer::getProblem)
                .isEqualTo(STALE);
        assertThat(nodes[2].kept).hasSize(2);
    }

    @Test
    void aLogWhoseJobIsNowhereIsAskedForAgain() throws Exception {
        Node[] nodes = linked("n1", "n2");
        nodes[0].owns = true;
        nodes[1].hasClient = true; // of a program that has no such job
        List<FileAnswer> answers = asked(nodes[0], log(1, "hello"));
        pass(java.util.concurrent.TimeUnit.SECONDS.toNanos(3));
        assertThat(answers).singleElement().extracting(FileAnswer::getProblem).isEqualTo(AWAY);
        assertThat(answers.getFirst().getWhy()).contains("has job " + JOB);
    }

    @Test
    void theClientOfTheSameNodeIsAsked() throws Exception {
        Node n1 = linked("n1")[0];
        n1.hasClient = true;
        assertDone(asked(n1, ask(1, 1, "/a")), ask(1, 1, "/a"));
        assertThat(n1.atClient.getFirst().getJob())
                .as("whatever the worker said")
                .isEqualTo(JOB.value());
    }

    @Test
    void whoWaitsForMessagesStandsInNobodysWay() throws Exception {
        Node n1 = linked("n1")[0];
        n1.hasClient = true;
        n1.clientIsSilent = true;
        List<FileAnswer> late = new ArrayList<>();
        for (int i = 0; i < 1_100; i++) {
            FileAsk waits =
                    ask(1, i + 1, "").toBuilder().setTalk(Talk.newBuilder().setWaits(true)).build();
            n1.router.call(JOB, waits, late::add);
        }
        assertThat(late).as("there is a bound").hasSize(76);
        assertThat(late).allMatch(answer -> answer.getProblem() == AWAY);
        n1.clientIsSilent = false;
        assertDone(asked(n1, ask(1, 2_000, "/a")), ask(1, 2_000, "/a"));
        late.clear();
        n1.answer(n1.atClient.getFirst(), "it came");
        assertThat(late).extracting(FileAnswer::getWhy).containsExactly("it came");
        assertThat(asked(n1, ask(1, 2_001, "/b"))).as("lanes are counted right").hasSize(1);
        pass(20_000_000_000L);
        assertThat(late).hasSize(1_024);
    }

    @Test
    void theOwnerIsAskedFirstAndNobodyElse() throws Exception {
        Node[] n = linked("n1", "n2", "n3");
        n[2].hasClient = true;
        n[0].owner = n[2].ref;
        assertDone(asked(n[0], ask(1, 1, "/a")), ask(1, 1, "/a"));
        assertThat(n[1].seeks + n[2].seeks).isZero();
    }

    @Test
    void whereTheOwnerHasNoClientItIsSoughtOnce() throws Exception {
        Node[] n = linked("n1", "n2", "n3");
        n[2].hasClient = true;
        n[0].owner = n[1].ref; // a child of a task that runs there
        assertDone(asked(n[0], ask(1, 1, "/a")), ask(1, 1, "/a"));
        assertDone(asked(n[0], ask(1, 2, "/b")), ask(1, 2, "/b"));
        assertThat(n[1].seeks).isEqualTo(1);
    }

    @Test
    void anOwnerWithoutTheClientLooksAtTheGrantAndPassesOn() throws Exception {
        Node[] n = linked("n1", "n2", "n3");
        n[2].hasClient = true;
        n[0].owner = n[1].ref;
        n[1].owns = true;
        n[1].over.add(new Grant(1, 1));
        assertDone(asked(n[0], ask(2, 1, "/a")), ask(2, 1, "/a"));
        assertThat(asked(n[0], ask(1, 2, "/b")).getFirst().getProblem()).isEqualTo(STALE);
        assertThat(n[2].atClient).hasSize(1);
        assertThat(n[2].seeks).as("once, by the owner").isEqualTo(1);
        n[0].cut.add(n[1].ref.id());
        assertDone(asked(n[0], ask(2, 2, "/c")), ask(2, 2, "/c"));
    }

    @Test
    void aClientThatHasMovedIsFoundAgain() throws Exception {
        Node[] n = linked("n1", "n2", "n3");
        n[1].hasClient = true;
        assertDone(asked(n[0], ask(1, 1, "/a")), ask(1, 1, "/a"));
        n[1].hasClient = false;
        n[2].hasClient = true;
        List<FileAnswer> first = asked(n[0], ask(1, 2, "/b"));
        assertThat(first.getFirst().getProblem()).as("ask again").isEqualTo(AWAY);
        assertDone(asked(n[0], ask(1, 2, "/b")), ask(1, 2, "/b"));
    }

    @Test
    void withoutAClientSomewhereTheAnswerSaysSo() throws Exception {
        Node[] n = linked("n1", "n2");
        n[0].cut.add(n[1].ref.id());
        List<FileAnswer> answers = asked(n[0], ask(1, 1, "/a"));
        assertThat(answers).isEmpty();
        pass(3_000_000_000L);
        assertThat(answers).hasSize(1);
        assertThat(answers.getFirst().getProblem()).isEqualTo(AWAY);
        assertThat(answers.getFirst().getWhy()).contains("has the client of job " + JOB);
        pass(20_000_000_000L);
        assertThat(answers).as("answered once").hasSize(1);
    }

    @Test
    void aCopyThatWasGivenUpIsNotLetThrough() throws Exception {
        Node[] n = linked("n1", "n2");
        n[1].hasClient = true;
        n[0].owner = n[1].ref;
        n[1].over.add(new Grant(1, 1));
        List<FileAnswer> answers = asked(n[0], ask(1, 1, "/a"));
        assertThat(answers.getFirst().getProblem()).isEqualTo(STALE);
        assertThat(answers.getFirst().getWhy()).contains("grant 1.1 is over");
        assertThat(n[1].atClient).isEmpty();
        assertDone(asked(n[0], ask(2, 1, "/a")), ask(2, 1, "/a"));
    }

    @Test
    void aClientIsAskedLittleAtATimeAndInOrder() throws Exception {
        Node n1 = linked("n1")[0];
        n1.hasClient = true;
        n1.clientIsSilent = true;
        List<List<FileAnswer>> answers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            answers.add(asked(n1, ask(1, i + 1, "/" + i)));
        }
        assertThat(n1.atClient).hasSize(32);
        for (int i = 0; i < 100; i++) {
            FileAsk at = n1.atClient.get(i);
            assertThat(at.getPath()).isEqualTo("/" + i);
            n1.answer(at, "done " + at.getPath());
            assertDone(answers.get(i), ask(1, i + 1, "/" + i));
        }
    }

    @Test
    void whatWaitsIsBounded() throws Exception {
        Node n1 = linked("n1")[0];
        n1.hasClient = true;
        n1.clientIsSilent = true;
        FileAsk large =
                ask(1, 1, "/a").toBuilder()
                        .setContent(ByteString.copyFrom(new byte[64 << 10]))
                        .build();
        int refused = 0;
        for (int i = 0; i < 1_000; i++) {
            refused += asked(n1, large).size();
        }
        assertThat(refused).as("of 62 MiB 16 wait").isBetween(650, 800);
        n1.router.clientLost(n1.client);
        assertThat(asked(n1, large)).as("there is room again").isEmpty();
        FileAsk endless = large.toBuilder().setPath("/".repeat(100_000)).build();
        assertThatThrownBy(() -> asked(n1, endless)).isInstanceOf(WireException.class);
    }

    @Test
    void whoGetsNoAnswerIsToldToAskAgain() throws Exception {
        Node[] n = linked("n1", "n2");
        n[1].hasClient = true;
        n[1].clientIsSilent = true;
        n[0].owner = n[1].ref;
        List<FileAnswer> late = asked(n[0], ask(1, 1, "/a"));
        pass(15_000_000_000L);
        assertThat(late).hasSize(1);
        assertThat(late.getFirst().getProblem()).isEqualTo(AWAY);
        n[1].answer(n[1].atClient.getFirst(), "done /a");
        assertThat(late).as("an answer that comes too late is nobody's").hasSize(1);
        List<FileAnswer> lost = asked(n[0], ask(1, 2, "/b"));
        n[1].router.clientLost(n[1].client);
        assertThat(lost.getFirst().getProblem()).isEqualTo(AWAY);
        List<FileAnswer> cut = asked(n[0], ask(1, 3, "/c"));
        n[0].router.nodeLost(n[1].ref.id());
        assertThat(cut.getFirst().getProblem()).isEqualTo(AWAY);
        pass(20_000_000_000L);
        assertThat(lost).hasSize(1);
        assertThat(cut).hasSize(1);
    }

    @Test
    void onlyWhoWasAskedAnswers() throws Exception {
        Node[] n = linked("n1", "n2", "n3");
        n[1].hasClient = true;
        n[1].clientIsSilent = true;
        n[0].owner = n[1].ref;
        List<FileAnswer> answers = asked(n[0], ask(1, 1, "/a"));
        for (long route = 0; route < 10; route++) {
            FileAnswer forged = FileAnswer.newBuilder().setRoute(route).setWhy("forged").build();
            n[0].router.nodeAnswered(n[2].ref.id(), forged);
            n[0].router.clientAnswered(new Object(), forged);
            n[1].router.clientAnswered(new Object(), forged);
        }
        assertThat(answers).isEmpty();
        n[1].answer(n[1].atClient.getFirst(), "done /a");
        assertDone(answers, ask(1, 1, "/a"));
    }
}
