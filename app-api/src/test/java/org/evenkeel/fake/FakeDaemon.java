package org.evenkeel.fake;

import com.google.protobuf.ByteString;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.proto.Bind;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.BlobRequest;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.FinishedItem;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.NodeRef;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.PutAway;
import org.evenkeel.wire.proto.Recall;
import org.evenkeel.wire.proto.StartItem;
import org.evenkeel.wire.proto.Status;
import org.evenkeel.wire.proto.Stop;
import org.evenkeel.wire.proto.StopTasks;
import org.evenkeel.wire.proto.SubmitGroup;
import org.evenkeel.wire.proto.SubmitItem;
import org.evenkeel.wire.proto.TakeStack;
import org.evenkeel.wire.proto.TaskId;
import org.evenkeel.wire.proto.TaskKind;
import org.evenkeel.wire.proto.Welcome;
import org.evenkeel.wire.proto.Window;

/**
 * A daemon for tests: real sockets, real frames, one lock. Runs tasks by a function of the test, or
 * on real worker processes; children first, newest first.
 */
public final class FakeDaemon implements Closeable {

    /** A submitted task. */
    public static final class FakeTask {
        public final FakeSession session;
        public final TaskKind kind;
        public final TaskId parent;
        public final SubmitItem item;
        public ByteString payload;
        FakeLink worker;
        boolean parked;
        FakeTask tailOf;
        int grants;
        boolean done;
        boolean cancelled;

        FakeTask(FakeSession session, TaskKind kind, TaskId parent, SubmitItem item) {
            this.session = session;
            this.kind = kind;
            this.parent = parent;
            this.item = item;
            this.payload = item.getPayload();
        }

        @Override
        public String toString() {
            return kind.getName()
                    + " "
                    + Long.toHexString(session.origin)
                    + "-"
                    + item.getNumber()
                    + " of "
                    + parent.getNumber()
                    + (worker == null ? " waits" : parked ? " parked" : " given")
                    + " "
                    + grants
                    + (cancelled ? " cancelled" : "");
        }

        /** Whether a worker has it. */
        public boolean isGiven() {
            return worker != null && !done;
        }

        Granted granted() {
            return Granted.newBuilder()
                    .setOrigin(session.origin)
                    .setNumber(item.getNumber())
                    .setEpoch(Math.max(1, item.getEpoch()))
                    .setGrant(grants)
                    .build();
        }
    }

    /** A client or worker that submits. */
    public static final class FakeSession {
        public final long origin;
        public final Map<Long, FakeTask> tasks = new LinkedHashMap<>();
        public final Map<Long, OutcomeItem> undelivered = new LinkedHashMap<>();
        public long highest;
        FakeLink link;

        FakeSession(long origin) {
            this.origin = origin;
        }
    }

    private final ServerSocketChannel server;
    private final Path socket;
    public final byte[] secret = new byte[32];
    public final long incarnation;
    public final String node;
    public final Object lock = new Object();
    public final Map<Long, FakeSession> sessions = new HashMap<>();
    public final Deque<FakeTask> ready = new ArrayDeque<>();
    public final List<FakeLink> workers = new ArrayList<>();
    public final List<FakeLink> links = new CopyOnWriteArrayList<>();
    public final List<Frame> seen = new CopyOnWriteArrayList<>();
    public final Map<ByteString, Path> blobs = new HashMap<>();
    private final Map<ByteString, FakePull> pulls = new HashMap<>();
    public final Map<Long, Map<ByteString, FakeLink>> bundles = new HashMap<>();

    /** By whom they were opened. */
    public final Map<Long, FakeSession> jobs = new HashMap<>();

    // What a test sets.
    public volatile int window = 10_000;
    public volatile long windowBytes = 64 << 20;
    public volatile int inlineBytes = 256 << 10;
    public volatile boolean resumes = true;
    public volatile boolean recovers;

    /** Whether it is of a version that has no features. */
    public volatile boolean isEarlier;

    /** Of the clients of its jobs, as it says. */
    public volatile int attachment = 1;

    /** What another node would answer about jobs. */
    public volatile JobsAnswer alsoSays = JobsAnswer.getDefaultInstance();

    /** Tasks that were put away so far. */
    public final AtomicInteger moves = new AtomicInteger();

    public volatile boolean accepts = true;
    public volatile boolean runs = true;
    public volatile boolean recordFrames;
    public volatile boolean ignoresCancels;
    public volatile int prefetch = 64;

    /** Tasks whose kind has this in its name are not started. */
    public volatile String heldBack = "";

    public volatile Path blobDirectory;
    public volatile Function<FakeTask, OutcomeItem.Builder> runner;
    public volatile List<String> jars = List.of();

    public FakeDaemon(Path directory, String node) throws IOException {
        this(directory, node, new byte[0]);
    }

    public FakeDaemon(Path directory, String node, byte[] sharedSecret) throws IOException {
        this.node = node;
        SecureRandom random = new SecureRandom();
        incarnation = random.nextLong();
        if (sharedSecret.length > 0) {
            System.arraycopy(sharedSecret, 0, secret, 0, secret.length);
        } else {
            random.nextBytes(secret);
        }
        Files.createDirectories(directory);
        blobDirectory = Files.createDirectories(directory.resolve("blobs"));
        socket = directory.resolve("d.sock");
        Files.deleteIfExists(socket);
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        start(server);
    }

    /** Listens on TCP as well; gives the port. */
    public int listenTcp() throws IOException {
        ServerSocketChannel tcp = ServerSocketChannel.open();
        tcp.bind(new InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), 0));
        start(tcp);
        return ((InetSocketAddress) tcp.getLocalAddress()).getPort();
    }

    private void start(ServerSocketChannel channel) {
        Thread.ofPlatform()
                .daemon()
                .name("fake-" + node)
                .start(() -> {
                    try {
                        while (true) {
                            SocketChannel peer = channel.accept();
                            if (peer.getLocalAddress() instanceof InetSocketAddress) {
                                peer.setOption(StandardSocketOptions.TCP_NODELAY, true);
                            }
                            FakeLink link = new FakeLink(this, peer);
                            links.add(link);
                            link.start();
                        }
                    } catch (IOException e) {
                        // Closed.
                    }
                });
    }

    public String address() {
        return "unix:" + socket;
    }

    /** Writes what a client looks for, in a state directory. */
    public void announce(Path state) throws IOException {
        Path cluster = state.resolve("clusters/default");
        Path directory = Files.createDirectories(cluster.resolve("nodes").resolve(node));
        Files.writeString(cluster.resolve("token"), HexFormat.of().formatHex(secret) + "\n");
        Files.writeString(
                directory.resolve("daemon.json"),
                """
                {"node":"%s","pid":%d,"incarnation":"%s","socket":"%s","host":"127.0.0.1","port":1,"clientPort":2}
                """
                        .formatted(
                                node,
                                ProcessHandle.current().pid(),
                                Long.toHexString(incarnation),
                                socket));
    }

    // ---- Handshake

    Welcome.Builder welcome() {
        Welcome.Builder signed = Software.sign(Welcome.newBuilder());
        return (isEarlier ? signed.clearFeatures() : signed)
                .setVersion(1)
                .setNode(NodeRef.newBuilder().setName(node).setIncarnation(incarnation))
                .setWindow(window)
                .setWindowBytes(windowBytes)
                .setInlineBytes(inlineBytes)
                .setBlobDirectory(blobDirectory.toString());
    }

    /** Of the session it wants: its own, or that of the job it attaches to. */
    long originOf(Hello hello) {
        synchronized (lock) {
            return hello.getAttachJob() == 0
                    ? hello.getOrigin()
                    : jobs.get(hello.getAttachJob()).origin;
        }
    }

    FakeSession session(long origin, FakeLink link) {
        synchronized (lock) {
            FakeSession session = sessions.computeIfAbsent(origin, FakeSession::new);
            session.link = link;
            return session;
        }
    }

    // ---- Frames, all under the lock

    /** What tasks print is of no interest here; other questions are for clients that there are. */
    private static void keepLog(FakeLink from, FileAsk ask) throws IOException {
        if (ask.hasLog()) {
            from.send(
                    Frame.newBuilder()
                            .setFileAnswer(
                                    FileAnswer.newBuilder()
                                            .setTask(ask.getTask())
                                            .setNumber(ask.getNumber()))
                            .build());
        }
    }

    void handle(FakeLink from, Frame frame) throws IOException {
        synchronized (lock) {
            if (recordFrames) {
                seen.add(frame);
            }
            switch (frame.getBodyCase()) {
                case SUBMIT ->
                        frame.getSubmit().getGroupsList().forEach(group -> submit(from, group));
                case FINISHED ->
                        frame.getFinished().getItemsList().forEach(item -> finished(from, item));
                case OUTCOME_ACK ->
                        frame.getOutcomeAck()
                                .getNumbersList()
                                .forEach(number -> from.session.undelivered.remove(number));
                case CANCEL_TASKS ->
                        frame.getCancelTasks()
                                .getNumbersList()
                                .forEach(number -> cancel(from, number));
                case PARKED -> {
                    FakeTask task =
                            find(frame.getParked().getOrigin(), frame.getParked().getNumber());
                    if (task != null && task.worker == from && !task.parked) {
                        task.parked = true;
                        from.given.remove(task);
                        from.parked.add(task);
                    }
                }
                case BLOB_CHUNK -> {
                    FakePull pull = pulls.get(frame.getBlobChunk().getSha256());
                    if (pull != null && pull.chunk(frame.getBlobChunk())) {
                        pulls.remove(frame.getBlobChunk().getSha256());
                        blobs.put(frame.getBlobChunk().getSha256(), pull.file);
                    }
                }
                case BLOB_REQUEST -> from.send(chunk(frame.getBlobRequest()));
                case OPEN_JOB -> jobs.put(frame.getOpenJob().getJob(), from.session);
                case QUERY -> from.send(FakeJobs.answer(this, frame.getQuery()));
                case FILE_ASK -> keepLog(from, frame.getFileAsk());
                case SERVE -> {
                    if (!workers.contains(from)) {
                        workers.add(from);
                    }
                }
                case RECALL_ANSWER -> {
                    for (Granted granted : frame.getRecallAnswer().getGivenBackList()) {
                        FakeTask task = find(granted.getOrigin(), granted.getNumber());
                        from.given.remove(task);
                        ready.addLast(task);
                    }
                }
                default -> {}
            }
            schedule();
            flush();
        }
    }

    private void flush() {
        links.forEach(FakeLink::flush);
    }

    public FakeTask find(long origin, long number) {
        FakeSession session = sessions.get(origin);
        return session == null ? null : session.tasks.get(number);
    }

    private void submit(FakeLink from, SubmitGroup group) {
        for (SubmitItem item : group.getItemsList()) {
            FakeSession session = from.session;
            FakeTask known = session.tasks.get(item.getNumber());
            if (known != null
                    && Math.max(1, known.item.getEpoch()) >= Math.max(1, item.getEpoch())) {
                continue;
            }
            FakeTask task = new FakeTask(session, group.getKind(), group.getParent(), item);
            session.tasks.put(item.getNumber(), task);
            session.highest = Math.max(session.highest, item.getNumber());
            if (accepts) {
                from.accept(item.getNumber());
            }
            if (item.hasBlob()) {
                pull(from, item.getBlob(), () -> enqueue(task));
            } else {
                enqueue(task);
            }
        }
    }

    /** Tells clients that everything is accepted. */
    public void acceptAll() {
        synchronized (lock) {
            accepts = true;
            links.forEach(link -> link.accept(link.session.highest));
            flush();
        }
    }

    private void enqueue(FakeTask task) {
        if (task.parent.getNumber() != 0) {
            ready.addFirst(task);
        } else {
            ready.addLast(task);
        }
    }

    /** Pulls a blob from a link, then calls back; verified by nobody. */
    public void pull(FakeLink from, BlobRef blob, Runnable then) {
        synchronized (lock) {
            if (blobs.containsKey(blob.getSha256())) {
                then.run();
                return;
            }
            FakePull pull =
                    new FakePull(
                            from,
                            blob,
                            blobDirectory.resolve(
                                    HexFormat.of().formatHex(blob.getSha256().toByteArray())),
                            then);
            pulls.put(blob.getSha256(), pull);
            pull.start();
            flush();
        }
    }

    private Frame chunk(BlobRequest request) throws IOException {
        return FakePull.answer(request, blobs.get(request.getSha256()));
    }

    private void cancel(FakeLink from, long number) {
        FakeTask task = from.session.tasks.get(number);
        if (task == null || task.done || ignoresCancels) {
            return;
        }
        task.cancelled = true;
        if (task.worker != null) {
            task.worker.send(
                    Frame.newBuilder()
                            .setStopTasks(
                                    StopTasks.newBuilder()
                                            .addTasks(task.granted())
                                            .setWhy("cancelled"))
                            .build());
        } else {
            ready.remove(task);
            done(task, OutcomeItem.newBuilder().setStatus(Status.CANCELLED));
        }
    }

    /** Asks a worker to give a task back. */
    public void recall(FakeTask task) {
        synchronized (lock) {
            task.worker.send(
                    Frame.newBuilder()
                            .setRecall(Recall.newBuilder().addTasks(task.granted()))
                            .build());
            flush();
        }
    }

    /** Asks the worker that has a task what its threads are doing. */
    public void takeStack(FakeTask task, int number) {
        synchronized (lock) {
            TaskId id =
                    TaskId.newBuilder()
                            .setOrigin(task.session.origin)
                            .setNumber(task.item.getNumber())
                            .build();
            task.worker.send(
                    Frame.newBuilder()
                            .setTakeStack(TakeStack.newBuilder().setNumber(number).setTask(id))
                            .build());
            flush();
        }
    }

    /**
     * Asks workers to put away what they run of a kind.
     *
     * @param withChildren also before its children have ended
     */
    public void suspend(String kind, boolean withChildren) {
        synchronized (lock) {
            for (FakeLink worker : workers) {
                PutAway.Builder asked = PutAway.newBuilder().setWithChildren(withChildren);
                for (FakeTask task : worker.all()) {
                    if (task.kind.getName().equals(kind)) {
                        asked.addTasks(task.granted());
                    }
                }
                if (asked.getTasksCount() > 0) {
                    worker.send(Frame.newBuilder().setPutAway(asked).build());
                }
            }
            flush();
        }
    }

    /** It goes on from its checkpoint, in another worker if there is one. */
    private void wasPutAway(FakeLink from, FakeTask task, FinishedItem item) {
        if (!item.getFile().isEmpty()) {
            throw new IllegalStateException("checkpoints of tests are small");
        }
        moves.incrementAndGet();
        if (task.cancelled) {
            done(task, OutcomeItem.newBuilder().setStatus(Status.CANCELLED));
            return;
        }
        task.payload = item.getPayload();
        task.worker = null;
        task.parked = false;
        workers.remove(from);
        workers.add(from);
        ready.addFirst(task);
    }

    /** Runs what waits. */
    public void kick() {
        synchronized (lock) {
            schedule();
            flush();
        }
    }

    private void schedule() {
        if (!runs) {
            return;
        }
        if (runner != null) {
            for (FakeTask task = ready.poll(); task != null; task = ready.poll()) {
                OutcomeItem.Builder outcome = runner.apply(task);
                if (outcome != null) {
                    done(task, outcome);
                }
            }
            return;
        }
        for (FakeLink worker : workers) {
            while (worker.given.size() < prefetch) {
                FakeTask next =
                        ready.stream().filter(task -> !holdsBack(task)).findFirst().orElse(null);
                if (next == null) {
                    break;
                }
                ready.remove(next);
                start(worker, next);
            }
        }
    }

    private boolean holdsBack(FakeTask task) {
        return !heldBack.isEmpty() && task.kind.getName().contains(heldBack);
    }

    private void start(FakeLink worker, FakeTask task) {
        task.worker = worker;
        task.parked = false;
        task.grants++;
        worker.given.add(task);
        StartItem.Builder item =
                StartItem.newBuilder()
                        .setOrigin(task.session.origin)
                        .setNumber(task.item.getNumber())
                        .setEpoch(Math.max(1, task.item.getEpoch()))
                        .setGrant(task.grants);
        if (task.item.hasBlob()) {
            item.setBlob(task.item.getBlob());
        } else {
            item.setPayload(task.payload);
        }
        worker.start(task.kind, item.build());
    }

    private void finished(FakeLink from, FinishedItem item) {
        FakeTask task = find(item.getOrigin(), item.getNumber());
        from.given.remove(task);
        from.parked.remove(task);
        if (task == null || task.done) {
            return;
        }
        if (item.getStatus() == Status.PUT_AWAY) {
            wasPutAway(from, task, item);
            return;
        }
        if (item.getTailChild() != 0) {
            FakeTask child = from.session.tasks.get(item.getTailChild());
            child.tailOf = task;
            return;
        }
        OutcomeItem.Builder outcome =
                OutcomeItem.newBuilder()
                        .setStatus(item.getStatus())
                        .setSummary(item.getSummary())
                        .setHasPayload(item.getHasPayload());
        if (!item.getFile().isEmpty()) {
            blobs.put(item.getBlob().getSha256(), Path.of(item.getFile()));
            outcome.setBlob(item.getBlob());
        } else if (item.getHasPayload()) {
            outcome.setPayload(item.getPayload());
        }
        done(task, outcome);
    }

    /** Delivers an outcome. */
    public void done(FakeTask task, OutcomeItem.Builder outcome) {
        synchronized (lock) {
            task.done = true;
            FakeTask to = task;
            while (to.tailOf != null) {
                to = to.tailOf;
                to.done = true;
            }
            OutcomeItem item = outcome.setNumber(to.item.getNumber()).build();
            to.session.undelivered.put(item.getNumber(), item);
            if (to.session.link != null) {
                to.session.link.outcome(item);
            }
        }
    }

    void redeliver(FakeSession session) {
        session.undelivered.values().forEach(item -> session.link.outcome(item));
        session.link.flush();
    }

    // ---- Workers

    /** As a daemon does, it says how many tasks may be open before it says for which job. */
    void workerArrived(FakeLink link, long job, ByteString bundle) {
        synchronized (lock) {
            link.send(
                    Frame.newBuilder()
                            .setWindow(Window.newBuilder().setTasks(window).setBytes(windowBytes))
                            .build());
            link.send(Frame.newBuilder().setPing(Ping.newBuilder().setNumber(7)).build());
            link.send(
                    Frame.newBuilder()
                            .setBind(
                                    Bind.newBuilder()
                                            .setJob(job)
                                            .setBundle(bundle)
                                            .addAllJars(jars)
                                            .setWorkDirectory(blobDirectory.toString()))
                            .build());
            workers.add(link);
            schedule();
            flush();
        }
    }

    void gone(FakeLink link) {
        synchronized (lock) {
            links.remove(link);
            workers.remove(link);
            link.given.addAll(link.parked);
            for (FakeTask task : link.given) {
                if (!task.done) {
                    task.worker = null;
                    ready.addLast(task);
                }
            }
            link.given.clear();
        }
    }

    public void stopWorkers() {
        synchronized (lock) {
            workers.forEach(worker ->
                    worker.send(
                            Frame.newBuilder()
                                    .setStop(Stop.newBuilder().setWhy("test over"))
                                    .build()));
            flush();
        }
    }

    /** Cuts every link, keeps listening. */
    public void cutLinks() {
        links.forEach(FakeLink::close);
    }

    @Override
    public void close() throws IOException {
        server.close();
        Files.deleteIfExists(socket);
        cutLinks();
    }
}
