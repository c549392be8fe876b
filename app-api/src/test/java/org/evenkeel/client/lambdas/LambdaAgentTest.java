package org.evenkeel.client.lambdas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.evenkeel.samples.pool.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program for a thread pool in a JVM with the agent, and in one without. */
@Timeout(120)
class LambdaAgentTest {

    @TempDir Path folder;

    /** As the client's jar has it; the classes are on the class path. */
    private Path agent() throws IOException {
        Manifest manifest = new Manifest();
        Attributes entries = manifest.getMainAttributes();
        entries.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        entries.put(new Attributes.Name("Premain-Class"), LambdaAgent.class.getName());
        Path jar = folder.resolve("agent.jar");
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
        return jar;
    }

    private record Ended(int exitCode, String said) {}

    private Ended run(String... options) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        words.addAll(List.of(options));
        words.addAll(List.of("-Devenkeel.local=2", "-cp", System.getProperty("java.class.path")));
        words.add(Program.class.getName());
        Path out = folder.resolve("out.txt");
        Process process =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        if (!process.waitFor(100, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return new Ended(process.waitFor(), Files.readString(out));
    }

    @Test
    void programForAThreadPoolRunsUnchanged() throws Exception {
        Ended ended = run("-javaagent:" + agent());
        assertThat(ended.exitCode()).as(ended.said()).isZero();
        List<String> lines = ended.said().lines().toList();
        assertThat(lines)
                .filteredOn(line -> !line.startsWith("refused "))
                .containsExactly(
                        "lambda 21",
                        "all abc",
                        "any 5",
                        "supplied 4",
                        "applied 24",
                        "task 9",
                        "result fixed",
                        "with a result, 8",
                        "completed 2470",
                        "failed java.lang.IllegalStateException: as meant",
                        "failed again java.lang.IllegalStateException: as meant",
                        "changed here 0",
                        "cancelled true true",
                        "closed true");
        List<String> refused = lines.stream().filter(line -> line.startsWith("refused ")).toList();
        assertThat(refused).hasSize(2);
        assertThat(refused.getFirst())
                .contains("CompletableFuture$UniAccept", "this stage of a CompletableFuture");
        assertThat(refused.getLast())
                .contains("captured by the lambda in Program (java.lang.Thread): threads stay");
    }

    @Test
    void withoutTheAgentTheMessageSaysHowToHaveIt() throws Exception {
        Ended ended = run();
        assertThat(ended.exitCode()).as(ended.said()).isEqualTo(1);
        assertThat(ended.said())
                .contains("PayloadException")
                .contains("samples.pool.Program.run(Program.java:")
                .contains("RemoteCallable")
                .contains("-javaagent:evenkeel-client.jar");
    }

    @Test
    void classesThatAreLeftOutAreNamed() throws Exception {
        Ended ended = run("-javaagent:" + agent() + "=exclude=org.evenkeel.samples.");
        assertThat(ended.exitCode()).as(ended.said()).isEqualTo(1);
        assertThat(ended.said()).contains("The Java agent leaves out the class that made it.");
    }

    @Test
    void unknownOptionEndsTheProgram() throws Exception {
        Ended ended = run("-javaagent:" + agent() + "=only=org.acme.");
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.said()).contains("evenkeel's Java agent has no option \"only=org.acme.\"");
    }
}
