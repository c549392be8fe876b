package org.evenkeel.keepers;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.exceptions.AlreadyClosedException;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.evenkeel.daemon.keepers.KeeperException;
import org.evenkeel.daemon.keepers.KeeperException.Kind;
import org.evenkeel.kernel.keepers.AnswerCodec;
import org.evenkeel.kernel.keepers.EntryCodec;
import org.evenkeel.kernel.keepers.KeeperState;
import org.evenkeel.kernel.keepers.LogAnswer;
import org.evenkeel.kernel.keepers.LogEntry;
import org.evenkeel.kernel.keepers.LogFormatException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proposes entries to the leader, wherever it is, and reads this keeper's copy of the state. Each
 * request has a thread, which waits; how many there are is bounded by their bytes. Any thread may
 * use it.
 */
final class KeeperClient implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KeeperClient.class);

    /** About a thousand proposals at a time. */
    static final long OUTSTANDING_BYTES = 4L << 20;

    private final RaftClient client;
    private final KeeperServer server;
    private final Duration time;
    private final Ending ending;
    private final Outstanding outstanding;
    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("evenkeel-keeper-", 0).factory());

    /**
     * @param client to the peers; {@link Deadline#policy} is its policy. Closed with this one
     * @param time within which a request succeeds or fails
     */
    KeeperClient(
            RaftClient client,
            KeeperServer server,
            Duration time,
            Ending ending,
            long outstandingBytes) {
        this.client = client;
        this.server = server;
        this.time = time;
        this.ending = ending;
        this.outstanding = new Outstanding(outstandingBytes);
    }

    /** See {@link org.evenkeel.daemon.keepers.Keeper#propose}. */
    CompletableFuture<LogAnswer> propose(LogEntry entry) {
        byte[] bytes = EntryCodec.write(entry);
        if (!outstanding.take(bytes.length)) {
            return CompletableFuture.failedFuture(busy());
        }
        Deadline deadline = Deadline.in(time);
        CompletableFuture<LogAnswer> answer =
                submit(
                        () -> deadline.<LogAnswer, Exception>run(() -> send(bytes, deadline)),
                        () -> outstanding.give(bytes.length));
        return inTime(answer, deadline, "The entry may be in the log, or come into it later");
    }

    private KeeperException busy() {
        return new KeeperException(
                Kind.BUSY,
                "the entry was not proposed: %d KiB of others are on their way already"
                        .formatted(outstanding.bytes() >> 10));
    }

    private LogAnswer send(byte[] bytes, Deadline deadline)
            throws IOException, InterruptedException {
        Message message = Message.valueOf(UnsafeByteOperations.unsafeWrap(bytes));
        while (true) {
            try {
                return answer(client.io().send(message));
            } catch (AlreadyClosedException e) {
                // A connection that has failed for one request is closed under another.
                if (threads.isShutdown() || !deadline.pause()) {
                    throw e;
                }
            }
        }
    }

    private static LogAnswer answer(RaftClientReply reply) throws IOException {
        if (!reply.isSuccess()) {
            throw new IOException("the leader answered " + reply.getException());
        }
        try {
            return AnswerCodec.read(reply.getMessage().getContent().toByteArray());
        } catch (LogFormatException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** See {@link org.evenkeel.daemon.keepers.Keeper#read}. */
    <T> CompletableFuture<T> read(Function<KeeperState, T> question) {
        Deadline deadline = Deadline.in(time);
        LinearizableRead read = new LinearizableRead(server, client.getId());
        CompletableFuture<T> answer =
                submit(
                        () -> {
                            read.await(deadline);
                            return server.state().ask(question);
                        },
                        () -> {});
        return inTime(answer, deadline, "Nothing was read");
    }

    /** What a thread of its own does. */
    private interface Task<T> {
        T run() throws Exception;
    }

    private <T> CompletableFuture<T> submit(Task<T> task, Runnable afterwards) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            threads.execute(() -> {
                try {
                    result.complete(task.run());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    result.completeExceptionally(e);
                } catch (Exception e) {
                    result.completeExceptionally(e);
                } finally {
                    afterwards.run();
                }
            });
        } catch (RejectedExecutionException e) {
            afterwards.run();
            result.completeExceptionally(e);
        }
        return result;
    }

    /** Fails in time, whatever the thread does, with what the caller may assume. */
    private <T> CompletableFuture<T> inTime(
            CompletableFuture<T> result, Deadline deadline, String consequence) {
        return result.copy()
                .orTimeout(time.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionallyCompose(
                        e -> CompletableFuture.failedFuture(failure(e, deadline, consequence)));
    }

    private KeeperException failure(Throwable wrapped, Deadline deadline, String consequence) {
        Throwable e = wrapped instanceof CompletionException ? cause(wrapped) : wrapped;
        if (e instanceof KeeperException known) {
            return known;
        }
        return ending.reason()
                .orElseGet(() ->
                        new KeeperException(
                                Kind.NO_QUORUM,
                                "too few keepers answered within %s s%s. %s"
                                        .formatted(
                                                time.toMillis() / 1e3,
                                                why(e, deadline),
                                                consequence),
                                e));
    }

    private static String why(Throwable e, Deadline deadline) {
        if (!(e instanceof TimeoutException)) {
            deadline.failed(e);
        }
        return deadline.lastFailure().map(last -> " (" + last + ")").orElse("");
    }

    private static Throwable cause(Throwable e) {
        @Nullable Throwable cause = e.getCause();
        return Objects.requireNonNullElse(cause, e);
    }

    RaftClient raft() {
        return client;
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            client.close();
        } catch (IOException e) {
            LOG.warn("a client of the keepers did not stop in order", e);
        }
    }
}
