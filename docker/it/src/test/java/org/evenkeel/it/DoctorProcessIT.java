package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code evenkeel doctor} on real daemons. */
@Timeout(600)
@Tag("extended")
class DoctorProcessIT {
    @TempDir private Path state;

    private Command.Ended doctor(StartedNodes cluster) throws Exception {
        return new Command(state).run("doctor", "--cluster-dir", cluster.directory.toString());
    }

    @Test
    void aStoppedDaemonIsAProblemUntilItContinues() throws Exception {
        try (StartedNodes cluster = StartedNodes.start(Setup.of(2, 0))) {
            assertThat(doctor(cluster).out())
                    .contains("running daemons are valid: n1, n2", "2 daemons, and all answer")
                    .contains("all differ from the one here by less than");
            cluster.signal("STOP", "n2");
            try {
                Command.Ended stopped = doctor(cluster);
                assertThat(stopped.exitCode()).as(stopped.toString()).isEqualTo(1);
                assertThat(stopped.out()).contains("n2 does not answer", "what to do: ");
            } finally {
                cluster.signal("CONT", "n2");
            }
            assertThat(doctor(cluster).out()).contains("2 daemons, and all answer");
        }
    }

    @Test
    @LongForm
    void aClockThatIsHoursAwayIsAProblem() throws Exception {
        Setup setup = Setup.of(1, 0).flags("--wall-clock-offset", "-2h");
        try (StartedNodes cluster = StartedNodes.start(setup)) {
            Command.Ended ended = doctor(cluster);
            assertThat(ended.exitCode()).as(ended.toString()).isEqualTo(1);
            assertThat(ended.out()).containsPattern("that of n1 is 7[12]\\d\\d\\.\\d+ s behind");
        }
    }

    @Test
    void withoutAClusterOnlyTheMachineIsChecked() throws Exception {
        Command.Ended ended =
                new Command(state).run("doctor", "--", "--workers", "1", "--worker-heap", "32m");
        assertThat(ended.out()).contains("skipped    daemons", "no cluster \"default\" runs here");
    }
}
