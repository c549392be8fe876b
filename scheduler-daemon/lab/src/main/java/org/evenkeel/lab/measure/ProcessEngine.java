package org.evenkeel.lab.measure;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.evenkeel.cli.start.Children;
import org.evenkeel.cli.start.ClusterPlan;
import org.evenkeel.cli.start.LocalCluster;
import org.evenkeel.cli.start.Starter;
import org.evenkeel.cli.start.TemporaryCluster;
import org.evenkeel.lab.facts.FactProgram;
import org.evenkeel.lab.relay.LinkShape;

/**
 * Daemons and workers as processes of this machine; tasks slow themselves, and relays in this
 * process the links.
 *
 * @param links what links between nodes are like
 */
public record ProcessEngine(LinkShape links) implements Engine {
    private static final Duration READY_LIMIT = Duration.ofMinutes(5);

    @Override
    public String name() {
        return "processes";
    }

    @Override
    public String emulation() {
        return "nodes are daemons and workers on this machine; each task computes with its node's part of a"
                + " processor and sleeps the rest, daemons are not slowed"
                + Engines.words(links);
    }

    @Override
    public Outcome measure(ClusterForm form, Work work, int times, Consumer<String> status)
            throws IOException, InterruptedException {
        int daemons = form.daemons();
        try (LocalRelays relays = new LocalRelays(links);
                Children children = new Children()) {
            ClusterPlan plan =
                    new ClusterPlan(
                                    TemporaryCluster.directory(children),
                                    ClusterPlan.names(daemons),
                                    1,
                                    form.policy(),
                                    form.load(),
                                    form.topology(),
                                    ClusterPlan.sharedHeap(daemons))
                            .withMasters(form.masters())
                            .withSpeeds(form.daemonSpeeds())
                            .withQuickCompilation();
            LocalCluster cluster =
                    LocalCluster.start(relays.before(plan), Starter.asChildrenIn(children));
            cluster.awaitLinked(
                    READY_LIMIT,
                    linked -> status.accept(linked + " of " + daemons + " daemons are ready"));
            status.accept("workers get warm");
            FactProgram program =
                    FactProgram.start(
                            children,
                            Told.PROGRAM,
                            cluster.folder(form.entry()),
                            work.words(form, times));
            return Told.by(program, Emulated.BY_TASKS, form, work, status);
        }
    }
}
