package org.evenkeel.daemon.worker;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.daemon.blob.EarlyCheckpoints;
import org.evenkeel.daemon.blob.ValueShelf;
import org.evenkeel.daemon.drive.Events;
import org.evenkeel.daemon.home.HomeDesk;
import org.evenkeel.daemon.net.Connection;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.daemon.net.Turn;
import org.evenkeel.daemon.session.FinishedDoor;
import org.evenkeel.daemon.session.SessionLink;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.Message.GrantedTask;
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
final class WorkerLink extends Turn.Participant implements LinkListener {

    private final WorkerPool pool;
    private final WorkerProcess worker;
    private final Connection connection;
    private final WireMapper mapper;
    private final SessionLink session;
    private final FinishedDoor finished;
    private final Events events;
    private final Turn turn;
    private List<Assignment> starts = new ArrayList<>();

    WorkerLink(
            WorkerPool pool,
            WorkerProcess worker,
            Connection connection,
            WireMapper mapper,
            SessionLink session,
            FinishedDoor finished) {
        this.pool = pool;
        this.worker = worker;
        this.connection = connection;
        this.mapper = mapper;
        this.session = session;
        this.finished = finished;
        this.events = pool.events();
        this.turn = pool.turn();
    }

    // ---- Out

    /** Tasks of one turn share frames. */
    void start(List<Assignment> assignments) {
        starts.addAll(assignments);
        turn.enlist(this);
    }

    void send(Frame frame) {
        endOfTurn();
        connection.send(frame);
    }

    void recall(List<GrantedTask> tasks) {
        endOfTurn();
        WireMapper.writeRecall(tasks, connection::send);
    }

    void stop(List<GrantedTask> tasks, String why) {
        endOfTurn();
        WireMapper.writeStopTasks(tasks, why, connection::send);
    }

    void putAway(List<GrantedTask> tasks, Capture how) {
        endOfTurn();
        WireMapper.writePutAway(tasks, how, connection::send);
    }

    @Override
    protected void endOfTurn() {
        if (!starts.isEmpty()) {
            mapper.writeStart(starts, connection::send);
            starts = new ArrayList<>();
        }
    }

    void close(String why) {
        connection.close(why);
    }

    // ---- In

    @Override
    public void onFrame(Frame frame, int bytes) throws WireException {
        switch (frame.getBodyCase()) {
            case FINISHED -> onFinished(frame.getFinished(), bytes);
            case PARKED -> onParked(frame.getParked());
            case RESUMED -> onResumed(frame.getResumed());
            case STAYS -> onStays(frame.getStays());
            case GOES_ON -> onGoesOn(frame.getGoesOn());
            case RECALL_ANSWER -> onRecallAnswer(frame.getRecallAnswer());
            case KEEP_VALUE -> onKeepValue(frame.getKeepValue());
            case FETCH_VALUE ->
                    values().fetch(seat().job, frame.getFetchValue(), this::onValueHere);
            case FILE_ASK -> onFileAsk(frame.getFileAsk());
            case GROWING -> onGrowing(frame.getGrowing());
            default -> {
                if (!session.onFrame(frame, bytes)) {
                    throw new WireException("body", "not for a worker");
                }
            }
        }
    }

    private Seat seat() throws WireException {
        Seat seat = worker.seat;
        if (seat == null) {
            throw new WireException("body", "this worker has no task");
        }
        return seat;
    }

    private void onFinished(Finished said, int bytes) throws WireException {
        Seat seat = seat();
        List<Finish> all = mapper.readFinished(said, worker.origin, bytes);
        boolean its = all.stream().allMatch(one -> seat.holds(one.task(), one.grant()));
        Finished.Builder held = Finished.newBuilder();
        List<Finish> finishes = its ? all : new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Finish one = all.get(i);
            if (!its && seat.holds(one.task(), one.grant())) {
                held.addItems(said.getItems(i));
                finishes.add(one);
            }
            if (!one.outcome().isCheckpoint()) {
                seat.left(one.task(), one.grant());
            }
        }
        Finished wire = its ? said : held.build();
        Path directory = worker.directory;
        Runnable enter = () -> finished.enter(seat.slot, wire, finishes, directory);
        if (finishes.stream().anyMatch(finish -> finish.tailChild().number() != 0)) {
            session.behindSubmissions(enter);
        } else {
            enter.run();
        }
        pool.used(seat);
    }

    private void onParked(Parked parked) throws WireException {
        long[] children = new long[parked.getChildrenCount()];
        for (int i = 0; i < children.length; i++) {
            children[i] = parked.getChildren(i);
        }
        Seat seat = seat();
        TaskId task = new TaskId(parked.getOrigin(), parked.getNumber());
        if (seat.holds(task)) {
            Event.TaskParked event =
                    new Event.TaskParked(seat.slot, task, worker.origin, children, parked.getAny());
            // Children that nobody knows yet would be taken for ended ones.
            session.behindSubmissions(() -> events.happened(event));
        }
    }

    private void onResumed(Resumed resumed) throws WireException {
        Seat seat = seat();
        TaskId task = new TaskId(resumed.getOrigin(), resumed.getNumber());
        if (seat.holds(task)) {
            Event.TaskResumed event = new Event.TaskResumed(seat.slot, task);
            session.behindSubmissions(() -> events.happened(event));
        }
    }

    private void onStays(Stays stays) throws WireException {
        GrantedTask task = WireMapper.readStays(stays);
        if (stays.getWhy().length() > WireLimits.MAX_TEXT_LENGTH) {
            throw new WireException("stays.why", "too long");
        }
        Seat seat = seat();
        if (seat.holds(task.task(), task.grant())) {
            events.happened(new Event.TaskStays(seat.slot, task, stays.getWhy()));
        }
    }

    private void onGoesOn(GoesOn goesOn) throws WireException {
        Seat seat = seat();
        GrantedTask task = WireMapper.readGoesOn(goesOn);
        long readNanos = WireMapper.readNanos(goesOn);
        if (seat.holds(task.task(), task.grant())) {
            events.happened(new Event.TaskGoesOn(seat.slot, task, readNanos));
        }
    }

    /** A task asks home; it is one that was started there, under the grant it names. */
    private void onFileAsk(FileAsk ask) throws WireException {
        Seat seat = seat();
        GrantedTask task = WireMapper.readGranted("file_ask.task", List.of(ask.getTask())).get(0);
        if (seat.holds(task.task(), task.grant())) {
            pool.parts().files().ask(seat.job, ask, this::onFileAnswer);
        } else {
            HomeDesk.refuse(ask, this::onFileAnswer); // a thread that it left behind, say
        }
    }

    /** It is putting a task away. What it writes may be on its way before it is all there. */
    private void onGrowing(Growing growing) throws WireException {
        Seat seat = seat();
        GrantedTask task =
                WireMapper.readGranted("growing.task", List.of(growing.getTask())).get(0);
        BlobPayload checkpoint = EarlyCheckpoints.read("growing.blob", growing.getBlob());
        if (growing.getGivenUp()) {
            early().gone(this);
        } else if (seat.holds(task.task(), task.grant())) {
            early().grew(
                            this,
                            task,
                            new EarlyCheckpoints.Growth(
                                    checkpoint,
                                    growing.getWritten(),
                                    seat.job,
                                    EarlyCheckpoints.read(
                                            "growing.numbers", growing.getNumbersList())),
                            file(growing),
                            worker.directory);
        }
    }

    private Path file(Growing growing) throws WireException {
        try {
            return worker.directory.resolve(growing.getFile());
        } catch (InvalidPathException e) {
            throw new WireException("growing.file", "is no path");
        }
    }

    private EarlyCheckpoints early() {
        return pool.parts().intake().early();
    }

    private void onFileAnswer(FileAnswer answer) {
        if (connection.isOpen()) {
            connection.send(Frame.newBuilder().setFileAnswer(answer).build());
        }
    }

    private ValueShelf values() {
        return pool.parts().intake().values();
    }

    private void onKeepValue(KeepValue keep) throws WireException {
        BlobPayload value = ValueShelf.read("keep_value.blob", keep.getBlob());
        Path directory = worker.directory;
        values().keep(
                        seat().job,
                        value,
                        directory.resolve(keep.getFile()),
                        directory,
                        this::onValueHere);
    }

    private void onValueHere(ValueHere answer) {
        if (connection.isOpen()) {
            connection.send(Frame.newBuilder().setValueHere(answer).build());
        }
    }

    private void onRecallAnswer(RecallAnswer answer) throws WireException {
        Seat seat = seat();
        List<GrantedTask> given =
                held(
                        seat,
                        WireMapper.readGranted(
                                "recall_answer.given_back", answer.getGivenBackList()));
        List<GrantedTask> started =
                held(
                        seat,
                        WireMapper.readGranted("recall_answer.started", answer.getStartedList()));
        given.forEach(task -> seat.left(task.task(), task.grant()));
        events.happened(new Event.RecallAnswered(seat.slot, given, started));
        pool.used(seat);
    }

    private static List<GrantedTask> held(Seat seat, List<GrantedTask> said) {
        return said.stream().filter(one -> seat.holds(one.task(), one.grant())).toList();
    }

    @Override
    public void onWritable() {
        session.onWritable();
    }

    @Override
    public void onClosed(String why) {
        session.onClosed();
        early().gone(this);
        pool.linkClosed(worker, why);
    }
}
