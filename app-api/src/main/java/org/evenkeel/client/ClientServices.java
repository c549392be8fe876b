package org.evenkeel.client;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongPredicate;
import org.evenkeel.client.files.ClientFileServer;
import org.evenkeel.client.files.ClientFolder;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileWire;
import org.evenkeel.client.session.LinkWriter;
import org.evenkeel.client.session.Outgoing;
import org.evenkeel.model.Ids;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;

/**
 * The files, the console and the mailboxes of this program for the tasks of its jobs. One thread
 * answers all questions, in the order in which they come; it is there while there are any.
 */
public final class ClientServices {

    /** Questions that wait; the daemon asks fewer at a time. */
    private static final int MAX_WAITING = 1_024;

    private static final long IDLE_SECONDS = 10;
    private static final long SWEEP_SECONDS = 1;

    private final ClientServiceOptions clientServiceOptions;
    private final LongPredicate isOpen;
    private final ThreadPoolExecutor thread;
    private final ClientFileServer clientFileServer;
    private final LogReader logReader;
    private final Function<FileAsk, FileReply> published;

    // Guarded by this.
    private final Map<Long, Path> made = new HashMap<>();
    private final Map<Long, ClientFolder> folders = new HashMap<>();
    private boolean sweeping;

    /**
     * @param isOpen whether this is a job of the program
     * @param published takes values that tasks have published
     */
    public ClientServices(
            ClientServiceOptions clientServiceOptions,
            LongPredicate isOpen,
            ClientFileServer.Tasks tasks,
            Function<FileAsk, FileReply> published) {
        this.clientServiceOptions = clientServiceOptions;
        this.isOpen = isOpen;
        this.clientFileServer =
                new ClientFileServer(
                        this::folder, clientServiceOptions.console(), tasks, System::nanoTime);
        this.logReader = new LogReader(clientServiceOptions.log());
        this.published = published;
        this.thread =
                new ThreadPoolExecutor(
                        1,
                        1,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(MAX_WAITING),
                        Thread.ofPlatform().daemon().name("evenkeel-files").factory());
        thread.allowCoreThreadTimeOut(true);
    }

    /** Handles a question; false when the frame is something else. */
    boolean handle(Frame frame, LinkWriter linkWriter) {
        if (!frame.hasFileAsk()) {
            return false;
        }
        FileAsk ask = frame.getFileAsk();
        try {
            thread.execute(() -> answer(ask, linkWriter));
        } catch (RejectedExecutionException e) {
            send(
                    FileWire.answer(
                            ask,
                            FileReply.problem(
                                    FileReply.Problem.AWAY, "too many requests are under way")),
                    linkWriter);
        }
        return true;
    }

    private static void send(FileAnswer answer, LinkWriter linkWriter) {
        linkWriter.sendLater(
                new Outgoing.Control(Frame.newBuilder().setFileAnswer(answer).build()));
    }

    private void answer(FileAsk ask, LinkWriter linkWriter) {
        if (ask.hasLog()) {
            logReader.read(ask);
            send(FileWire.answer(ask, FileReply.DONE), linkWriter);
        } else if (ask.hasPublication()) {
            send(FileWire.answer(ask, published.apply(ask)), linkWriter);
        } else {
            serve(ask, linkWriter);
        }
    }

    private synchronized void serve(FileAsk ask, LinkWriter linkWriter) {
        clientFileServer.answer(ask, answer -> send(answer, linkWriter));
        sweepSoon();
    }

    /** Questions that are left open are looked at now and then. */
    private synchronized void sweepSoon() {
        if (!sweeping && clientFileServer.isWaitedFor()) {
            sweeping = true;
            CompletableFuture.delayedExecutor(
                            SWEEP_SECONDS, TimeUnit.SECONDS, Thread::startVirtualThread)
                    .execute(this::sweep);
        }
    }

    private synchronized void sweep() {
        sweeping = false;
        clientFileServer.sweep();
        sweepSoon();
    }

    private ClientFolder folder(long job) throws IOException {
        ClientFolder known = folders.get(job);
        if (known == null) {
            known = new ClientFolder(path(job));
            folders.put(job, known);
        }
        return known;
    }

    /**
     * The directory of a job, made if the program has named none.
     *
     * @throws IOException if it cannot be made, or the job is over
     */
    public synchronized Path path(long job) throws IOException {
        if (!isOpen.test(job)) {
            throw new IOException("job " + Ids.text(job) + " has ended at its program");
        }
        Path named = clientServiceOptions.folder();
        if (named != null) {
            return named;
        }
        Path known = made.get(job);
        if (known == null) {
            known = Files.createTempDirectory("evenkeel-" + Ids.text(job) + "-");
            made.put(job, known);
        }
        return known;
    }

    /** A job is over: what was made for it goes. */
    public synchronized void closed(long job) {
        clientFileServer.closed(job);
        folders.remove(job);
        Path path = made.remove(job);
        if (path != null) {
            try {
                Files.walkFileTree(path, new Deleting());
            } catch (IOException e) {
                System.getLogger(ClientServices.class.getName())
                        .log(System.Logger.Level.WARNING, path + " could not be deleted: " + e);
            }
        }
    }

    /** Links are deleted, not followed. */
    private static final class Deleting extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e)
                throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
