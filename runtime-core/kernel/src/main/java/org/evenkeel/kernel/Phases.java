package org.evenkeel.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongFunction;
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
import org.evenkeel.model.protocol.MasterWord;
import org.evenkeel.model.protocol.Message;
import org.evenkeel.model.protocol.PhaseWord;
import org.jspecify.annotations.Nullable;

/**
 * Scheduling phases on this node: its part as a member, and as the master when it may be one. Does
 * nothing when the policy has no phases.
 */
final class Phases {
    private final Context context;
    private final Policy policy;
    private final Links links;
    private final WaitingTasks waiting;
    private final Slots slots;
    private final HeldBack heldBack;
    private final PhaseTasks tasks;
    private final Balancer balancer;
    private final Drain drain;
    private final StartedTasks started;
    private final MovingOut movingOut;
    private final JobGate gate;
    private final @Nullable PhaseOptions options;
    private final @Nullable PhaseMember member;
    private final @Nullable PhaseMaster master;
    private final Deque<Runnable> toSelf = new ArrayDeque<>();
    private long timerNanos = Long.MAX_VALUE;

    Phases(
            Context context,
            Links links,
            WaitingTasks waiting,
            Slots slots,
            HeldBack heldBack,
            PhaseTasks tasks,
            Balancer balancer,
            Drain drain,
            MovingOut movingOut,
            JobGate gate) {
        this.context = context;
        this.policy = context.config.policy();
        this.links = links;
        this.waiting = waiting;
        this.slots = slots;
        this.heldBack = heldBack;
        this.tasks = tasks;
        this.balancer = balancer;
        this.drain = drain;
        this.started = new StartedTasks(context, slots, movingOut);
        this.movingOut = movingOut;
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

    void heard(NodeId from, MasterWord word) {
        if (member != null) {
            member.hear(context.now, from, word);
        }
    }

    void heard(NodeId from, PhaseWord word) {
        if (member == null) {
            return;
        }
        switch (word) {
            case PhaseWord.Outdated outdated -> member.learn(outdated.term());
            case PhaseWord.Sending sending -> member.hear(from, sending);
            default -> {
                if (master != null) {
                    master.hear(context.now, from, word);
                }
            }
        }
    }

    /** Says something to the master, when there is one. */
    void tellMaster(LongFunction<PhaseWord> ofTerm) {
        if (member != null) {
            member.tellMaster(ofTerm);
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
                : "FROZEN: a scheduling phase goes on";
    }

    /** So many tasks that a peer offered are answered. */
    void offered(NodeId from, int count) {
        if (member != null) {
            member.arrived(from, count);
        }
    }

    /** The end of every event: does what is due, and has the node woken for what will be. */
    void settle() {
        if (member == null) {
            return;
        }
        long now = context.now;
        sayToSelf();
        for (long phase : movingOut.takeLeftInPhases()) {
            member.tellMaster(term -> new PhaseWord.Left(term, phase));
        }
        member.settle(now);
        if (master != null && !drain.isOn()) {
            sayToSelf();
            boolean other = !context.self.id().equals(member.master());
            if (master.isSeated() && (other && member.master() != null || isOutdone(master))) {
                master.resign();
            }
            master.settle(now, member.term(), member.master() == null);
        }
        sayToSelf();
        member.settle(now);
        sayToSelf();
        long due = member.dueNanos();
        due = master == null || drain.isOn() ? due : Math.min(due, master.dueNanos());
        if (due != timerNanos && due != Long.MAX_VALUE) {
            timerNanos = due;
            context.out.later(new Effect.SetTimer(Timer.PHASE, Math.max(due, now + 1)));
        }
    }

    private boolean isOutdone(PhaseMaster seated) {
        return member != null && member.term() > seated.term();
    }

    private void sayToSelf() {
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
        return master != null && master.isSeated();
    }

    /** How long the node has been frozen; 0 when it is not. */
    long frozenNanos() {
        return member == null || !member.isFrozen() ? 0 : context.now - member.frozenSinceNanos();
    }

    // ---- What the parts see and do

    private final class Member implements MemberNode {
        @Override
        public PhaseWord.Counts counts() {
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
            return new PhaseWord.Counts(
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
            return links.isUp(peer);
        }

        @Override
        public boolean isSettled() {
            return links.isAnsweredByAll();
        }

        @Override
        public boolean isSettledWith(NodeId peer) {
            return links.isAnswered(peer);
        }

        @Override
        public void freeze() {
            tasks.freeze();
        }

        @Override
        public void thaw() {
            started.sendOff();
            tasks.thaw().forEach(task -> balancer.place(task, null));
            balancer.goOn();
        }

        @Override
        public void allot(int count) {
            for (int i = 0; i < count; i++) {
                HeldTask task = tasks.takeSchedulable();
                if (task == null) {
                    return;
                }
                if (!heldBack.holds(task)) {
                    waiting.add(task);
                }
            }
        }

        @Override
        public int give(MasterWord.Part part) {
            int given = 0;
            while (given < part.tasks()) {
                HeldTask task = toHandOn();
                if (task == null) {
                    return given;
                }
                balancer.handTo(task, part.node(), "above its quota here, in a scheduling phase");
                given++;
            }
            return given;
        }

        /** Tasks that are to run on this very node are not among them, if they can run here. */
        private @Nullable HeldTask toHandOn() {
            HeldTask task = tasks.takeSchedulable();
            if (task != null) {
                return task;
            }
            return slots.workers() == 0
                    ? waiting.takeToHandOn()
                    : waiting.takeToHandOn(Integer.MAX_VALUE);
        }

        @Override
        public int askStarted(MasterWord.Part part, int given, long phase) {
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
        public void tell(NodeId to, PhaseWord word) {
            if (context.self.id().equals(to)) {
                toSelf.add(() -> heard(to, word));
                return;
            }
            Links.Peer peer = links.get(to);
            if (peer != null && peer.up) {
                context.out.send(peer.ref, new Message.PhaseSays(word));
            }
        }

        @Override
        public void judged(MasterWord.Job verdict) {
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
            for (Links.Peer peer : links.up()) {
                context.out.send(peer.ref, new Message.JobEnded(job, true));
            }
        }

        @Override
        public List<NodeId> reachable() {
            List<NodeId> all = new ArrayList<>();
            if (!drain.isOn()) {
                all.add(context.self.id());
            }
            for (Links.Peer peer : links.up()) {
                if (!peer.leaving) {
                    all.add(peer.ref.id());
                }
            }
            return all;
        }

        @Override
        public void say(NodeId to, MasterWord word) {
            if (context.self.id().equals(to)) {
                toSelf.add(() -> heard(to, word));
                return;
            }
            Links.Peer peer = links.get(to);
            if (peer != null && peer.up) {
                context.out.send(peer.ref, new Message.MasterSays(word));
            }
        }
    }
}
