package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.chaos.Ledger.Done;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkServiceTest {

    private static final long SECOND = 1_000_000_000L;

    @TempDir java.nio.file.Path folder;

    private ClientReport client(String node, double... seconds) throws Exception {
        java.nio.file.Path file = folder.resolve("report");
        StringBuilder text = new StringBuilder("A 0 1 1 " + node + "\n");
        for (int i = 0; i < seconds.length; i++) {
            text.append("C ").append((long) (seconds[i] * SECOND)).append(' ').append(i);
            text.append(" 1\n");
        }
        java.nio.file.Files.writeString(file, text);
        return ClientReport.read(file);
    }

    private static Done fault(Fault fault, String where, boolean onClient) {
        return new Done(fault, where, "n1", onClient, 2 * SECOND, 8 * SECOND);
    }

    @Test
    void whatComesThroughADeafMachineAtFirstIsNotItsClientsNewBeginning() throws Exception {
        List<ClientReport> clients = List.of(client("n1", 1, 2.5, 3, 9, 9.1));
        Service service =
                NetworkVerdict.serviceOf(clients, List.of(fault(Fault.MACHINE_DEAF, "n1", false)));
        assertThat(service.seconds(1)).isEqualTo(6);
    }

    @Test
    void aClientAtAnotherDaemonHasNoOutage() throws Exception {
        List<ClientReport> clients = List.of(client("n2", 1, 9));
        Service service =
                NetworkVerdict.serviceOf(clients, List.of(fault(Fault.MACHINE_DEAF, "n1", false)));
        assertThat(service.count()).isZero();
    }

    @Test
    void aFaultOfAClientsOwnMachineCountsFromItsEnd() throws Exception {
        List<ClientReport> clients = List.of(client("n1", 1, 9), client("n1", 1, 9));
        Service service =
                NetworkVerdict.serviceOf(clients, List.of(fault(Fault.CLIENT_SILENT, "bob", true)));
        assertThat(service.count()).isEqualTo(1);
        assertThat(service.seconds(1)).isEqualTo(1);
    }

    @Test
    void aClientThatNeverGoesOnIsSeen() throws Exception {
        Service service =
                NetworkVerdict.serviceOf(
                        List.of(client("n1", 1)), List.of(fault(Fault.MACHINE_LOST, "n1", false)));
        assertThat(service.seconds(1)).isGreaterThan(1e6);
    }
}
