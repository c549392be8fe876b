package org.evenkeel.daemon.clientcalls;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.model.BoundedMap;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.SeekHome;
import org.jspecify.annotations.Nullable;

/** Which nodes have the clients of jobs: every node is asked, and the answer remembered. */
final class ClientLocator {

    /** Jobs whose homes are remembered. */
    private static final int MOST_HOMES = 1_024;

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /**
     * What is looked for.
     *
     * @param log the node where the job is open; else the one that has its client
     */
    record Sought(JobId job, boolean log) {
        private static Sought by(PendingReply one) {
            return new Sought(one.job(), one.isLog());
        }

        @Override
        public String toString() {
            return log ? "job " + job : "the client of job " + job;
        }
    }

    private final Supplier<ClientCallRouter.Peers> peers;
    private final TimerSource timers;
    private final CallBufferLimit callBufferLimit;
    private final BiPredicate<NodeRef, PendingReply> passOn;
    private final Map<Sought, List<PendingReply>> sought = new HashMap<>();
    private final Map<Sought, NodeRef> homes = BoundedMap.ofNewest(MOST_HOMES);

    /**
     * @param passOn passes a question on to a node, if it can
     */
    ClientLocator(
            Supplier<ClientCallRouter.Peers> peers,
            TimerSource timers,
            CallBufferLimit callBufferLimit,
            BiPredicate<NodeRef, PendingReply> passOn) {
        this.peers = peers;
        this.timers = timers;
        this.callBufferLimit = callBufferLimit;
        this.passOn = passOn;
    }

    /** Passes a question on to the node that has the client of its job, or says that none has. */
    void find(PendingReply one) {
        Sought what = Sought.by(one);
        NodeRef home = homes.get(what);
        if (home != null && passOn.test(home, one)) {
            return;
        }
        if (!callBufferLimit.enter(one)) {
            one.away("too many requests wait to be routed to their clients");
            return;
        }
        List<PendingReply> known = sought.get(what);
        if (known != null) {
            known.add(one);
        } else {
            begin(what, new ArrayList<>(List.of(one)));
        }
    }

    private void begin(Sought what, List<PendingReply> pendingReply) {
        sought.put(what, pendingReply);
        Frame frame =
                Frame.newBuilder()
                        .setSeekHome(
                                SeekHome.newBuilder().setJob(what.job().value()).setLog(what.log()))
                        .build();
        peers.get().others().forEach(other -> reply(other, frame, what, pendingReply));
        timers.after(LIMIT_NANOS, () -> end(what, pendingReply, null));
    }

    /** A link may have to be opened first. */
    private void reply(NodeRef other, Frame frame, Sought what, List<PendingReply> pendingReply) {
        if (isSought(what, pendingReply) && !peers.get().send(other, frame)) {
            timers.after(AGAIN_NANOS, () -> reply(other, frame, what, pendingReply));
        }
    }

    @SuppressWarnings("ReferenceEquality") // this search, and not a later one
    private boolean isSought(Sought what, List<PendingReply> pendingReply) {
        return sought.get(what) == pendingReply;
    }

    /** A node says that it has the client. */
    void found(Sought what, NodeRef home) {
        List<PendingReply> pendingReply = sought.get(what);
        if (pendingReply != null) {
            homes.put(what, home);
            end(what, pendingReply, home);
        }
    }

    private void end(Sought what, List<PendingReply> pendingReply, @Nullable NodeRef home) {
        if (!isSought(what, pendingReply)) {
            return;
        }
        sought.remove(what);
        for (PendingReply one : pendingReply) {
            callBufferLimit.leave(one);
            if (home == null || !passOn.test(home, one)) {
                one.away("no reachable node has " + what);
            }
        }
    }

    /** Whether this node was thought to be the home of a job; it is not any more. */
    boolean isWrong(PendingReply one, NodeId node) {
        Sought what = Sought.by(one);
        NodeRef home = homes.get(what);
        boolean wrong = home != null && home.id().equals(node);
        if (wrong) {
            homes.remove(what);
        }
        return wrong;
    }

    /** The link with a node is gone. */
    void lost(NodeId node) {
        homes.values().removeIf(home -> home.id().equals(node));
    }
}
