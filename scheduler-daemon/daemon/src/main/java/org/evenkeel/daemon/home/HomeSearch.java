package org.evenkeel.daemon.home;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.evenkeel.daemon.drive.TimerSource;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.SeekHome;
import org.jspecify.annotations.Nullable;

/** Which nodes have the clients of jobs: everybody is asked, and the answer remembered. */
final class HomeSearch {

    /** Jobs whose homes are remembered. */
    private static final int MOST_HOMES = 1_024;

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Supplier<HomeDesk.Peers> peers;
    private final TimerSource timers;
    private final Room room;
    private final BiPredicate<NodeRef, Waiting> passOn;
    private final Map<JobId, List<Waiting>> sought = new HashMap<>();
    private final Map<JobId, NodeRef> homes =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<JobId, NodeRef> eldest) {
                    return size() > MOST_HOMES;
                }
            };

    /**
     * @param passOn passes a question on to a node, if it can
     */
    HomeSearch(
            Supplier<HomeDesk.Peers> peers,
            TimerSource timers,
            Room room,
            BiPredicate<NodeRef, Waiting> passOn) {
        this.peers = peers;
        this.timers = timers;
        this.room = room;
        this.passOn = passOn;
    }

    /** Passes a question on to the node that has the client of its job, or says that none has. */
    void find(Waiting one) {
        NodeRef home = homes.get(one.job());
        if (home != null && passOn.test(home, one)) {
            return;
        }
        if (!room.enter(one)) {
            one.away("too many questions wait for their homes");
            return;
        }
        List<Waiting> known = sought.get(one.job());
        if (known != null) {
            known.add(one);
        } else {
            begin(one.job(), new ArrayList<>(List.of(one)));
        }
    }

    private void begin(JobId job, List<Waiting> waiting) {
        sought.put(job, waiting);
        Frame frame =
                Frame.newBuilder().setSeekHome(SeekHome.newBuilder().setJob(job.value())).build();
        peers.get().others().forEach(other -> tell(other, frame, job, waiting));
        timers.after(LIMIT_NANOS, () -> end(job, waiting, null));
    }

    /** A link may have to be opened first. */
    private void tell(NodeRef other, Frame frame, JobId job, List<Waiting> waiting) {
        if (isSought(job, waiting) && !peers.get().tell(other, frame)) {
            timers.after(AGAIN_NANOS, () -> tell(other, frame, job, waiting));
        }
    }

    @SuppressWarnings("ReferenceEquality") // this search, and not a later one
    private boolean isSought(JobId job, List<Waiting> waiting) {
        return sought.get(job) == waiting;
    }

    /** A node says that it has the client. */
    void found(JobId job, NodeRef home) {
        List<Waiting> waiting = sought.get(job);
        if (waiting != null) {
            homes.put(job, home);
            end(job, waiting, home);
        }
    }

    private void end(JobId job, List<Waiting> waiting, @Nullable NodeRef home) {
        if (!isSought(job, waiting)) {
            return;
        }
        sought.remove(job);
        for (Waiting one : waiting) {
            room.leave(one);
            if (home == null || !passOn.test(home, one)) {
                one.away("no node that can be reached has the client of job " + job);
            }
        }
    }

    /** Whether this node was thought to be the home of a job; it is not any more. */
    boolean isWrong(JobId job, NodeId node) {
        NodeRef home = homes.get(job);
        boolean wrong = home != null && home.id().equals(node);
        if (wrong) {
            homes.remove(job);
        }
        return wrong;
    }

    /** The link with a node is gone. */
    void lost(NodeId node) {
        homes.values().removeIf(home -> home.id().equals(node));
    }
}
