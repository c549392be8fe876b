package org.evenkeel.lab.bench;

import com.google.protobuf.ByteString;
import java.io.EOFException;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.model.Durability;
import org.evenkeel.wire.link.Access;
import org.evenkeel.wire.link.Link;
import org.evenkeel.wire.proto.CancelTasks;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OutcomeAck;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Pong;
import org.evenkeel.wire.proto.Submit;
import org.evenkeel.wire.proto.SubmitGroup;
import org.evenkeel.wire.proto.SubmitItem;
import org.evenkeel.wire.proto.TaskKind;

/**
 * How soon a daemon says that it has accepted a task, and how many a second: a client that speaks
 * in frames, with tasks of 200 bytes that no worker serves. What it submits it cancels afterwards.
 * For one thread.
 */
final class AcceptanceBench implements AutoCloseable {

    static final int PAYLOAD_BYTES = 200;
    private static final int FRAME_TASKS = 100;
    private static final int UNANSWERED = 10_000;
    private static final ByteString PAYLOAD = ByteString.copyFrom(new byte[PAYLOAD_BYTES]);

    private final Link frames;
    private final TaskKind kind;
    private long submitted;
    private long accepted;
    private long ended;

    /** Microseconds from submission to acceptance. */
    record Latency(double p50, double p99) {}

    AcceptanceBench(DaemonFile daemon, byte[] token, Durability level) throws IOException {
        frames = DaemonClient.attach(daemon, Access.bySecret(token));
        kind =
                TaskKind.newBuilder()
                        .setJob(new SecureRandom().nextLong() | 1)
                        .setName("acceptance")
                        .setOnDisk(level == Durability.DISK)
                        .setReplicated(level == Durability.REPLICATED)
                        .build();
    }

    /** One task at a time. */
    Latency latency(int samples) throws IOException {
        double[] micros = new double[samples];
        for (int i = 0; i < samples; i++) {
            long start = System.nanoTime();
            submit(1);
            awaitAccepted(submitted);
            micros[i] = (System.nanoTime() - start) / 1e3;
        }
        Arrays.sort(micros);
        return new Latency(micros[samples / 2], micros[samples * 99 / 100]);
    }

    /** Tasks accepted per second, as many as may be on their way. */
    double rate(int tasks) throws IOException {
        long last = submitted + tasks;
        long start = System.nanoTime();
        while (submitted < last) {
            submit((int) Math.min(FRAME_TASKS, last - submitted));
            awaitAccepted(submitted - UNANSWERED);
        }
        awaitAccepted(last);
        return tasks / ((System.nanoTime() - start) / 1e9);
    }

    private void submit(int count) throws IOException {
        SubmitGroup.Builder group = SubmitGroup.newBuilder().setKind(kind);
        for (int i = 0; i < count; i++) {
            group.addItems(SubmitItem.newBuilder().setNumber(++submitted).setPayload(PAYLOAD));
        }
        frames.write(Frame.newBuilder().setSubmit(Submit.newBuilder().addGroups(group)).build());
    }

    private void awaitAccepted(long upTo) throws IOException {
        while (accepted < upTo) {
            read();
        }
    }

    private void read() throws IOException {
        Frame frame = frames.readFrame();
        if (frame == null) {
            throw new EOFException(frames + " closed the connection");
        }
        switch (frame.getBodyCase()) {
            case PING ->
                    frames.write(
                            Frame.newBuilder()
                                    .setPong(
                                            Pong.newBuilder()
                                                    .setNumber(frame.getPing().getNumber()))
                                    .build());
            case ACCEPTED -> accepted = frame.getAccepted().getUpTo();
            case REJECTED ->
                    throw new IOException(
                            "a task was rejected: " + frame.getRejected().getReason());
            case OUTCOMES -> {
                OutcomeAck.Builder ack = OutcomeAck.newBuilder();
                for (OutcomeItem item : frame.getOutcomes().getItemsList()) {
                    ack.addNumbers(item.getNumber());
                    ended++;
                }
                frames.write(Frame.newBuilder().setOutcomeAck(ack).build());
            }
            default -> {}
        }
    }

    /** Cancels what was submitted and waits until it has ended. */
    void cancelAll() throws IOException {
        while (ended < submitted) {
            CancelTasks.Builder cancel = CancelTasks.newBuilder().setWhy("measured");
            long last = Math.min(submitted, ended + UNANSWERED);
            for (long number = ended + 1; number <= last; number++) {
                cancel.addNumbers(number);
            }
            frames.write(Frame.newBuilder().setCancelTasks(cancel).build());
            while (ended < last) {
                read();
            }
        }
    }

    @Override
    public void close() {
        frames.close();
    }
}
