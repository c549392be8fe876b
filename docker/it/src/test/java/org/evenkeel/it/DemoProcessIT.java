package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code evenkeel demo} as somebody sees it who has just cloned the project. */
@LongForm
class DemoProcessIT {
    private static final Duration SOON = StartedNodes.LIMIT;

    /** It computes the larger board on one processor first, which others may use as well. */
    private static final Duration SERIAL = Duration.ofMinutes(3);

    @TempDir Path state;

    @Test
    void demoCountsAndShowsHowTheWorkSpread() throws Exception {
        Command evenkeel = new Command(state);
        Path page = state.resolve("demo.html");
        Command.Ended demo =
                evenkeel.run("demo", "--n", "12", "--second-n", "13", "--report", page.toString());
        assertThat(demo.exitCode()).as(demo.toString()).isZero();
        assertThat(demo.out())
                .contains("12 queens: 14,200 solutions (correct)")
                .contains("13 queens: 73,712 solutions (correct)")
                .contains("busy share", "No task ran twice.", "speed-up", "accepted by its owner")
                .containsPattern("Predicted makespan [0-9.]+ s, real makespan [0-9.]+ s")
                .contains("A page of the run");
        assertThat(page).content().contains("<script type=\"text/plain\" id=\"data\">");
        evenkeel.awaitNoLeftovers();
    }

    @Test
    void killedDaemonDoesNotChangeTheNumbers() throws Exception {
        Command evenkeel = new Command(state);
        Command.Started demo = evenkeel.start("demo", "--n", "8", "--second-n", "16");
        await().atMost(SERIAL).until(() -> demo.output().contains("one task at a time"));
        kill(evenkeel, "n4");
        Command.Ended ended = demo.await();
        assertThat(ended.exitCode()).as(ended.toString()).isZero();
        assertThat(ended.out())
                .contains("16 queens: 14,772,512 solutions (correct)")
                .contains("n4 (ended)", "Stopped during the run: n4");
        evenkeel.awaitNoLeftovers();
    }

    @Test
    void interruptLeavesNothingBehind() throws Exception {
        Command evenkeel = new Command(state);
        Command.Started demo = evenkeel.start("demo", "--n", "8", "--second-n", "17");
        await().atMost(SOON).until(() -> demo.output().contains("8 queens: 92 solutions"));
        assertThat(evenkeel.leftovers()).hasSizeGreaterThan(8);
        signal("INT", demo.process().pid());
        Command.Ended ended = demo.await();
        assertThat(ended.exitCode()).isEqualTo(130);
        evenkeel.awaitNoLeftovers();
        assertThat(state.toFile().list((folder, name) -> name.startsWith("evenkeel"))).isEmpty();
    }

    private static void kill(Command evenkeel, String node) throws Exception {
        List<ProcessHandle> daemons =
                evenkeel.leftovers().stream()
                        .filter(process -> isDaemon(Command.commandLine(process), node))
                        .toList();
        assertThat(daemons).hasSize(1);
        daemons.getFirst().destroyForcibly();
    }

    private static boolean isDaemon(String commandLine, String node) {
        return commandLine.contains("DaemonMain") && commandLine.contains("--node\0" + node + "\0");
    }

    private static void signal(String name, long pid) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
        assertThat(kill.waitFor()).isZero();
    }
}
