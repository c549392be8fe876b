package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A client in a process of its own, that may be killed: {@link LeftJob}. */
record LeftClient(Process process, String job) {

    /**
     * Starts one that submits tasks to a daemon, and waits until it has.
     *
     * @param gate that all tasks but the first wait for
     */
    static LeftClient start(Path nodeDirectory, boolean outlives, int tasks, Path gate)
            throws IOException {
        List<String> command =
                Home.clientJvm(
                        List.of("-Devenkeel.daemon=" + nodeDirectory), "org.evenkeel.it.LeftJob");
        command.addAll(
                List.of(Boolean.toString(outlives), Integer.toString(tasks), gate.toString()));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String job = process.inputReader().readLine();
        assertThat(job).as("the client's job").isNotNull();
        return new LeftClient(process, job);
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
