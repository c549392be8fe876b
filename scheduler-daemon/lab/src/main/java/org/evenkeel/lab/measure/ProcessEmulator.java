package org.evenkeel.lab.measure;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.evenkeel.cli.start.ChildProcesses;
import org.evenkeel.cli.start.ClusterPlan;
import org.evenkeel.cli.start.LocalDaemons;
import org.evenkeel.cli.start.Starter;
import org.evenkeel.cli.start.TemporaryCluster;
import org.evenkeel.lab.facts.FactProgram;
import org.evenkeel.lab.relay.RelayLinkShape;

/**
 * Daemons and workers as processes of this machine; tasks slow themselves, and relays in this
 * process the links.
 *
 * @param links what links between nodes are like
 */
public record ProcessEmulator(RelayLinkShape links) implements MachineEmulator {
    private static final Duration READY_LIMIT = Duration.ofMinutes(5);

    @Override
    public String name() {
        return "processes";
    }

    @Override
    public String emulation() {
        return "nodes are daemons and workers on this machine; each task computes during "
                + "its node's share of a processor and sleeps for the rest; daemons are not "
                + "slowed"
                + MachineEmulators.words(links);
    }

    @Override
    public MeasurementOutcome measure(
            ClusterForm form, MeasuredWork measuredWork, int times, Consumer<String> status)
            throws IOException, InterruptedException {
        int daemons = form.daemons();
        try (LocalRelays relays = new LocalRelays(links);
                ChildProcesses childProcesses = new ChildProcesses()) {
            ClusterPlan plan =
                    new ClusterPlan(
                                    TemporaryCluster.directory(childProcesses),
                                    ClusterPlan.names(daemons),
                                    1,
                                    form.policy(),
                                    form.load(),
                                    form.topology(),
                                    ClusterPlan.sharedHeap(daemons))
                            .withMasters(form.masters())
                            .withSpeeds(form.daemonSpeeds())
                            .withQuickCompilation();
            LocalDaemons cluster =
                    LocalDaemons.start(relays.before(plan), Starter.asChildrenIn(childProcesses));
            cluster.awaitLinked(
                    READY_LIMIT,
                    linked -> status.accept(linked + " of " + daemons + " daemons are ready"));
            status.accept("workers are warming up");
            FactProgram program =
                    FactProgram.start(
                            childProcesses,
                            MeasurementSession.PROGRAM,
                            cluster.folder(form.entry()),
                            measuredWork.words(form, times));
            return MeasurementSession.by(
                    program, EmulatedMachines.BY_TASKS, form, measuredWork, status);
        }
    }
}
