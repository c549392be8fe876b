package org.evenkeel.lab.table1;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.measure.MachineEmulator;
import org.evenkeel.lab.measure.MachineEmulators;
import org.evenkeel.lab.measure.MeasureFlags;
import org.evenkeel.lab.measure.MeasuredWork;
import org.evenkeel.lab.measure.Workloads;
import org.evenkeel.lab.relay.RelayLinkShape;
import org.evenkeel.lab.simulate.FlagException;
import org.evenkeel.lab.simulate.FlagValues;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What can be said of the table with real daemons. */
public final class MeasuredFlags {
    private static final String ENGINE = "--engine";
    private static final String SIMULATOR = "simulator";
    private static final String CLUSTERS = "--cluster";
    private static final String WORKLOAD = "--workload";
    private static final Map<String, Site> SITES = new LinkedHashMap<>();

    static {
        SITES.put("equal", Site.EQUAL);
        SITES.put("three", Site.THREE_KINDS);
        SITES.put("two", Site.TWO_KINDS);
    }

    @Option(
            names = ENGINE,
            paramLabel = "ENGINE",
            description = {
                "Engine: simulator runs the daemons' code in virtual time; "
                        + MachineEmulators.HELP,
                "(default: ${DEFAULT-VALUE})."
            })
    private String engine = SIMULATOR;

    @Option(
            names = CLUSTERS,
            paramLabel = "A,B",
            description =
                    "With daemons: clusters to measure: equal, three kinds of nodes, two kinds "
                            + "(default: equal,three,two).")
    private @Nullable String clusters;

    @Option(
            names = WORKLOAD,
            paramLabel = "NAME",
            description = "With daemons: job to run: " + Workloads.NAMES + " (default: queens).")
    private @Nullable String workload;

    @Mixin private final MeasureFlags flags = new MeasureFlags();

    /**
     * Where it runs; null for the simulator.
     *
     * @throws FlagException if there is no such engine, or the simulator was given a flag that is
     *     not for it
     */
    public @Nullable MachineEmulator machineEmulator() {
        if (!engine.equals(SIMULATOR)) {
            return MachineEmulators.named(ENGINE, engine, flags.links());
        }
        List<String> given = flags.given();
        given.addAll(FlagValues.given(CLUSTERS, clusters, WORKLOAD, workload));
        if (!given.isEmpty()) {
            throw new FlagException(
                    given.getFirst(),
                    "does not apply to the simulator; add %s %s"
                            .formatted(ENGINE, MachineEmulators.PROCESSES));
        }
        return null;
    }

    List<Site> sites() {
        if (clusters == null) {
            return List.copyOf(SITES.values());
        }
        return FlagValues.distinct(CLUSTERS, FlagValues.list(CLUSTERS, clusters)).stream()
                .map(MeasuredFlags::site)
                .toList();
    }

    /** What the name of a page of some clusters ends with; nothing for all of them. */
    public String part() {
        return clusters == null ? "" : "-" + String.join("-", FlagValues.list(CLUSTERS, clusters));
    }

    private static Site site(String name) {
        Site site = SITES.get(name);
        if (site == null) {
            throw new FlagException(
                    CLUSTERS,
                    "\"" + name + "\" is not a cluster; use " + String.join(", ", SITES.keySet()));
        }
        return site;
    }

    MeasuredWork work(int depth) {
        Workloads chosen =
                workload == null ? Workloads.QUEENS : Workloads.named(WORKLOAD, workload);
        return flags.work(chosen, depth, MeasureFlags.FULL_SECONDS);
    }

    double processors() {
        return flags.processors();
    }

    /** What the links between nodes are to be like. */
    public RelayLinkShape links() {
        return flags.links();
    }

    /** Where a page is to be written; null for nowhere. */
    public @Nullable Path directory() {
        return flags.directory();
    }
}
