package org.evenkeel.cli.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChildrenTest {
    private final Children children = new Children();

    @Test
    void closeEndsThoseThatWaitForTheirInput() throws IOException {
        Process process = children.start(new ProcessBuilder("cat"));
        children.close();
        assertThat(process.isAlive()).isFalse();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void closeEndsThoseThatDoNotListenAndWhatTheyStarted() throws Exception {
        Process shell =
                children.start(
                        new ProcessBuilder(
                                "sh", "-c", "trap '' TERM; sleep 97 < /dev/null & echo up; wait"));
        assertThat(shell.inputReader().readLine()).isEqualTo("up");
        List<ProcessHandle> started = shell.descendants().toList();
        assertThat(started).hasSize(1);
        children.close();
        assertThat(shell.isAlive()).isFalse();
        assertThat(started).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void afterwardsRunsOnceWhenAllHaveEnded() throws IOException {
        Process process = children.start(new ProcessBuilder("cat"));
        List<Boolean> alive = new ArrayList<>();
        children.afterwards(() -> alive.add(process.isAlive()));
        children.close();
        children.close();
        assertThat(alive).containsExactly(false);
    }

    @Test
    void nothingIsStartedAnyMore() {
        children.close();
        assertThatThrownBy(() -> children.start(new ProcessBuilder("cat")))
                .isInstanceOf(IOException.class);
    }
}
