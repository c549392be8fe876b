package org.evenkeel.recorder;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.FailureText;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.recorder.read.ChangeFilter;
import org.evenkeel.recorder.read.Gap;
import org.evenkeel.recorder.read.ManyJobsGaps;
import org.evenkeel.recorder.read.NodeWatch;
import org.evenkeel.recorder.read.Position;
import org.evenkeel.recorder.read.StateRows;
import org.evenkeel.recorder.read.TraceFollower;
import org.evenkeel.recorder.store.RecordStore;
import org.evenkeel.recorder.store.RetentionPlan;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;
import org.evenkeel.wire.proto.TraceAnswer;

/** Asks the daemons of a cluster again and again, and keeps what they answer. */
final class Recorder {

    private static final long TRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Where a node has more records. */
    private static final long MORE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long NODES_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long JOBS_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Whether a daemon answers, where nothing else is asked. */
    private static final long PRESENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long TIDY_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** After an error. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Source source;
    private final RecordStore store;
    private final RetentionPlan retention;
    private final RecorderEvents events;
    private final InstantSource clock;
    private final Duration patience;
    private final CountDownLatch stop = new CountDownLatch(1);

    private final TraceFollower follower;
    private final ManyJobsGaps manyJobs = new ManyJobsGaps();
    private final NodeWatch watch = new NodeWatch();
    private final ChangeFilter nodes = new ChangeFilter(Table.NODES, List.of("node"), true);
    private final ChangeFilter neighbours =
            new ChangeFilter(Table.NEIGHBOURS, List.of("node", "neighbour"), true);
    private final ChangeFilter jobs = new ChangeFilter(Table.JOBS, List.of("job"), true);
    private final ChangeFilter moves =
            new ChangeFilter(
                    Table.MOVES, List.of("node", "task", "epoch", "grant_number", "part"), false);

    private final Interval trace;
    private final Interval states;
    private final Interval jobsAndMoves;
    private final Interval presence;
    private final Interval flush;
    private final Interval tidy;
    private final Map<String, String> problems = new HashMap<>();
    private String failure = "";
    private long answeredNanos;
    private boolean writesFail;

    /** Where it asks. */
    @FunctionalInterface
    interface Source {
        /** Asks; the answer has all characters of names and texts. */
        Answers ask(Query.Builder query) throws IOException;
    }

    /**
     * @param patience after so long without an answer it ends
     */
    Recorder(
            Source source,
            RecordStore store,
            RetentionPlan retention,
            RecorderEvents events,
            InstantSource clock,
            Duration patience)
            throws IOException {
        this.source = source;
        this.store = store;
        this.retention = retention;
        this.events = events;
        this.clock = clock;
        this.patience = patience;
        Map<String, List<Position>> stored = store.positions();
        follower = new TraceFollower(stored, micros());
        watch.know(stored.keySet(), steadyMicros());
        long now = System.nanoTime();
        answeredNanos = now;
        trace = new Interval(TRACE_NANOS, now);
        states = new Interval(NODES_NANOS, now);
        jobsAndMoves = new Interval(JOBS_NANOS, now);
        presence = new Interval(PRESENCE_NANOS, now);
        flush = new Interval(FLUSH_NANOS, now + FLUSH_NANOS);
        tidy = new Interval(TIDY_NANOS, now);
        store.lastWritten()
                .ifPresent(last ->
                        store.add(
                                List.of(
                                        Gap.recorderStopped(
                                                micros(), last.toEpochMilli() * 1_000))));
    }

    /** Records until {@link #stop}; then it writes what it has. */
    void run() throws InterruptedException {
        while (stop.getCount() > 0) {
            askWhatIsDue();
            writeWhatIsDue();
            pause();
        }
        write();
    }

    /** Ends it soon; from any thread. */
    void stop() {
        stop.countDown();
    }

    private void pause() throws InterruptedException {
        long now = System.nanoTime();
        long nanos = Math.min(trace.left(now), Math.min(states.left(now), jobsAndMoves.left(now)));
        boolean _ = stop.await(nanos, TimeUnit.NANOSECONDS);
    }

    private void askWhatIsDue() {
        try {
            boolean asked = false;
            if (mayAsk(trace)) {
                askTrace();
                asked = true;
            }
            if (mayAsk(states)) {
                askStates();
                asked = true;
            }
            if (mayAsk(jobsAndMoves)) {
                askJobsAndMoves();
                asked = true;
            }
            if (isBlocked() && presence.isDue(System.nanoTime())) {
                askWhetherItIsThere();
                asked = true;
            }
            if (asked) {
                failure = "";
                answeredNanos = System.nanoTime();
            }
        } catch (IOException e) {
            long now = System.nanoTime();
            trace.done(now, RETRY_NANOS);
            states.done(now, RETRY_NANOS);
            jobsAndMoves.done(now, RETRY_NANOS);
            presence.done(now);
            if (!isBlocked()) {
                heard(List.of());
            }
            String why = FailureText.of(e);
            if (!failure.equals(why)) {
                failure = why;
                events.say("no answer, trying again: " + failure);
            }
            if (now - answeredNanos > patience.toNanos()) {
                events.say(
                        "no daemon has answered for %d min: the recorder ends"
                                .formatted(patience.toMinutes()));
                stop();
            }
        }
    }

    /**
     * Whether something is due and there is room for the answer. While rows cannot be written,
     * nothing is asked that would be kept: memory is bounded, and what changes meanwhile still
     * counts as a change afterwards.
     */
    private boolean mayAsk(Interval interval) {
        if (!interval.isDue(System.nanoTime())) {
            return false;
        }
        if (store.isFull() && !writesFail) {
            write();
        }
        if (store.isFull()) {
            interval.done(System.nanoTime(), RETRY_NANOS);
            return false;
        }
        return true;
    }

    /** Whether there is no room, because nothing can be written. */
    private boolean isBlocked() {
        return writesFail && store.isFull();
    }

    /** Asks one daemon, and keeps nothing of its answer. */
    private void askWhetherItIsThere() throws IOException {
        Answers _ = source.ask(Query.newBuilder().setTopic(Topic.TOPIC_NODES));
        presence.done(System.nanoTime());
    }

    private void askTrace() throws IOException {
        Answers answers = source.ask(follower.question(micros()));
        TraceFollower.Taken taken = follower.take(answers, micros());
        keep(taken.rows());
        heard(answers.getTraceList().stream().map(TraceAnswer::getNode).toList());
        taken.problems()
                .forEach((node, problem) -> {
                    if (!problem.equals(problems.put(node, problem))) {
                        events.say("no records of node " + node + ": " + problem);
                    }
                });
        problems.keySet().retainAll(taken.problems().keySet());
        trace.done(System.nanoTime(), taken.more() ? MORE_NANOS : TRACE_NANOS);
    }

    private void askStates() throws IOException {
        Answers answers = source.ask(DaemonClient.toAll(Topic.TOPIC_NODES));
        keep(nodes.changed(StateRows.nodes(answers.getNodesList(), micros()), steadyMicros()));
        keep(
                neighbours.changed(
                        StateRows.neighbours(answers.getNodesList(), micros()), steadyMicros()));
        states.done(System.nanoTime());
    }

    private void askJobsAndMoves() throws IOException {
        Answers told = source.ask(DaemonClient.toAll(Topic.TOPIC_JOBS));
        keep(manyJobs.take(told.getJobsList(), micros()));
        keep(jobs.changed(StateRows.jobs(told.getJobsList(), micros()), steadyMicros()));
        Answers moved = source.ask(DaemonClient.toAll(Topic.TOPIC_MIGRATIONS));
        keep(moves.changed(StateRows.moves(moved.getMigrationsList(), micros()), steadyMicros()));
        jobsAndMoves.done(System.nanoTime());
    }

    private void heard(List<String> answered) {
        for (NodeWatch.Change change : watch.update(answered, steadyMicros())) {
            events.changed(change);
            switch (change.state()) {
                case SILENT -> keep(List.of(StateRows.silentNode(change.node(), micros())));
                case MISSED -> keep(follower.missed(change.node(), micros()));
                case ANSWERS -> {
                    // Its next state is a row.
                }
            }
        }
    }

    private void keep(List<Row> rows) {
        rows.stream().filter(row -> row.table() == Table.GAPS).forEach(events::gap);
        store.add(rows);
    }

    private void writeWhatIsDue() {
        long now = System.nanoTime();
        if (flush.isDue(now)) {
            write();
            flush.done(System.nanoTime());
        }
        if (tidy.isDue(now)) {
            try {
                store.tidy(clock.instant(), retention);
                keep(store.newlyDamaged(clock.instant()));
            } catch (IOException e) {
                events.say("cannot merge or delete, trying again: " + FailureText.of(e));
            }
            tidy.done(System.nanoTime());
        }
    }

    /** Says once that it fails: the reason names a file, another one each time. */
    private void write() {
        try {
            store.flush(clock.instant());
            if (writesFail) {
                events.say("writes again");
            }
            writesFail = false;
        } catch (IOException e) {
            if (!writesFail) {
                events.say("cannot write, trying again: " + FailureText.of(e));
            }
            writesFail = true;
        }
    }

    private long micros() {
        return clock.millis() * 1_000;
    }

    /** Does not jump when the clock is set. */
    private static long steadyMicros() {
        return TimeUnit.NANOSECONDS.toMicros(System.nanoTime());
    }
}
