package org.evenkeel.cli.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChildProcessesTest {
    private final ChildProcesses childProcesses = new ChildProcesses();

    @Test
    void closeEndsThoseThatWaitForTheirInput() throws IOException {
        Process process = childProcesses.start(new ProcessBuilder("cat"));
        childProcesses.close();
        assertThat(process.isAlive()).isFalse();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void closeEndsThoseThatDoNotListenAndWhatTheyStarted() throws Exception {
        Process shell =
                childProcesses.start(
                        new ProcessBuilder(
                                "sh", "-c", "trap '' TERM; sleep 97 < /dev/null & echo up; wait"));
        assertThat(shell.inputReader().readLine()).isEqualTo("up");
        List<ProcessHandle> started = shell.descendants().toList();
        assertThat(started).hasSize(1);
        childProcesses.close();
        assertThat(shell.isAlive()).isFalse();
        assertThat(started).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void afterwardsRunsOnceWhenAllHaveEnded() throws IOException {
        Process process = childProcesses.start(new ProcessBuilder("cat"));
        List<Boolean> alive = new ArrayList<>();
        childProcesses.afterwards(() -> alive.add(process.isAlive()));
        childProcesses.close();
        childProcesses.close();
        assertThat(alive).containsExactly(false);
    }

    @Test
    void nothingIsStartedAnyMore() {
        childProcesses.close();
        assertThatThrownBy(() -> childProcesses.start(new ProcessBuilder("cat")))
                .isInstanceOf(IOException.class);
    }
}
