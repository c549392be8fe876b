package org.evenkeel.daemon.worker;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.daemon.files.DirectoryWipe;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.daemon.worker.confine.Confinement;
import org.evenkeel.daemon.worker.guard.WorkerGuard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts worker processes, one after the other and off the event loop; after failures it waits,
 * from 100 ms doubling to 10 s, until one has lived for a minute.
 */
final class WorkerStarter implements AutoCloseable {

    /** How long the output of a process that has ended is waited for. */
    private static final Duration LAST_OUTPUT = Duration.ofMillis(200);

    private static final Logger LOG = LoggerFactory.getLogger(WorkerStarter.class);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int SECRET_BYTES = 32;
    private static final long FIRST_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int MAX_DOUBLINGS = 7;
    private static final int MAX_DOUBLINGS_ONCE_READY = 3;
    private static final long LONG_LIFE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name("evenkeel-starter").daemon().factory());
    private final WorkerCommand command;
    private final Path directory;
    private final WorkerGuard workerGuard;
    private final Confinement confinement;
    private final Set<String> environment;
    private final Executor loop;
    private final TimerSource timers;
    private final Listener listener;
    private String address = "";
    private int numbers;
    private int failures;
    private long notBeforeNanos = System.nanoTime();

    /** Hears of processes, on the event loop. */
    interface Listener {
        void exited(WorkerProcess worker, int exitCode);
    }

    WorkerStarter(
            WorkerPool.StarterDependencies parts,
            WorkerGuard workerGuard,
            TimerSource timers,
            Listener listener) {
        this.command = parts.command();
        this.directory = parts.directory();
        this.workerGuard = workerGuard;
        this.confinement = parts.confinement();
        this.environment = parts.environment();
        this.loop = parts.loop();
        this.timers = timers;
        this.listener = listener;
    }

    /** Where workers find this daemon. */
    void listensAt(String where) {
        address = where;
    }

    /** Starts one more; its handshake, or its exit, comes later. */
    WorkerProcess start(WorkerProcess.Form form) {
        int number = ++numbers;
        byte[] secret = new byte[SECRET_BYTES];
        RANDOM.nextBytes(secret);
        WorkerProcess worker =
                new WorkerProcess(
                        number,
                        directory.resolve(String.valueOf(number)),
                        directory.resolve(number + ".log"),
                        secret,
                        form,
                        System.nanoTime());
        long delay = notBeforeNanos - System.nanoTime();
        if (delay > 0) {
            timers.after(delay, () -> launch(worker));
        } else {
            launch(worker);
        }
        return worker;
    }

    private void launch(WorkerProcess worker) {
        if (worker.ending != null) {
            listener.exited(worker, 0);
            return;
        }
        try {
            thread.execute(() -> run(worker));
        } catch (RejectedExecutionException e) {
            LOG.debug("{} not started: the daemon is stopping", worker);
        }
    }

    private void run(WorkerProcess worker) {
        try {
            PrivateFiles.createDirectories(worker.directory);
            confinement.give(worker.number, worker.directory);
            WorkerCommand.Start start =
                    new WorkerCommand.Start(
                            address,
                            worker.number,
                            worker.directory,
                            worker.form.heapBytes(),
                            worker.form.shape(),
                            confinement.before(worker.number));
            ProcessBuilder builder =
                    new ProcessBuilder(command.words(start))
                            .directory(worker.directory.toFile())
                            .redirectErrorStream(true);
            builder.environment().keySet().retainAll(environment);
            builder.environment().putAll(WorkerGuard.environment(worker.directory));
            if (confinement.isByUser()) {
                builder.environment().put("HOME", worker.directory.toString());
            }
            Process process = builder.start();
            workerGuard.started(worker.number, process.pid(), worker.directory);
            confinement.started(worker.number, process.pid());
            Thread output = WorkerLog.follow(process.getInputStream(), worker.log, worker.number);
            sendSecret(worker, process);
            onLoop(() -> started(worker, process, output));
        } catch (IOException e) {
            LOG.warn("{} could not be started: {}", worker, e.toString());
            onLoop(() -> listener.exited(worker, -1));
        }
    }

    /** One that has ended already does not read it; its exit and its output say why. */
    private static void sendSecret(WorkerProcess worker, Process process) {
        String line = HexFormat.of().formatHex(worker.secret) + "\n";
        try {
            OutputStream stdin = process.getOutputStream();
            stdin.write(line.getBytes(StandardCharsets.US_ASCII));
            stdin.flush();
        } catch (IOException e) {
            LOG.debug("{} does not read its secret: {}", worker, e.toString());
        }
    }

    private void started(WorkerProcess worker, Process process, Thread output) {
        worker.process = process;
        if (worker.ending != null) {
            process.destroyForcibly();
        }
        process.onExit()
                .thenAccept(ended -> {
                    awaitEnd(output);
                    boolean outOfMemory = confinement.ranOutOfMemory(worker.number);
                    onLoop(() -> {
                        worker.outOfMemory = outOfMemory;
                        listener.exited(worker, ended.exitValue());
                    });
                });
    }

    /** Its last lines are to be in the file; processes that it left may keep the output open. */
    private static void awaitEnd(Thread output) {
        try {
            output.join(LAST_OUTPUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void onLoop(Runnable runnable) {
        try {
            loop.execute(runnable);
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loop is closed");
        }
    }

    /** A worker died that this daemon had not ended. */
    void failed(WorkerProcess worker, boolean wasReady) {
        long now = System.nanoTime();
        if (now - worker.startedNanos >= LONG_LIFE_NANOS) {
            failures = 0;
        }
        int doublings = Math.min(failures, wasReady ? MAX_DOUBLINGS_ONCE_READY : MAX_DOUBLINGS);
        failures++;
        notBeforeNanos = now + (FIRST_DELAY_NANOS << doublings);
    }

    /** Cleans up after a process that is gone: ends those it has left, then wipes. */
    void cleanUp(WorkerProcess worker, boolean keepLog) {
        workerGuard.ended(
                worker.number,
                () -> {
                    DirectoryWipe.wipe(worker.directory, true);
                    if (!keepLog) {
                        Files.deleteIfExists(worker.log);
                        Files.deleteIfExists(WorkerLog.older(worker.log));
                    }
                });
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
