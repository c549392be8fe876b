package org.evenkeel.sim.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.evenkeel.journal.JournalHunt;
import org.junit.jupiter.api.Test;

/** How good the crash-point test is at finding bugs of the journal: each is planted by itself. */
class PlantedJournalBugsSimulationTest {

    private static final int SEEDS = 6;

    @Test
    void everyPlantedBugIsFound() throws Exception {
        Map<String, List<String>> finds = new LinkedHashMap<>();
        for (Mutant mutant : JournalMutants.all()) {
            LongFunction<List<String>> hunt = hunt(MutantCompiler.compile(mutant));
            List<String> find = List.of();
            for (long seed = 1; seed <= SEEDS && find.isEmpty(); seed++) {
                find = hunt.apply(seed);
            }
            finds.put(mutant.id(), find);
        }
        assertThat(finds).hasSize(JournalMutants.all().size());
        assertThat(finds).allSatisfy((mutant, find) -> assertThat(find).as(mutant).isNotEmpty());
        assertThat(hunt(Map.of()).apply(1)).isEmpty();
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
