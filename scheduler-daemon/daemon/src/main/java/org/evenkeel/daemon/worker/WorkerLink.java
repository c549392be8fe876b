package org.evenkeel.daemon.worker;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.daemon.blob.IntermediateValueStore;
import org.evenkeel.daemon.blob.StreamedCheckpoints;
import org.evenkeel.daemon.clientcalls.ClientCallRouter;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.daemon.net.EventLoopTurn;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.daemon.session.OutcomeIngress;
import org.evenkeel.daemon.session.SessionLink;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.Capture;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Finished;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.GoesOn;
import org.evenkeel.wire.proto.Growing;
import org.evenkeel.wire.proto.KeepValue;
import org.evenkeel.wire.proto.Parked;
import org.evenkeel.wire.proto.RecallAnswer;
import org.evenkeel.wire.proto.Resumed;
import org.evenkeel.wire.proto.Stays;
import org.evenkeel.wire.proto.ValueHere;

/**
 * The connection of one worker process: tasks go out, what becomes of them comes in. Its job's code
 * may say anything in its name, so that what it says of tasks it was not given counts for nothing.
 */
final class WorkerLink extends EventLoopTurn.Participant implements LinkListener {

    private final WorkerPool pool;
    private final WorkerProcess worker;
    private final FrameConnection frameConnection;
    private final WireMapper mapper;
    private final SessionLink session;
    private final OutcomeIngress finished;
    private final EventSink eventSink;
    private final EventLoopTurn eventLoopTurn;
    private List<Assignment> starts = new ArrayList<>();

    WorkerLink(
            WorkerPool pool,
            WorkerProcess worker,
            FrameConnection frameConnection,
            WireMapper mapper,
            SessionLink session,
            OutcomeIngress finished) {
        this.pool = pool;
        this.worker = worker;
        this.frameConnection = frameConnection;
        this.mapper = mapper;
        this.session = session;
        this.finished = finished;
        this.eventSink = pool.eventSink();
        this.eventLoopTurn = pool.eventLoopTurn();
    }

    // ---- Out

    /** Tasks of one turn share frames. */
    void start(List<Assignment> assignments) {
        starts.addAll(assignments);
        eventLoopTurn.enlist(this);
    }

    void send(Frame frame) {
        endOfTurn();
        frameConnection.send(frame);
    }

    void recall(List<GrantedTask> tasks) {
        endOfTurn();
        WireMapper.writeRecall(tasks, frameConnection::send);
    }

    void stop(List<GrantedTask> tasks, String why) {
        endOfTurn();
        WireMapper.writeStopTasks(tasks, why, frameConnection::send);
    }

    void suspend(List<GrantedTask> tasks, Capture how) {
        endOfTurn();
        WireMapper.writeSuspend(tasks, how, frameConnection::send);
    }

    @Override
    protected void endOfTurn() {
        if (!starts.isEmpty()) {
            mapper.writeStart(starts, frameConnection::send);
            starts = new ArrayList<>();
        }
    }

    void close(String why) {
        frameConnection.close(why);
    }

    // ---- In

    @Override
    public void onFrame(Frame frame, int bytes) throws WireException {
        switch (frame.getBodyCase()) {
            case FINISHED -> onFinished(frame.getFinished(), bytes);
            case PARKED -> onParked(frame.getParked());
            case RESUMED -> onResumed(frame.getResumed());
            case STAYS -> onSuspensionDeferred(frame.getStays());
            case GOES_ON -> onContinued(frame.getGoesOn());
            case RECALL_ANSWER -> onRecallAnswer(frame.getRecallAnswer());
            case KEEP_VALUE -> onKeepValue(frame.getKeepValue());
            case FETCH_VALUE ->
                    values().fetch(workerBinding().job, frame.getFetchValue(), this::onValueHere);
            case FILE_ASK -> onFileAsk(frame.getFileAsk());
            case GROWING -> onGrowing(frame.getGrowing());
            case STACK_TAKEN ->
                    pool.questions().answered(this, frame.getStackTaken().getNumber(), frame);
            case PROFILE_TAKEN ->
                    pool.questions().answered(this, frame.getProfileTaken().getNumber(), frame);
            default -> {
                if (!session.onFrame(frame, bytes)) {
                    throw new WireException("body", "not a message for a worker");
                }
            }
        }
    }

    private WorkerBinding workerBinding() throws WireException {
        WorkerBinding workerBinding = worker.workerBinding;
        if (workerBinding == null) {
            throw new WireException("body", "this worker has no task");
        }
        return workerBinding;
    }

    private void onFinished(Finished said, int bytes) throws WireException {
        WorkerBinding workerBinding = workerBinding();
        List<Finish> all = mapper.readFinished(said, worker.origin, bytes);
        boolean its = all.stream().allMatch(one -> workerBinding.holds(one.task(), one.grant()));
        Finished.Builder held = Finished.newBuilder();
        List<Finish> finishes = its ? all : new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Finish one = all.get(i);
            if (!its && workerBinding.holds(one.task(), one.grant())) {
                held.addItems(said.getItems(i));
                finishes.add(one);
            }
            if (!one.outcome().isCheckpoint()) {
                workerBinding.left(one.task(), one.grant());
            }
        }
        Finished wire = its ? said : held.build();
        Path directory = worker.directory;
        Runnable enter = () -> finished.enter(workerBinding.slot, wire, finishes, directory);
        if (finishes.stream().anyMatch(finish -> finish.tailChild().number() != 0)) {
            session.behindSubmissions(enter);
        } else {
            enter.run();
        }
        pool.used(workerBinding);
    }

    private void onParked(Parked parked) throws WireException {
        long[] children = new long[parked.getChildrenCount()];
        for (int i = 0; i < children.length; i++) {
            children[i] = parked.getChildren(i);
        }
        WorkerBinding workerBinding = workerBinding();
        TaskId task = new TaskId(parked.getOrigin(), parked.getNumber());
        if (workerBinding.holds(task)) {
            Event.TaskParked event =
                    new Event.TaskParked(
                            workerBinding.slot, task, worker.origin, children, parked.getAny());
            // Children that no node knows yet would be taken for ended ones.
            session.behindSubmissions(() -> eventSink.submit(event));
        }
    }

    private void onResumed(Resumed resumed) throws WireException {
        WorkerBinding workerBinding = workerBinding();
        TaskId task = new TaskId(resumed.getOrigin(), resumed.getNumber());
        if (workerBinding.holds(task)) {
            Event.TaskResumed event = new Event.TaskResumed(workerBinding.slot, task);
            session.behindSubmissions(() -> eventSink.submit(event));
        }
    }

    private void onSuspensionDeferred(Stays stays) throws WireException {
        GrantedTask task = WireMapper.readSuspensionDeferred(stays);
        if (stays.getWhy().length() > WireLimits.MAX_TEXT_LENGTH) {
            throw new WireException("stays.why", "too long");
        }
        WorkerBinding workerBinding = workerBinding();
        if (workerBinding.holds(task.task(), task.grant())) {
            eventSink.submit(
                    new Event.SuspensionDeferred(workerBinding.slot, task, stays.getWhy()));
        }
    }

    private void onContinued(GoesOn goesOn) throws WireException {
        WorkerBinding workerBinding = workerBinding();
        GrantedTask task = WireMapper.readTaskContinued(goesOn);
        long readNanos = WireMapper.readNanos(goesOn);
        if (workerBinding.holds(task.task(), task.grant())) {
            eventSink.submit(new Event.TaskContinued(workerBinding.slot, task, readNanos));
        }
    }

    /** A task asks home; it is one that was started there, under the grant it names. */
    private void onFileAsk(FileAsk ask) throws WireException {
        WorkerBinding workerBinding = workerBinding();
        GrantedTask task = WireMapper.readGranted("file_ask.task", List.of(ask.getTask())).get(0);
        if (workerBinding.holds(task.task(), task.grant())) {
            pool.dependencies().files().call(workerBinding.job, ask, this::onFileAnswer);
        } else {
            ClientCallRouter.refuse(ask, this::onFileAnswer); // a thread that it left behind, say
        }
    }

    /** It is suspending a task. What it writes may be on its way before it is all there. */
    private void onGrowing(Growing growing) throws WireException {
        WorkerBinding workerBinding = workerBinding();
        GrantedTask task =
                WireMapper.readGranted("growing.task", List.of(growing.getTask())).get(0);
        BlobPayload checkpoint = StreamedCheckpoints.read("growing.blob", growing.getBlob());
        if (growing.getGivenUp()) {
            early().gone(this);
        } else if (workerBinding.holds(task.task(), task.grant())) {
            early().grew(
                            this,
                            task,
                            new StreamedCheckpoints.Growth(
                                    checkpoint,
                                    growing.getWritten(),
                                    workerBinding.job,
                                    StreamedCheckpoints.read(
                                            "growing.numbers", growing.getNumbersList())),
                            file(growing),
                            worker.directory);
        }
    }

    private Path file(Growing growing) throws WireException {
        try {
            return worker.directory.resolve(growing.getFile());
        } catch (InvalidPathException e) {
            throw new WireException("growing.file", "is not a path");
        }
    }

    private StreamedCheckpoints early() {
        return pool.dependencies().payloadResolver().early();
    }

    private void onFileAnswer(FileAnswer answer) {
        if (frameConnection.isOpen()) {
            frameConnection.send(Frame.newBuilder().setFileAnswer(answer).build());
        }
    }

    private IntermediateValueStore values() {
        return pool.dependencies().payloadResolver().values();
    }

    private void onKeepValue(KeepValue keep) throws WireException {
        BlobPayload value = IntermediateValueStore.read("keep_value.blob", keep.getBlob());
        Path directory = worker.directory;
        values().keep(
                        workerBinding().job,
                        value,
                        directory.resolve(keep.getFile()),
                        directory,
                        this::onValueHere);
    }

    private void onValueHere(ValueHere answer) {
        if (frameConnection.isOpen()) {
            frameConnection.send(Frame.newBuilder().setValueHere(answer).build());
        }
    }

    private void onRecallAnswer(RecallAnswer answer) throws WireException {
        WorkerBinding workerBinding = workerBinding();
        List<GrantedTask> given =
                held(
                        workerBinding,
                        WireMapper.readGranted(
                                "recall_answer.given_back", answer.getGivenBackList()));
        List<GrantedTask> started =
                held(
                        workerBinding,
                        WireMapper.readGranted("recall_answer.started", answer.getStartedList()));
        given.forEach(task -> workerBinding.left(task.task(), task.grant()));
        eventSink.submit(new Event.RecallAnswered(workerBinding.slot, given, started));
        pool.used(workerBinding);
    }

    private static List<GrantedTask> held(WorkerBinding workerBinding, List<GrantedTask> said) {
        return said.stream().filter(one -> workerBinding.holds(one.task(), one.grant())).toList();
    }

    @Override
    public void onWritable() {
        session.onWritable();
    }

    @Override
    public void onClosed(String why) {
        session.onClosed();
        early().gone(this);
        pool.questions().ended(this);
        pool.linkClosed(worker, why);
    }
}
