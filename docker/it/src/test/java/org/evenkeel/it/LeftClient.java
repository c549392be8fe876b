package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;

/** A client in a process of its own, that may be killed: {@link LeftJob}. */
record LeftClient(Process process, String job) {

    /**
     * Starts one that submits tasks to a daemon, and waits until it has.
     *
     * @param gate that all tasks but the first wait for
     */
    static LeftClient start(Path nodeDirectory, boolean outlives, int tasks, Path gate)
            throws IOException {
        String classPath =
                Home.code()
                        + File.pathSeparator
                        + Home.unpack().resolve("lib/client/app-api-standalone.jar");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Devenkeel.daemon=" + nodeDirectory,
                                "-cp",
                                classPath,
                                "org.evenkeel.it.LeftJob",
                                Boolean.toString(outlives),
                                Integer.toString(tasks),
                                gate.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String job = process.inputReader().readLine();
        assertThat(job).as("the client's job").isNotNull();
        return new LeftClient(process, job);
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
