package org.evenkeel.agent;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process of a test. The kernel ends it with the test's thread, should the test crash. */
final class Child implements AutoCloseable {

    private final Process process;

    private Child(Process process) {
        this.process = process;
    }

    static Child start(File log, Map<String, String> environment, String... command)
            throws IOException {
        List<String> words = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL"));
        words.addAll(List.of(command));
        ProcessBuilder builder =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
        builder.environment().putAll(environment);
        return new Child(builder.start());
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Suspends it: it holds its connections and answers nothing. */
    void suspend() throws IOException, InterruptedException {
        signal("-STOP");
    }

    private void signal(String name) throws IOException, InterruptedException {
        int status =
                new ProcessBuilder("kill", name, Long.toString(process.pid()))
                        .inheritIO()
                        .start()
                        .waitFor();
        if (status != 0) {
            throw new IOException("kill %s %d: %d".formatted(name, process.pid(), status));
        }
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Ends it so that it can remove its files, also where it is suspended. */
    @Override
    public void close() {
        try {
            if (process.isAlive()) {
                process.destroy();
                signal("-CONT");
                process.waitFor(5, TimeUnit.SECONDS);
            }
        } catch (IOException e) {
            // it has just ended
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }
}
