package org.evenkeel.simulator.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * How good the simulator is at finding bugs: each bug of the registry is planted by itself, and the
 * clusters of the seeds 1, 2, 3... run until a rule notices.
 *
 * <p>The usual form tries one of 48 bugs, the long one all; both stop at the first seed that finds
 * a bug. A third form ({@code -Devenkeel.planted.counts=true}) counts how many of 500 seeds do.
 * They write a table into {@code target}.
 */
class PlantedBugsSimulationTest {
    /** Of the code as it is, so that a rule which nothing can keep is noticed. */
    private static final int SOUND_SEEDS = Boolean.getBoolean("evenkeel.long") ? 50 : 15;

    private static final int LONG_SEEDS = 500;
    private static final int THREADS = 2;

    /** Of which a short run takes one. */
    private static final int SHARES = 48;

    /** A seed that found a bug. */
    private record Find(String rule, long seed, long events, String what) {}

    private static final Find NOTHING = new Find("", 0, 0, "");

    @Test
    void everyBugCanBePlanted() {
        List<String> stale = new ArrayList<>();
        for (Mutant mutant : Mutants.all()) {
            try {
                MutantCompiler.planted(mutant);
            } catch (IllegalStateException | UncheckedIOException e) {
                stale.add(e.getMessage());
            }
        }
        assertThat(stale).isEmpty();
        assertThat(Mutants.all()).extracting(Mutant::id).doesNotHaveDuplicates();
    }

    @Test
    @Tag("extended")
    void canFindEveryPlantedBug() throws Exception {
        Map<Mutant, Find> finds = forEach(chosen(), PlantedBugsSimulationTest::firstFind);
        List<String> table = new ArrayList<>();
        table.add("| planted bug | what goes wrong | rule meant | found by | seed | events |");
        table.add("|---|---|---|---|---|---|");
        List<String> missed = new ArrayList<>();
        finds.forEach((mutant, find) -> {
            table.add(row(mutant, find));
            if (find.rule.isEmpty()) {
                missed.add(mutant.id());
            }
        });
        write("planted-bugs.md", table);

        assertThat(missed).as("planted bugs that were not found").isEmpty();
        LongFunction<List<String>> unchanged = unchanged(finds.keySet());
        TreeSet<Long> seeds =
                new TreeSet<>(LongStream.rangeClosed(1, SOUND_SEEDS).boxed().toList());
        finds.values().forEach(find -> seeds.add(find.seed));
        Map<Long, List<String>> sound = forEach(List.copyOf(seeds), unchanged::apply);
        assertThat(sound)
                .allSatisfy((seed, wrong) ->
                        assertThat(wrong).as("seed %d without a planted bug", seed).isEmpty());
    }

    /**
     * All in the long form, else the same part each time, another with {@code -Devenkeel.seed=N};
     * or those named by {@code -Devenkeel.planted=id,id}.
     */
    private static List<Mutant> chosen() {
        String named = System.getProperty("evenkeel.planted", "");
        if (!named.isEmpty()) {
            List<String> ids = List.of(named.split(","));
            return Mutants.all().stream().filter(mutant -> ids.contains(mutant.id())).toList();
        }
        if (Boolean.getBoolean("evenkeel.long")) {
            return Mutants.all();
        }
        long seed = Math.floorMod(Long.getLong("evenkeel.seed", 0), (long) SHARES);
        System.out.println("planted bugs: share " + seed + " (-Devenkeel.seed=" + seed + ")");
        List<Mutant> all = Mutants.all();
        List<Mutant> share = new ArrayList<>();
        for (int i = (int) seed; i < all.size(); i += SHARES) {
            share.add(all.get(i));
        }
        return share;
    }

    private static String row(Mutant mutant, Find find) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %d | %d |",
                mutant.id(),
                mutant.breaks(),
                mutant.rule(),
                find.rule,
                find.seed,
                find.events);
    }

    private static Find firstFind(Mutant mutant) {
        LongFunction<List<String>> hunt = planted(mutant);
        return mutant.where()
                .seeds(mutant.seeds())
                .mapToObj(seed -> find(seed, hunt.apply(seed)))
                .filter(find -> !find.rule.isEmpty())
                .findFirst()
                .orElse(NOTHING);
    }

    private static Find find(long seed, List<String> wrong) {
        return wrong.isEmpty()
                ? NOTHING
                : new Find(wrong.get(0), seed, Long.parseLong(wrong.get(1)), wrong.get(2));
    }

    @Test
    @EnabledIfSystemProperty(named = "evenkeel.planted.counts", matches = "true")
    void countsTheSeedsThatFindEachPlantedBug() throws Exception {
        Map<Mutant, Map<String, Integer>> rates =
                forEach(Mutants.all(), PlantedBugsSimulationTest::findsByRule);
        List<String> table = new ArrayList<>();
        table.add("| planted bug | what goes wrong | seeds of " + LONG_SEEDS + " | by rule |");
        table.add("|---|---|---|---|");
        rates.forEach((mutant, byRule) -> {
            int found = byRule.values().stream().mapToInt(Integer::intValue).sum();
            table.add(
                    String.format(
                            Locale.ROOT,
                            "| %s | %s | %d | %s |",
                            mutant.id(),
                            mutant.breaks(),
                            found,
                            byRule));
        });
        write("planted-bugs-long.md", table);
        assertThat(rates)
                .allSatisfy((mutant, byRule) -> {
                    if (mutant.seeds() <= LONG_SEEDS) {
                        assertThat(byRule).as(mutant.id()).isNotEmpty();
                    }
                });
    }

    private static Map<String, Integer> findsByRule(Mutant mutant) {
        LongFunction<List<String>> hunt = planted(mutant);
        Map<String, Integer> byRule = new TreeMap<>();
        mutant.where()
                .seeds(LONG_SEEDS)
                .mapToObj(hunt)
                .filter(wrong -> !wrong.isEmpty())
                .forEach(wrong -> byRule.merge(wrong.get(0), 1, Integer::sum));
        return byRule;
    }

    // ---- Worlds

    private static LongFunction<List<String>> planted(Mutant mutant) {
        return new MutantLoader(MutantCompiler.compile(mutant)).hunt();
    }

    /** The same way to the unchanged code: compiled here, loaded there. */
    private static LongFunction<List<String>> unchanged(Collection<Mutant> mutants) {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        mutants.stream()
                .map(Mutant::file)
                .distinct()
                .forEach(file -> classes.putAll(MutantCompiler.compileUnchanged(file)));
        return new MutantLoader(classes).hunt();
    }

    /** Answers in the order of the questions. */
    private static <Q, A> Map<Q, A> forEach(List<Q> questions, Function<Q, A> answer)
            throws InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            Map<Q, Future<A>> running = new LinkedHashMap<>();
            for (Q question : questions) {
                Callable<A> task = () -> answer.apply(question);
                running.put(question, threads.submit(task));
            }
            Map<Q, A> answers = new LinkedHashMap<>();
            for (var entry : running.entrySet()) {
                answers.put(entry.getKey(), entry.getValue().get());
            }
            return answers;
        }
    }

    private static void write(String name, List<String> table) throws IOException {
        table.forEach(System.out::println);
        Files.write(Files.createDirectories(Path.of("target")).resolve(name), table);
    }
}
