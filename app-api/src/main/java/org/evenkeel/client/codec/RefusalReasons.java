package org.evenkeel.client.codec;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.Reader;
import java.io.Writer;
import java.lang.ref.Reference;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLConnection;
import java.nio.channels.Channel;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.BaseStream;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;

/** Why objects of a class cannot travel, and what to do instead. */
final class RefusalReasons {

    /** The first that fits counts. */
    private static final Map<String, List<Class<?>>> REASONS = new LinkedHashMap<>();

    static {
        REASONS.put(
                "the connection to the cluster stays in its program; inside a task use"
                        + " TaskContext.spawn",
                List.of(Cluster.class, TaskHandle.class));
        REASONS.put(
                "each task has a context of its own; a child uses the one that its run method gets",
                List.of(TaskContext.class));
        REASONS.put(
                "open files cannot travel; open the file in the task, or use"
                        + " TaskContext.files()",
                List.of(
                        FileInputStream.class,
                        FileOutputStream.class,
                        RandomAccessFile.class,
                        FileChannel.class,
                        FileDescriptor.class));
        REASONS.put(
                "connections cannot travel; connect in the task",
                List.of(Socket.class, ServerSocket.class, Channel.class, URLConnection.class));
        REASONS.put(
                "streams cannot travel; open the stream in the task",
                List.of(InputStream.class, OutputStream.class, Reader.class, Writer.class));
        REASONS.put(
                "paths belong to their machine; give the task the text, or use"
                        + " TaskContext.files()",
                List.of(Path.class, File.class, FileSystem.class));
        REASONS.put(
                "threads stay in their JVM; start the thread in the task",
                List.of(Thread.class, ThreadGroup.class, ThreadLocal.class));
        REASONS.put(
                "this stage of a CompletableFuture runs where its future is; those of supplyAsync,"
                        + " runAsync and thenApplyAsync can be sent, by a program with the Java"
                        + " agent",
                List.of(CompletableFuture.AsynchronousCompletionTask.class));
        REASONS.put(
                "executors stay in their JVM; create the executor in the task",
                List.of(Executor.class));
        REASONS.put("futures stay in their JVM; give the task the value", List.of(Future.class));
        REASONS.put(
                "locks and latches work inside one JVM; create them in the task",
                List.of(
                        Lock.class,
                        ReadWriteLock.class,
                        StampedLock.class,
                        Condition.class,
                        Semaphore.class,
                        CountDownLatch.class,
                        CyclicBarrier.class,
                        Phaser.class));
        REASONS.put(
                "processes stay on their machine; start the process in the task",
                List.of(Process.class, ProcessHandle.class));
        REASONS.put(
                "a stream of values is used once; give the task a list", List.of(BaseStream.class));
        REASONS.put(
                "the object belongs to its JVM; get it in the task",
                List.of(ClassLoader.class, Module.class, Reference.class));
    }

    /** The reason; empty where nothing more can be said than that the class is not permitted. */
    static String why(Class<?> type) {
        for (Map.Entry<String, List<Class<?>>> reason : REASONS.entrySet()) {
            for (Class<?> refused : reason.getValue()) {
                if (refused.isAssignableFrom(type)) {
                    return reason.getKey();
                }
            }
        }
        return type.getName().startsWith("java.util.logging.")
                ? "loggers stay in their JVM; keep the logger in a static field"
                : "";
    }
}
