package org.evenkeel.fake;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import org.evenkeel.wire.LinkSeals;
import org.evenkeel.wire.ListenerProof;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.link.Link;
import org.evenkeel.wire.proto.Accepted;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Outcomes;
import org.evenkeel.wire.proto.Refused;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Start;
import org.evenkeel.wire.proto.StartGroup;
import org.evenkeel.wire.proto.StartItem;
import org.evenkeel.wire.proto.TaskKind;
import org.evenkeel.wire.proto.Welcome;

/** One link of the fake daemon: a reader thread and a writer thread. */
public final class FakeLink {

    private final FakeDaemon daemon;
    private final Link link;
    private final LinkedBlockingQueue<Frame> out = new LinkedBlockingQueue<>();
    FakeDaemon.FakeSession session;
    final Set<FakeDaemon.FakeTask> given = new LinkedHashSet<>();
    final Set<FakeDaemon.FakeTask> parked = new LinkedHashSet<>();
    private final List<OutcomeItem> outcomes = new ArrayList<>();
    private final Start.Builder starts = Start.newBuilder();
    private StartGroup.Builder group;
    private TaskKind groupKind;
    private long accepted;
    public volatile Hello hello;

    FakeLink(FakeDaemon daemon, SocketChannel channel) {
        this.daemon = daemon;
        this.link = Link.over(channel, "fake");
    }

    void start() {
        Thread.ofPlatform().daemon().name("fake-reader").start(this::read);
    }

    private void read() {
        try {
            if (handshake()) {
                link.authenticated();
                Thread.ofPlatform().daemon().name("fake-writer").start(this::write);
                arrived();
                for (Frame frame = link.readFrame(); frame != null; frame = link.readFrame()) {
                    daemon.handle(this, frame);
                }
            }
        } catch (IOException e) {
            // Gone.
        } finally {
            daemon.gone(this);
            close();
        }
    }

    private boolean handshake() throws IOException {
        ListenerProof proof = new ListenerProof(link.isPlainTcp());
        link.write(Frame.newBuilder().setChallenge(proof.challenge()).build());
        Frame answer = link.readFrame();
        if (answer == null) {
            return false;
        }
        Hello proven;
        try {
            proven = proof.proven(answer.getHello(), daemon.secret);
        } catch (WireException e) {
            throw new IOException(e);
        }
        if (proven == null) {
            link.write(
                    Frame.newBuilder()
                            .setRefused(Refused.newBuilder().setReason("wrong secret"))
                            .build());
            return false;
        }
        hello = proven;
        boolean known;
        long origin = daemon.originOf(hello);
        synchronized (daemon.lock) {
            known =
                    daemon.resumes
                            && hello.getKnownIncarnation() == daemon.incarnation
                            && daemon.sessions.containsKey(origin);
            if (!known && !daemon.recovers && hello.getAttachJob() == 0) {
                daemon.sessions.remove(origin);
            }
        }
        session = daemon.session(origin, this);
        link.write(
                Frame.newBuilder()
                        .setWelcome(
                                proof.welcome(
                                        welcome()
                                                .setResumed(known)
                                                .setRecovered(daemon.recovers)
                                                .setSession(origin)
                                                .setLastNumber(session.highest)))
                        .build());
        LinkSeals seals = proof.seals();
        if (seals != null) {
            link.seal(seals.toListener(), seals.toSpeaker());
        }
        return true;
    }

    /** A worker may have next to nothing open until it hears of more. */
    private Welcome.Builder welcome() {
        Welcome.Builder welcome = daemon.welcome();
        return hello.getRole() == Role.WORKER ? welcome.setWindow(1).setWindowBytes(1) : welcome;
    }

    private void arrived() {
        if (hello.getRole() == Role.WORKER) {
            daemon.workerArrived(this, 1, ByteString.copyFrom(new byte[32]));
        } else {
            synchronized (daemon.lock) {
                daemon.redeliver(session);
            }
        }
    }

    private void write() {
        try {
            while (true) {
                link.write(out.take());
            }
        } catch (IOException | InterruptedException e) {
            close();
        }
    }

    // ---- Under the daemon's lock

    /** What the worker has, waiting ones included. */
    List<FakeDaemon.FakeTask> all() {
        List<FakeDaemon.FakeTask> all = new ArrayList<>(given);
        all.addAll(parked);
        return all;
    }

    public void send(Frame frame) {
        endStarts();
        out.add(frame);
    }

    void outcome(OutcomeItem item) {
        outcomes.add(item);
        if (outcomes.size() >= 512 || item.getPayload().size() > 10_000) {
            flushOutcomes();
        }
    }

    private void flushOutcomes() {
        if (!outcomes.isEmpty()) {
            out.add(
                    Frame.newBuilder()
                            .setOutcomes(Outcomes.newBuilder().addAllItems(outcomes))
                            .build());
            outcomes.clear();
        }
    }

    void start(TaskKind kind, StartItem item) {
        if (group == null || !kind.equals(groupKind)) {
            endGroup();
            group = StartGroup.newBuilder().setKind(kind);
            groupKind = kind;
        }
        group.addItems(item);
        if (group.getItemsCount() >= 512 || item.getPayload().size() > 10_000) {
            endStarts();
        }
    }

    private void endGroup() {
        if (group != null) {
            starts.addGroups(group);
            group = null;
        }
    }

    private void endStarts() {
        endGroup();
        if (starts.getGroupsCount() > 0) {
            out.add(Frame.newBuilder().setStart(starts.build()).build());
            starts.clear();
        }
    }

    void accept(long number) {
        accepted = Math.max(accepted, number);
    }

    void flush() {
        if (accepted > 0) {
            out.add(
                    Frame.newBuilder()
                            .setAccepted(Accepted.newBuilder().setUpTo(accepted))
                            .build());
            accepted = 0;
        }
        flushOutcomes();
        endStarts();
    }

    public void close() {
        link.close();
    }
}
