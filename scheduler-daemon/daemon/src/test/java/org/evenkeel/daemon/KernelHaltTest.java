package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.evenkeel.daemon.driver.Driver;
import org.evenkeel.daemon.driver.Journaling;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.kernel.ProcessorQuotas;
import org.evenkeel.kernel.load.WorkerBusyLoad;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.junit.jupiter.api.Test;

/** How a daemon ends whose scheduler reaches a state that must not occur, in a JVM of its own. */
class KernelHaltTest {

    /** Handles an event at a time before that of the event before; nothing after is reached. */
    public static void main(String[] args) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        NodeCore core =
                new NodeCore(
                        new NodeConfig(
                                new NodeRef(new NodeId("n1"), 1, "127.0.0.1", 1),
                                Policies.parse("hybrid").create(1),
                                new WorkerBusyLoad(),
                                2_000_000_000L,
                                3_000_000_000L,
                                NodeConfig.Limits.DEFAULT,
                                ProcessorQuotas.NONE,
                                NodeConfig.PhaseRole.NODE));
        Driver driver =
                new Driver(
                        (now, event) -> {
                            core.handle(event instanceof Event.SlotClosed ? 1 : 2, event);
                            return List.of(); // nothing is performed
                        },
                        (delay, runnable) -> {},
                        new NoJournal(),
                        new KernelHalt(core)::failed);
        driver.submit(new Event.SessionClosed(5, "over"));
        driver.submit(new Event.SlotClosed(77, "SLOT-REASON"));
        System.out.println("went on");
        Thread.sleep(60_000);
    }

    private static final class NoJournal implements Journaling {
        @Override
        public long write(List<JournalRecord> records) {
            return 0;
        }

        @Override
        public void whenDurable(LongConsumer listener) {}
    }

    @Test
    void processEndsAtOnceAndSaysWhatToDo() throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                KernelHaltTest.class.getName())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isEqualTo(DaemonMain.KERNEL_FAILED);
        assertThat(said)
                .contains("time runs backwards")
                .contains("while it handled SlotClosed")
                .contains("Start the daemon again")
                .contains("SLOT-REASON")
                .doesNotContain("went on")
                .doesNotContain("hook");
    }
}
