package org.evenkeel.client.files;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.client.files.MessageRequest.Op;
import org.evenkeel.client.messages.Mailboxes;
import org.evenkeel.client.messages.Mailboxes.Result;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.jspecify.annotations.Nullable;

/**
 * Answers what tasks ask about messages and barriers. What is not so yet is answered when it is, or
 * after a while, to be asked again: that is one question of each task at most. For one thread at a
 * time.
 */
final class MessageBroker {

    /** Questions are left open so long: shorter than those wait that pass them on. */
    static final long HOLD_NANOS = TimeUnit.SECONDS.toNanos(4);

    private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private record Key(long job, long task) {}

    /** A question that is left open. */
    private record Open(
            Key who,
            FileAsk ask,
            MessageRequest question,
            GrantFencingTable.Fence fence,
            Consumer<FileAnswer> asker,
            long untilNanos) {}

    private final ClientFileServer.Tasks tasks;
    private final GrantFencingTable grantFencingTable;
    private final LongSupplier clock;
    private final Map<Long, Mailboxes> jobs = new HashMap<>();
    private final Map<Key, Open> open = new LinkedHashMap<>();
    private long sweptNanos;

    MessageBroker(
            ClientFileServer.Tasks tasks, GrantFencingTable grantFencingTable, LongSupplier clock) {
        this.tasks = tasks;
        this.grantFencingTable = grantFencingTable;
        this.clock = clock;
        this.sweptNanos = clock.getAsLong();
    }

    /** Answers, at once or later. */
    void answer(FileAsk ask, Consumer<FileAnswer> asker) {
        sweep();
        MessageRequest question;
        try {
            question = MessageWire.read(ask);
        } catch (WireException e) {
            reply(asker, ask, FileReply.problem(Problem.OTHER, "" + e.getMessage()));
            return;
        }
        GrantFencingTable.Passed passed = grantFencingTable.pass(ask);
        FileReply known = passed.answer();
        if (known != null) {
            reply(asker, ask, known);
            return;
        }
        FileReply wrong = refusal(ask, question);
        if (wrong != null) {
            reply(asker, ask, wrong);
            return;
        }
        Key who = new Key(ask.getJob(), ask.getTask().getNumber());
        close(open.get(who)); // it has given that up
        Open one =
                new Open(
                        who,
                        ask,
                        question,
                        passed.fence(),
                        asker,
                        clock.getAsLong() + (question.waits() ? HOLD_NANOS : 0));
        if (!settle(one)) {
            if (question.waits()) {
                open.put(who, one);
            } else {
                reply(asker, ask, notYet());
            }
        }
    }

    private static FileReply notYet() {
        return FileReply.problem(Problem.NOT_YET, "");
    }

    private static void reply(Consumer<FileAnswer> asker, FileAsk ask, FileReply reply) {
        asker.accept(FileWire.answer(ask, reply));
    }

    private @Nullable FileReply refusal(FileAsk ask, MessageRequest question) {
        long origin = ask.getTask().getOrigin();
        if (!tasks.areOf(ask.getJob(), origin)) {
            return FileReply.problem(
                    Problem.OTHER,
                    "messages and barriers are for tasks that the program of an open job "
                            + "submitted itself, not for children of tasks");
        }
        if (question.op() == Op.BARRIER || question.with() == 0 && question.op() == Op.RECEIVE) {
            return null;
        }
        return switch (tasks.state(ask.getJob(), question.with())) {
            case COMING, OPEN, ENDED -> null;
            case STRANGE ->
                    FileReply.problem(
                            Problem.NO_TASK,
                            "task " + question.with() + " does not belong to this job");
        };
    }

    private Mailboxes mailboxes(long job) {
        return jobs.computeIfAbsent(
                job,
                id ->
                        new Mailboxes(
                                task -> tasks.state(id, task) == ClientFileServer.TaskState.ENDED));
    }

    // ---- What can be answered is

    /** Tries one, and all that it lets through; whether the first could be answered. */
    private boolean settle(Open first) {
        if (!tryOne(first)) {
            return false;
        }
        Deque<Open> done = new ArrayDeque<>(List.of(first));
        while (!done.isEmpty()) {
            Open one = done.remove();
            for (Open each : new ArrayList<>(open.values())) {
                if (isConcerned(each, one) && tryOne(each)) {
                    open.remove(each.who());
                    done.add(each);
                }
            }
        }
        return true;
    }

    /** Whether what was just done may be what another one waits for. */
    private static boolean isConcerned(Open waiting, Open done) {
        if (waiting.who().job() != done.who().job()) {
            return false;
        }
        return switch (done.question().op()) {
            case SEND ->
                    waiting.question().op() == Op.RECEIVE
                            && waiting.who().task() == done.question().with();
            case RECEIVE ->
                    waiting.question().op() == Op.SEND
                            && waiting.question().with() == done.who().task();
            case BARRIER ->
                    waiting.question().op() == Op.BARRIER
                            && waiting.question().name().equals(done.question().name());
        };
    }

    private boolean tryOne(Open one) {
        FileReply reply = reply(one);
        if (reply.problem() == Problem.NOT_YET) {
            return false;
        }
        if (one.question().op() == Op.SEND) {
            one.fence().answered(one.ask(), reply);
        }
        reply(one.asker(), one.ask(), reply);
        return true;
    }

    private FileReply reply(Open one) {
        MessageRequest question = one.question();
        Mailboxes mailboxes = mailboxes(one.who().job());
        long me = one.who().task();
        Result result =
                switch (question.op()) {
                    case SEND ->
                            mailboxes.send(
                                    me,
                                    question.count(),
                                    question.with(),
                                    question.offset(),
                                    question.content(),
                                    question.more());
                    case RECEIVE ->
                            question.offset() > 0
                                    ? mailboxes.again(me, question.count())
                                    : mailboxes.receive(me, question.count(), question.with());
                    case BARRIER ->
                            mailboxes.barrier(
                                    me, question.count(), question.name(), question.parties());
                };
        return switch (result.sort()) {
            case DONE -> part(result, question.offset());
            case NOT_YET -> notYet();
            case ENDED -> FileReply.problem(Problem.NO_TASK, result.why());
            case REFUSED -> FileReply.problem(Problem.OTHER, result.why());
        };
    }

    private static FileReply part(Result result, int offset) {
        byte[] all = result.content();
        int from = Math.min(offset, all.length);
        int to = Math.min(all.length, from + FileRequest.MAX_BYTES);
        return FileReply.message(result.from(), Arrays.copyOfRange(all, from, to), to < all.length);
    }

    // ---- Time

    /** Whether questions are open, so that {@link #sweep} is to be called. */
    boolean isWaitedFor() {
        return !open.isEmpty();
    }

    /** Answers those that were open long enough, and those whose other end has ended. */
    void sweep() {
        long now = clock.getAsLong();
        if (now - sweptNanos < SWEEP_NANOS) {
            return;
        }
        sweptNanos = now;
        for (Open each : new ArrayList<>(open.values())) {
            if (!open.remove(each.who(), each) || settle(each)) {
                continue; // another one has let it through
            }
            if (each.untilNanos() - now <= 0) {
                reply(each.asker(), each.ask(), notYet());
            } else {
                open.put(each.who(), each);
            }
        }
        jobs.values().forEach(Mailboxes::sweep);
    }

    private void close(@Nullable Open one) {
        if (one != null && open.remove(one.who(), one)) {
            reply(one.asker(), one.ask(), notYet());
        }
    }

    /** A job is over: its messages go. */
    void closed(long job) {
        jobs.remove(job);
        for (Open each : new ArrayList<>(open.values())) {
            if (each.who().job() == job) {
                close(each);
            }
        }
    }
}
