package org.evenkeel.simulator.mutants;

import java.util.ArrayList;
import java.util.List;

/** The registry of planted bugs. */
final class Mutants {

    private Mutants() {}

    static List<Mutant> all() {
        List<Mutant> all = new ArrayList<>();
        all.addAll(OwnerMutants.all());
        all.addAll(HandOverMutants.all());
        all.addAll(RunMutants.all());
        all.addAll(BalanceMutants.all());
        all.addAll(JournalMutants.inClusters());
        all.addAll(DiskMutants.all());
        all.addAll(RestartMutants.all());
        all.addAll(SessionMutants.all());
        all.addAll(ReplicaMutants.all());
        all.addAll(SuccessionMutants.all());
        all.addAll(PhaseMutants.all());
        all.addAll(MoveMutants.all());
        all.addAll(CallMutants.all());
        all.addAll(LinkMutants.all());
        HoursMutants.all().forEach(mutant -> all.add(mutant.withHours()));
        CheckpointMutants.all().forEach(mutant -> all.add(mutant.withCheckpoints()));
        return all;
    }
}
