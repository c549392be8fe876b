package org.evenkeel.worker;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.minlog.Log;
import com.esotericsoftware.reflectasm.FieldAccess;
import com.google.protobuf.ByteString;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.evenkeel.client.session.LinkWriter;
import org.evenkeel.continuations.capture.AddOpensFlags;
import org.evenkeel.fake.FakeDaemon;
import org.evenkeel.model.Digest;
import org.evenkeel.samples.Work;
import org.evenkeel.samples.worker.Jobs;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.WireLimits;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objenesis.Objenesis;

/** A real worker process, as a daemon starts it: plain jars of its own, none of the program. */
final class WorkerJvm implements AutoCloseable {

    private final Process process;
    private final Path output;

    private WorkerJvm(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static WorkerJvm start(FakeDaemon daemon, Path directory, int number) throws IOException {
        Path output = directory.resolve("worker-" + number + ".log");
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-Xmx96m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        words.add("--sun-misc-unsafe-memory-access=deny");
        words.addAll(AddOpensFlags.words());
        words.add("-cp");
        words.add(
                Stream.of(
                                WorkerMain.class,
                                AddOpensFlags.class,
                                Digest.class,
                                ClusterTls.class,
                                LinkWriter.class,
                                WireLimits.class,
                                Kryo.class,
                                Log.class,
                                FieldAccess.class,
                                Objenesis.class,
                                ClassReader.class,
                                ClassNode.class,
                                Analyzer.class,
                                ByteString.class)
                        .map(WorkerJvm::home)
                        .distinct()
                        .reduce((a, b) -> a + File.pathSeparator + b)
                        .orElseThrow());
        words.add(WorkerMain.class.getName());
        words.addAll(List.of(daemon.address(), String.valueOf(number), directory.toString()));
        Process process =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        process.getOutputStream()
                .write(
                        (HexFormat.of().formatHex(daemon.secret) + "\n")
                                .getBytes(StandardCharsets.US_ASCII));
        process.getOutputStream().flush();
        return new WorkerJvm(process, output);
    }

    /** The jar or folder a class comes from. */
    static String home(Class<?> type) {
        return Path.of(
                        java.net.URI.create(
                                type.getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toString()))
                .toString();
    }

    /** What a bundle with the sample tasks consists of. */
    static List<String> bundle() {
        return List.of(home(Jobs.class), home(Work.class));
    }

    int awaitEnd() throws InterruptedException {
        if (!process.waitFor(90, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the worker goes on: " + said());
        }
        return process.exitValue();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Where its threads are. */
    String stacks() throws IOException {
        Process jcmd =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                                String.valueOf(process.pid()),
                                "Thread.print")
                        .redirectErrorStream(true)
                        .start();
        return new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Ends its standard input, as the end of the daemon would. */
    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    String said() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            return "(nothing)";
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
