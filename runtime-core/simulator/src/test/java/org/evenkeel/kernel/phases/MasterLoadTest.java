package org.evenkeel.kernel.phases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.evenkeel.kernel.policy.PhaseOptions;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PhaseReply;
import org.evenkeel.model.protocol.PhaseReply.Counts;
import org.evenkeel.wire.WireMapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What phase after phase costs a master: its words as they are on the wire, and how often it looks
 * at a node. The nodes are words, too: each says what it has, is counted, gets its plan and is
 * done.
 */
class MasterLoadTest {
    private static final int PHASES = 40;
    private static final long GAP = 1_000;

    private record Cost(int nodes, double messages, double bytes, double looks) {
        String row() {
            return "| %,d | %.0f | %.1f | %.0f | %.1f | %.2f |"
                    .formatted(
                            nodes, messages, bytes / 1e3, looks, messages / nodes, looks / nodes);
        }
    }

    /** A master whose nodes do as they are told. */
    private static final class Run implements MasterNode {
        final List<NodeId> nodes = new ArrayList<>();
        long looks;
        final List<MasterCommand> words = new ArrayList<>();
        final List<NodeId> to = new ArrayList<>();
        final WireMapper wire = new WireMapper();
        long messages;
        long bytes;

        @Override
        public List<NodeId> reachable() {
            return new AbstractList<>() {
                @Override
                public NodeId get(int index) {
                    looks++;
                    return nodes.get(index);
                }

                @Override
                public int size() {
                    return nodes.size();
                }
            };
        }

        @Override
        public void send(NodeId peer, MasterCommand word) {
            words.add(word);
            to.add(peer);
        }

        @Override
        public void ended(JobId job) {}

        void count(PeerMessage peerMessage) {
            messages++;
            wire.writeMessage(peerMessage, frame -> bytes += 4 + frame.getSerializedSize());
        }
    }

    private static Cost cost(int nodes) {
        Run run = new Run();
        for (int i = 0; i < nodes; i++) {
            run.nodes.add(new NodeId("node-" + i));
        }
        PhaseBounds bounds = PhaseBounds.of(1_000_000_000);
        PhaseMaster master =
                new PhaseMaster(
                        new NodeId("master"), new PhaseOptions(0, GAP, true, true), bounds, run);
        long now = 1;
        master.settle(now, 0, true);
        now += 2 * bounds.masterLeaseNanos();
        master.settle(now, 0, true);
        Random random = new Random(nodes);
        for (int phase = 0; phase < PHASES; phase++) {
            now += 100 * GAP;
            run.messages = 0;
            run.bytes = 0;
            run.looks = 0;
            phase(run, master, random, now);
        }
        assertThat(master.history()).hasSizeGreaterThanOrEqualTo(PHASES - 1);
        assertThat(master.history().getLast().totals().nodes()).isEqualTo(nodes);
        return new Cost(nodes, run.messages, run.bytes, run.looks);
    }

    private static void phase(Run run, PhaseMaster master, Random random, long now) {
        List<PhaseReply> words = new ArrayList<>();
        for (NodeId _ : run.nodes) {
            Counts has =
                    words.isEmpty()
                            ? new Counts(40, 0, 0, 1, false, 1, 7, 1_000, 9)
                            : counts(random);
            words.add(new PhaseReply.Status(master.term(), has));
        }
        List<NodeId> from = List.copyOf(run.nodes);
        while (!words.isEmpty()) {
            run.words.clear();
            run.to.clear();
            words.forEach(word -> run.count(new PeerMessage.PhaseMessage(word)));
            for (int i = 0; i < words.size(); i++) {
                master.receive(now, from.get(i), words.get(i));
                master.settle(now, master.term(), false);
                master.dueNanos();
            }
            words.clear();
            List<NodeId> next = new ArrayList<>();
            for (int i = 0; i < run.words.size(); i++) {
                run.count(new PeerMessage.MasterMessage(run.words.get(i)));
                PhaseReply answer = answer(run.words.get(i), random);
                if (answer != null) {
                    words.add(answer);
                    next.add(run.to.get(i));
                }
            }
            from = next;
        }
    }

    private static @Nullable PhaseReply answer(MasterCommand word, Random random) {
        return switch (word) {
            case MasterCommand.Ask ask ->
                    new PhaseReply.Counted(ask.term(), ask.phase(), counts(random));
            case MasterCommand.Plan plan -> {
                int sent = plan.sends().stream().mapToInt(MasterCommand.Part::tasks).sum();
                Counts even = new Counts(0, plan.quota(), 0, 1, plan.quota() == 0, 1, 7, 1_000, 9);
                yield new PhaseReply.Done(plan.term(), plan.phase(), even, sent, 0, 0, 0, true);
            }
            case MasterCommand.Here _, MasterCommand.Over _, MasterCommand.Job _ -> null;
        };
    }

    private static Counts counts(Random random) {
        int tasks = random.nextInt(4) == 0 ? random.nextInt(40) : 0;
        return new Counts(tasks, 0, 0, 1, tasks == 0, 1, 7, 1_000 + random.nextInt(500), 9);
    }

    @Test
    void messagesBytesAndLooksGrowWithTheNodes() {
        List<Cost> costs = new ArrayList<>();
        for (int nodes : new int[] {100, 300, 1_000}) {
            costs.add(cost(nodes));
        }
        System.out.println("| nodes | messages | kB | looks | messages a node | looks a node |");
        costs.forEach(one -> System.out.println(one.row()));
        Cost least = costs.getFirst();
        for (Cost one : costs) {
            double more = (double) one.nodes() / least.nodes();
            assertThat(one.messages()).isLessThanOrEqualTo(1.1 * more * least.messages());
            assertThat(one.bytes()).isLessThanOrEqualTo(1.1 * more * least.bytes());
            assertThat(one.looks()).isLessThanOrEqualTo(1.1 * more * least.looks());
        }
    }
}
