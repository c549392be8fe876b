package org.evenkeel.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.kernel.load.KindTimes;
import org.evenkeel.kernel.phases.MasterNode;
import org.evenkeel.kernel.phases.MemberNode;
import org.evenkeel.kernel.phases.PhaseBounds;
import org.evenkeel.kernel.phases.PhaseMaster;
import org.evenkeel.kernel.phases.PhaseMember;
import org.evenkeel.kernel.phases.PhaseReport;
import org.evenkeel.kernel.policy.PhaseOptions;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PhaseReply;
import org.jspecify.annotations.Nullable;

/**
 * Scheduling phases on this node: its part as a member, and as the master when it may be one. Does
 * nothing when the policy has no phases.
 */
final class Phases {
    private final NodeContext context;
    private final Policy policy;
    private final PeerLinkTable peerLinkTable;
    private final WaitingTasks waiting;
    private final Slots slots;
    private final QuotaQueue quotaQueue;
    private final PhaseTasks tasks;
    private final Balancer balancer;
    private final Drain drain;
    private final MoveCandidates started;
    private final Suspensions evacuation;
    private final JobAdmissionControl gate;
    private final @Nullable PhaseOptions options;
    private final @Nullable PhaseMember member;
    private final @Nullable PhaseMaster master;
    private final Deque<Runnable> toSelf = new ArrayDeque<>();
    private long timerNanos = Long.MAX_VALUE;

    Phases(
            NodeContext context,
            PeerLinkTable peerLinkTable,
            WaitingTasks waiting,
            Slots slots,
            QuotaQueue quotaQueue,
            PhaseTasks tasks,
            Balancer balancer,
            Drain drain,
            Suspensions evacuation,
            JobAdmissionControl gate) {
        this.context = context;
        this.policy = context.config.policy();
        this.peerLinkTable = peerLinkTable;
        this.waiting = waiting;
        this.slots = slots;
        this.quotaQueue = quotaQueue;
        this.tasks = tasks;
        this.balancer = balancer;
        this.drain = drain;
        this.started = new MoveCandidates(context, slots, evacuation);
        this.evacuation = evacuation;
        this.gate = gate;
        this.options = policy.phases();
        NodeId self = context.self.id();
        PhaseBounds bounds = PhaseBounds.of(context.config.masterLeaseNanos());
        this.member = options == null ? null : new PhaseMember(self, options, bounds, new Member());
        this.master =
                options == null || !context.config.phases().master()
                        ? null
                        : new PhaseMaster(self, options, bounds, new Master());
    }

    // ---- What happens

    /** An event begins. */
    void begin() {
        if (member != null) {
            member.begin();
        }
    }

    void received(NodeId from, MasterCommand word) {
        if (member != null) {
            member.receive(context.now, from, word);
        }
    }

    void received(NodeId from, PhaseReply word) {
        if (member == null) {
            return;
        }
        switch (word) {
            case PhaseReply.Outdated outdated -> member.learn(outdated.term());
            case PhaseReply.Sending sending -> member.receive(from, sending);
            default -> {
                if (master != null) {
                    master.receive(context.now, from, word);
                }
            }
        }
    }

    /** Says something to the master, when there is one. */
    void sendToMaster(LongFunction<PhaseReply> ofTerm) {
        if (member != null) {
            member.sendToMaster(ofTerm);
        }
    }

    void linkUp(NodeId peer) {
        if (master != null) {
            master.linked(peer);
        }
    }

    /** A link is down, or the peer leaves. */
    void lost(NodeId peer) {
        if (member != null) {
            member.lost(peer);
        }
        if (master != null) {
            master.lost(context.now, peer);
        }
    }

    /** This node leaves. */
    void leave() {
        if (member != null) {
            member.leave();
        }
        if (master != null) {
            master.resign();
        }
        tasks.suspend().forEach(waiting::add);
    }

    void timerFired() {
        timerNanos = Long.MAX_VALUE;
    }

    /** Why no task of this peer can be taken now, or null. */
    @Nullable String refusal(NodeId from) {
        return member == null || member.takesFrom(from)
                ? null
                : "FROZEN: a scheduling phase is under way";
    }

    /** So many tasks that a peer offered are answered. */
    void offered(NodeId from, int count) {
        if (member != null) {
            member.arrived(from, count);
        }
    }

    /** A peer has refused a task that this node had offered. */
    void refusedBy(NodeId peer) {
        if (member != null) {
            member.refused(peer);
        }
    }

    /** The end of every event: does what is due, and has the node woken for what will be. */
    void settle() {
        if (member == null) {
            return;
        }
        long now = context.now;
        sendToSelf();
        for (long phase : evacuation.takeLeftInPhases()) {
            member.sendToMaster(term -> new PhaseReply.Left(term, phase));
        }
        member.settle(now);
        if (master != null && !drain.isOn()) {
            sendToSelf();
            boolean other = !context.self.id().equals(member.master());
            if (master.isMaster() && (other && member.master() != null || isOutdone(master))) {
                master.resign();
            }
            master.settle(now, member.term(), member.master() == null);
        }
        sendToSelf();
        member.settle(now);
        sendToSelf();
        long due = member.dueNanos();
        due = master == null || drain.isOn() ? due : Math.min(due, master.dueNanos());
        if (due != timerNanos && due != Long.MAX_VALUE) {
            timerNanos = due;
            context.out.later(new Effect.SetTimer(Timer.PHASE, Math.max(due, now + 1)));
        }
    }

    private boolean isOutdone(PhaseMaster own) {
        return member != null && member.term() > own.term();
    }

    private void sendToSelf() {
        for (Runnable next = toSelf.poll(); next != null; next = toSelf.poll()) {
            next.run();
        }
    }

    // ---- For displays and checks

    /** The last phases of which this node was the master, oldest first. */
    List<PhaseReport> history() {
        return master == null ? List.of() : master.history();
    }

    /** The highest term heard of. */
    long term() {
        return member == null ? 0 : member.term();
    }

    @Nullable NodeId masterKnown() {
        return member == null ? null : member.master();
    }

    boolean isMaster() {
        return master != null && master.isMaster();
    }

    /** How long the node has been frozen; 0 when it is not. */
    long frozenNanos() {
        return member == null || !member.isFrozen() ? 0 : context.now - member.frozenSinceNanos();
    }

    // ---- What the parts see and do

    private final class Member implements MemberNode {
        @Override
        public PhaseReply.Counts counts() {
            boolean published = options != null && options.published();
            int busy = slots.busy() + slots.prefetched();
            int kept = slots.workers() == 0 ? 0 : waiting.size() - waiting.mobile();
            int mobile = waiting.size() - kept;
            int st = published ? tasks.schedulable() : mobile;
            int et = published ? waiting.size() + busy : kept + busy;
            int movable = published ? mobile : 0;
            if (options != null && options.movesStarted()) {
                movable += started.movable();
            }
            boolean ready =
                    published ? et == 0 : waiting.isEmpty() && slots.busy() < slots.workers();
            KindTimes times = slots.kindTimes();
            return new PhaseReply.Counts(
                    st,
                    et,
                    movable,
                    slots.workers(),
                    ready,
                    context.config.phases().speed(),
                    times.kind(),
                    times.meanNanos(),
                    times.runs());
        }

        @Override
        public boolean isLeaving() {
            return drain.isOn();
        }

        @Override
        public boolean isLinked(NodeId peer) {
            return peerLinkTable.isUp(peer);
        }

        @Override
        public boolean isSettled() {
            return peerLinkTable.isAnsweredByAll();
        }

        @Override
        public boolean isSettledWith(NodeId peer) {
            return peerLinkTable.isAnswered(peer);
        }

        @Override
        public void freeze() {
            tasks.freeze();
        }

        @Override
        public void thaw() {
            started.sendOff();
            tasks.thaw().forEach(task -> balancer.place(task, null));
            balancer.resume();
        }

        @Override
        public void allot(int count) {
            for (int i = 0; i < count; i++) {
                HeldTask task = tasks.takeSchedulable();
                if (task == null) {
                    return;
                }
                if (!quotaQueue.holds(task)) {
                    waiting.add(task);
                }
            }
        }

        @Override
        public int give(MasterCommand.Part part) {
            Predicate<HeldTask> fit = balancer.runnableAt(part.node());
            int given = 0;
            while (given < part.tasks()) {
                HeldTask task = toHandOn(fit);
                if (task == null) {
                    return given;
                }
                balancer.handTo(task, part.node(), "exceeds its quota here, in a scheduling phase");
                given++;
            }
            return given;
        }

        /** Tasks that are to run on this very node are not among them, if they can run here. */
        private @Nullable HeldTask toHandOn(Predicate<HeldTask> fit) {
            HeldTask task = tasks.takeSchedulable(fit);
            if (task != null) {
                return task;
            }
            return slots.workers() == 0
                    ? waiting.takeToHandOn(fit)
                    : waiting.takeToHandOn(Integer.MAX_VALUE, fit);
        }

        @Override
        public int askStarted(MasterCommand.Part part, int given, long phase) {
            if (options == null || !options.movesStarted()) {
                return 0;
            }
            int left = part.tasks() - given;
            if (options.published()) {
                return started.choose(part, left, phase, 0, false);
            }
            int idle = Math.min(left, part.idle() - given);
            int waits = Math.max(0, waiting.size() - (slots.workers() - slots.busy()));
            return started.choose(part, idle, phase, waits, true);
        }

        @Override
        public void send(NodeId to, PhaseReply word) {
            if (context.self.id().equals(to)) {
                toSelf.add(() -> received(to, word));
                return;
            }
            peerLinkTable.sendIfUp(to, new PeerMessage.PhaseMessage(word));
        }

        @Override
        public void judged(MasterCommand.Job verdict) {
            gate.judged(verdict);
        }

        @Override
        public void masterIsThere(boolean there) {
            policy.onMaster(there);
            gate.beat();
            if (options != null && options.published()) {
                tasks.schedule(there).forEach(task -> balancer.place(task, null));
            }
        }
    }

    private final class Master implements MasterNode {
        @Override
        public void ended(JobId job) {
            for (PeerLinkTable.Peer peer : peerLinkTable.up()) {
                context.out.send(peer.ref, new PeerMessage.JobEnded(job, true));
            }
        }

        @Override
        public List<NodeId> reachable() {
            List<NodeId> all = new ArrayList<>();
            if (!drain.isOn()) {
                all.add(context.self.id());
            }
            for (PeerLinkTable.Peer peer : peerLinkTable.up()) {
                if (!peer.leaving) {
                    all.add(peer.ref.id());
                }
            }
            return all;
        }

        @Override
        public void send(NodeId to, MasterCommand word) {
            if (context.self.id().equals(to)) {
                toSelf.add(() -> received(to, word));
                return;
            }
            peerLinkTable.sendIfUp(to, new PeerMessage.MasterMessage(word));
        }
    }
}
