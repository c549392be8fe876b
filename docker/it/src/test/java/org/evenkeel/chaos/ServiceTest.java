package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.chaos.Ledger.Done;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceTest {

    private static final long SECOND = 1_000_000_000L;

    @TempDir Path directory;

    /** A client attached to n1 that completes a task at each of these times, in milliseconds. */
    private ClientReport client(long... millis) throws Exception {
        StringBuilder lines = new StringBuilder("A 0 " + millis.length + " 0 n1\n");
        for (int i = 0; i < millis.length; i++) {
            lines.append("C " + millis[i] * 1_000_000 + " " + i + " 1000\n");
        }
        Path file = directory.resolve("report");
        Files.writeString(file, lines);
        return ClientReport.read(file);
    }

    private static Done fault(Fault fault, String node, double begin, double end) {
        return new Done(fault, node, node, false, (long) (begin * SECOND), (long) (end * SECOND));
    }

    private static Service of(ClientReport client, Done... done) {
        return Service.of(List.of(client), List.of(false), List.of(done));
    }

    @Test
    void countsFromAKillToTheNextCompletion() throws Exception {
        Service service = of(client(900, 1_050, 3_500), fault(Fault.KILL_DAEMON, "n1", 1, 1));
        assertThat(service.seconds(1)).isEqualTo(2.5);
    }

    @Test
    void countsFromTheEndOfAPause() throws Exception {
        Service service = of(client(900, 6_000), fault(Fault.PAUSE_DAEMON, "n1", 1, 5));
        assertThat(service.seconds(1)).isEqualTo(1);
    }

    @Test
    void faultsElsewhereDoNotCount() throws Exception {
        assertThat(of(client(900), fault(Fault.KILL_DAEMON, "n2", 1, 1)).count()).isZero();
    }

    @Test
    void faultsBeforeServiceIsBackAreOneOutage() throws Exception {
        Service service =
                of(
                        client(900, 4_000, 9_000),
                        fault(Fault.KILL_DAEMON, "n1", 1, 1),
                        fault(Fault.PAUSE_DAEMON, "n1", 2, 3),
                        fault(Fault.PAUSE_DAEMON, "n1", 6, 7));
        assertThat(service.outages()).extracting(Service.Outage::faults).containsExactly(2, 1);
        assertThat(service.seconds(1)).isEqualTo(2);
    }

    @Test
    void aClientThatNeverHearsAgainIsSeen() throws Exception {
        Service service = of(client(900), fault(Fault.KILL_DAEMON, "n1", 1, 1));
        assertThat(service.seconds(0.99)).isGreaterThan(1e6);
    }

    @Test
    void losingAndDoublingAreSeenInAReport() throws Exception {
        Path file = directory.resolve("report");
        Files.writeString(file, "A 0 4 2 n1\nC 5 1 1\nC 6 2 1\nC 7 2 1\nT 8 3 id\n");
        ClientReport report = ClientReport.read(file);
        assertThat(report.lost()).isEqualTo(2);
        assertThat(report.twice).hasSize(2);
    }
}
