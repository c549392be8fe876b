package org.evenkeel.examples.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.SerialRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpertSystemTest {

    private static Set<Long> inferred(RuleBook book, long[] facts, int parts) throws Exception {
        Memory memory =
                new Inference(book.rules(), parts)
                        .run(facts, round -> round.stream().map(Match::conclusions).toList());
        Set<Long> all = new HashSet<>();
        for (long fact : memory.toArray()) {
            all.add(fact);
        }
        return all;
    }

    /** The same by trying every rule with all individuals until nothing changes. */
    private static Set<Long> byTrying(RuleBook book, long[] facts, int individuals) {
        Set<Long> all = new HashSet<>();
        for (long fact : facts) {
            all.add(fact);
        }
        int before = -1;
        while (all.size() > before) {
            before = all.size();
            for (Rule rule : book.rules()) {
                int[] values = new int[rule.variables()];
                List<Long> more = new ArrayList<>();
                tryAll(rule, values, 0, individuals, all, more);
                all.addAll(more);
            }
        }
        return all;
    }

    private static void tryAll(
            Rule rule, int[] values, int next, int individuals, Set<Long> all, List<Long> more) {
        if (next == values.length) {
            int subject = values[rule.then().subject()];
            int object = values[rule.then().object()];
            if (subject != object
                    && rule.when().stream()
                            .allMatch(one ->
                                    all.contains(
                                            WorkingFact.of(
                                                    one.relation(),
                                                    values[one.subject()],
                                                    values[one.object()])))) {
                more.add(WorkingFact.of(rule.then().relation(), subject, object));
            }
            return;
        }
        for (int i = 0; i < individuals; i++) {
            values[next] = i;
            tryAll(rule, values, next + 1, individuals, all, more);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 1000})
    void sameFollowsHoweverItIsDealtOutAndAsByTryingEverything(int parts) throws Exception {
        RuleBook book = RuleBook.kinship();
        long[] facts = FamilyRules.draw(4, 4, 5).facts(book);
        Set<Long> expected = byTrying(book, facts, 16);
        assertThat(expected).hasSizeGreaterThan(2 * facts.length);
        assertThat(inferred(book, facts, parts)).isEqualTo(expected);
    }

    @Test
    void conditionThatIsMetByTheSameFactTwiceCounts() throws Exception {
        RuleBook book = RuleBook.parse("twin(x, y) if near(x, y), near(y, x) # both ways");
        long[] facts = {WorkingFact.of(1, 7, 8), WorkingFact.of(1, 8, 7), WorkingFact.of(1, 8, 9)};
        int near = book.relation("near");
        assertThat(near).isEqualTo(0);
        for (int i = 0; i < facts.length; i++) {
            facts[i] =
                    WorkingFact.of(
                            near, WorkingFact.subject(facts[i]), WorkingFact.object(facts[i]));
        }
        assertThat(inferred(book, facts, 2))
                .contains(
                        WorkingFact.of(book.relation("twin"), 7, 8),
                        WorkingFact.of(book.relation("twin"), 8, 7))
                .hasSize(5);
    }

    @Test
    void rulesThatAreNoneAreNamed() {
        assertThatThrownBy(() -> RuleBook.parse("parent(x, y)")).hasMessageContaining("has no if");
        assertThatThrownBy(() -> RuleBook.parse("a(x, y) if b(x)"))
                .hasMessage("\"b(x)\" is not like parent(x, y)");
        assertThatThrownBy(() -> RuleBook.parse("a(x, z) if b(x, y)"))
                .hasMessageContaining("says nothing of z");
    }

    @Test
    void programSaysWhatFollowsInAVillage() throws Exception {
        ExpertSystem program = new ExpertSystem();
        Report report = program.run(program.options().parse("--persons", "20"), new SerialRunner());
        assertThat(report.correct()).isTrue();
        assertThat(report.lines().getFirst()).contains("facts from 240, in ", " rounds with ");
        assertThat(report.fields()).containsKeys("facts", "rounds", "relations");
    }

    @Test
    void whatDoesNotComeBackIsMissed() throws Exception {
        assertThat(ExpertSystem.run(10, round -> round.stream().map(match -> new long[0]).toList()))
                .isFalse();
    }
}
