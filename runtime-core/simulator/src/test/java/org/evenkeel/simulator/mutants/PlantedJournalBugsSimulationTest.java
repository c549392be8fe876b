package org.evenkeel.simulator.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.evenkeel.kernel.journal.JournalHunt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How good the crash-point test is at finding bugs of the journal: each is planted by itself. A
 * third of them, others from run to run, in the long form all.
 */
@Tag("extended")
class PlantedJournalBugsSimulationTest {

    private static final int SEEDS = 6;
    private static final int SHARES = Boolean.getBoolean("evenkeel.long") ? 1 : 3;

    @Test
    void everyPlantedBugIsFound() throws Exception {
        Map<String, List<String>> finds = new LinkedHashMap<>();
        List<Mutant> chosen = chosen();
        for (Mutant mutant : chosen) {
            LongFunction<List<String>> hunt = hunt(MutantCompiler.compile(mutant));
            List<String> find = List.of();
            for (long seed = 1; seed <= SEEDS && find.isEmpty(); seed++) {
                find = hunt.apply(seed);
            }
            finds.put(mutant.id(), find);
        }
        assertThat(finds).hasSameSizeAs(chosen).isNotEmpty();
        assertThat(finds).allSatisfy((mutant, find) -> assertThat(find).as(mutant).isNotEmpty());
        assertThat(hunt(Map.of()).apply(1)).isEmpty();
    }

    private static List<Mutant> chosen() {
        long seed = Math.floorMod(Long.getLong("evenkeel.seed", 0), (long) SHARES);
        System.out.println(
                "planted bugs of the journal: share " + seed + " (-Devenkeel.seed=" + seed + ")");
        List<Mutant> all = JournalMutants.all();
        List<Mutant> share = new ArrayList<>();
        for (int i = (int) seed; i < all.size(); i += SHARES) {
            share.add(all.get(i));
        }
        return share;
    }

    @SuppressWarnings("unchecked")
    private static LongFunction<List<String>> hunt(Map<String, byte[]> changed) throws Exception {
        return (LongFunction<List<String>>)
                new MutantLoader(changed)
                        .loadClass(JournalHunt.class.getName())
                        .getDeclaredConstructor()
                        .newInstance();
    }
}
