package org.evenkeel.daemon.peer;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.daemon.blob.BlobLink;
import org.evenkeel.daemon.clientcalls.ClientCallRouter;
import org.evenkeel.daemon.net.EventLoopTurn;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.Result;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.BlobComing;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Ping;

/** One link to a peer's process. What is said in a turn goes out in few frames at its end. */
final class PeerLink extends EventLoopTurn.Participant implements LinkListener {

    private final PeerLinks links;
    private final NodeRef peer;
    private final FrameConnection frameConnection;
    private final boolean ours;
    private final WireMapper mapper = new WireMapper();
    private final BlobLink blobs;
    private final PeerReceiver intake;
    private List<PeerMessage> outgoing = new ArrayList<>();
    private long lastHeardNanos = System.nanoTime();
    private long lastUsedNanos = System.nanoTime();
    private long pings;
    private boolean begun;
    private final long number;

    /**
     * @param ours whether this side connected
     */
    PeerLink(PeerLinks links, NodeRef peer, FrameConnection frameConnection, boolean ours) {
        this.links = links;
        this.peer = peer;
        this.frameConnection = frameConnection;
        this.ours = ours;
        this.number = links.nextNumber();
        this.blobs = new BlobLink(links.dependencies().payloadResolver(), frameConnection);
        this.intake =
                new PeerReceiver(
                        links.dependencies().eventSink(),
                        links.dependencies().payloadResolver(),
                        blobs,
                        peer.id());
    }

    NodeRef peer() {
        return peer;
    }

    /** Counts the links of this process, from 1. */
    long number() {
        return number;
    }

    boolean isOurs() {
        return ours;
    }

    long lastHeardNanos() {
        return lastHeardNanos;
    }

    /** True the first time. */
    boolean beginOnce() {
        boolean first = !begun;
        begun = true;
        return first;
    }

    /** The other side as one that can be asked for blobs. */
    BlobLink blobs() {
        return blobs;
    }

    boolean isOpen() {
        return frameConnection.isOpen();
    }

    /** When something other than a ping passed. */
    long lastUsedNanos() {
        return lastUsedNanos;
    }

    /** The build at the other end. */
    Software software() {
        return frameConnection.authenticatedPeer().software();
    }

    @Override
    public String name() {
        return peer.id().name();
    }

    // ---- Out

    void send(PeerMessage peerMessage) {
        if (!software().features().permit(peerMessage)) {
            return;
        }
        lastUsedNanos = System.nanoTime();
        outgoing.add(peerMessage);
        links.dependencies().eventLoopTurn().enlist(this);
    }

    void send(Frame frame) {
        endOfTurn();
        frameConnection.send(frame);
    }

    void ping() {
        frameConnection.send(
                Frame.newBuilder().setPing(Ping.newBuilder().setNumber(++pings)).build());
    }

    void close(String why) {
        frameConnection.close(why);
    }

    @Override
    protected void endOfTurn() {
        if (outgoing.isEmpty()) {
            return;
        }
        List<PeerMessage> all = outgoing;
        outgoing = new ArrayList<>();
        for (int i = 0; i < all.size(); ) {
            int end = runEnd(all, i);
            mapper.writeMessage(
                    end - i == 1 ? all.get(i) : merged(all.subList(i, end)), frameConnection::send);
            i = end;
        }
    }

    /** Where the run of messages ends that can share a frame with the one at {@code from}. */
    private static int runEnd(List<PeerMessage> all, int from) {
        Class<?> kind = all.get(from).getClass();
        int end = from + 1;
        if (kind == PeerMessage.Results.class || kind == PeerMessage.ResultAcks.class) {
            while (end < all.size() && all.get(end).getClass() == kind) {
                end++;
            }
        }
        return end;
    }

    private static PeerMessage merged(List<PeerMessage> run) {
        List<Result> results = new ArrayList<>();
        List<GrantedTask> acks = new ArrayList<>();
        PeerMessage.Load load = null;
        for (PeerMessage peerMessage : run) {
            if (peerMessage instanceof PeerMessage.Results some) {
                results.addAll(some.results());
                load = some.load() == null ? load : some.load();
            } else if (peerMessage instanceof PeerMessage.ResultAcks some) {
                acks.addAll(some.tasks());
            }
        }
        return results.isEmpty()
                ? new PeerMessage.ResultAcks(acks)
                : new PeerMessage.Results(results, load);
    }

    // ---- In

    @Override
    public void onFrame(Frame frame, int bytes) throws WireException {
        lastHeardNanos = System.nanoTime();
        links.begin(this); // the first words may come with the welcome
        if (WireMapper.isMessage(frame.getBodyCase())) {
            lastUsedNanos = lastHeardNanos;
            PeerMessage peerMessage = mapper.readMessage(frame, bytes);
            if (peerMessage != null && links.isCurrent(this)) {
                if (peerMessage instanceof PeerMessage.Leaving) {
                    links.leaves(peer);
                }
                intake.enter(peerMessage, bytes);
            }
            return;
        }
        if (blobs.onFrame(frame)) {
            return;
        }
        switch (frame.getBodyCase()) {
            case MEMBERS -> links.onMembers(frame.getMembers());
            case REVOKED -> links.revoked(frame.getRevoked());
            case FETCH_VALUE ->
                    links.dependencies()
                            .payloadResolver()
                            .values()
                            .fetch(
                                    new JobId(frame.getFetchValue().getJob()),
                                    frame.getFetchValue(),
                                    answer -> {});
            case FILE_ASK ->
                    files().passedOn(
                                    frame.getFileAsk(),
                                    answer ->
                                            use(Frame.newBuilder().setFileAnswer(answer).build()));
            case FILE_ANSWER -> files().nodeAnswered(peer.id(), frame.getFileAnswer());
            case SEEK_HOME -> files().sought(frame.getSeekHome(), this::use);
            case HOME_HERE -> files().here(peer, frame.getHomeHere());
            case BLOB_COMING -> onBlobComing(frame.getBlobComing());
            case QUERY -> links.asked(this, frame.getQuery());
            case QUERY_REPLY -> links.answered(frame.getQueryReply());
            case REFUSED -> frameConnection.close("rejected: " + frame.getRefused().getReason());
            default -> throw new WireException("body", "not a message for a peer");
        }
    }

    private void onBlobComing(BlobComing coming) throws WireException {
        lastUsedNanos = lastHeardNanos;
        links.dependencies().payloadResolver().early().coming(coming, blobs);
    }

    private ClientCallRouter files() {
        lastUsedNanos = lastHeardNanos;
        return links.dependencies().files();
    }

    /** Sends something, if it is still open. */
    private void use(Frame frame) {
        if (isOpen()) {
            send(frame);
        }
    }

    @Override
    public void onWritable() {
        blobs.onWritable();
    }

    @Override
    public void onClosed(String why) {
        intake.close();
        blobs.onClosed();
        links.closed(this, why);
    }

    /** The event that says it is up. */
    Event.PeerUp up() {
        return new Event.PeerUp(peer, software().features());
    }

    @Override
    public String toString() {
        return peer.toString();
    }
}
