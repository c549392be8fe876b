package org.evenkeel.daemon.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.JobId;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.Finished;
import org.evenkeel.wire.proto.RecallAnswer;
import org.evenkeel.wire.proto.Serve;
import org.jspecify.annotations.Nullable;

/** The tasks that one client's program takes itself, and in which of its slots each is. */
final class ServingLink {

    private static final int MAX_SLOTS_PER_JOB = 1024;

    private final ServedSlots slots;
    private final EventSink eventSink;
    private final FrameConnection frameConnection;
    private final WireMapper mapper;
    private final OutcomeIngress finished;
    private final Map<JobId, Deque<Integer>> byJob = new LinkedHashMap<>();
    private final Map<GrantedTask, Integer> slotOf = new HashMap<>();

    ServingLink(
            ServedSlots slots,
            EventSink eventSink,
            FrameConnection frameConnection,
            WireMapper mapper,
            OutcomeIngress finished) {
        this.slots = slots;
        this.eventSink = eventSink;
        this.frameConnection = frameConnection;
        this.mapper = mapper;
        this.finished = finished;
    }

    /** The program takes this many tasks of the job at a time from now on. */
    void serve(Serve serve) throws WireException {
        int wanted = serve.getSlots();
        if (wanted < 0 || wanted > MAX_SLOTS_PER_JOB) {
            throw new WireException("serve.slots", wanted + " is not 0 to " + MAX_SLOTS_PER_JOB);
        }
        JobId job = new JobId(serve.getJob());
        Deque<Integer> open = byJob.computeIfAbsent(job, key -> new ArrayDeque<>());
        while (open.size() < wanted) {
            open.addLast(slots.open(this, job));
        }
        while (open.size() > wanted) {
            close(open.removeLast(), "its program accepts fewer tasks");
        }
        if (open.isEmpty()) {
            byJob.remove(job);
        }
    }

    private void close(int slot, String why) {
        slotOf.values().removeIf(number -> number == slot);
        slots.close(slot, why);
    }

    void start(int slot, List<Assignment> tasks) {
        for (Assignment one : tasks) {
            slotOf.put(new GrantedTask(one.task().id(), one.grant()), slot);
        }
        mapper.writeStart(tasks, frameConnection::send);
    }

    void recall(List<GrantedTask> tasks) {
        WireMapper.writeRecall(tasks, frameConnection::send);
    }

    void stop(List<GrantedTask> tasks, String why) {
        WireMapper.writeStopTasks(tasks, why, frameConnection::send);
    }

    void onFinished(Finished wire, long origin, int bytes) throws WireException {
        List<Finish> finishes = mapper.readFinished(wire, origin, bytes);
        for (int i = 0; i < finishes.size(); i++) {
            Finish finish = finishes.get(i);
            Integer slot = slotOf.remove(new GrantedTask(finish.task(), finish.grant()));
            if (slot != null) {
                Finished one = Finished.newBuilder().addItems(wire.getItems(i)).build();
                finished.enter(slot, one, List.of(finish), null);
            }
        }
    }

    void onRecallAnswer(RecallAnswer answer) throws WireException {
        List<GrantedTask> given =
                WireMapper.readGranted("recall_answer.given_back", answer.getGivenBackList());
        List<GrantedTask> started =
                WireMapper.readGranted("recall_answer.started", answer.getStartedList());
        Map<Integer, List<GrantedTask>> bySlot = new LinkedHashMap<>();
        for (GrantedTask task : given) {
            @Nullable Integer slot = slotOf.remove(task);
            if (slot != null) {
                bySlot.computeIfAbsent(slot, key -> new ArrayList<>()).add(task);
            }
        }
        bySlot.forEach((slot, tasks) ->
                eventSink.submit(new Event.RecallAnswered(slot, tasks, List.of())));
        for (GrantedTask task : started) {
            @Nullable Integer slot = slotOf.get(task);
            if (slot != null && !bySlot.containsKey(slot)) {
                eventSink.submit(new Event.RecallAnswered(slot, List.of(), List.of(task)));
            }
        }
    }

    void onClosed() {
        slotOf.clear();
        for (Deque<Integer> open : byJob.values()) {
            open.forEach(slot -> slots.close(slot, "its program disconnected"));
        }
        byJob.clear();
    }
}
