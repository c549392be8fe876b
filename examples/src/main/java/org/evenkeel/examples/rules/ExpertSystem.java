package org.evenkeel.examples.rules;

import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.examples.program.Example;
import org.evenkeel.examples.program.ExampleMain;
import org.evenkeel.examples.program.Options;
import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.Runner;

/** The program: what follows from who is whose father and mother in a village. */
public final class ExpertSystem implements Example {
    private static final int GENERATIONS = 7;
    private static final int PERSONS = 100;
    private static final int PARTS = 32;

    public static void main(String[] arguments) {
        ExampleMain.run(new ExpertSystem(), arguments);
    }

    @Override
    public String description() {
        return "Applies rules of kinship to the families of a village until nothing new follows.";
    }

    @Override
    public Options options() {
        return new Options()
                .number("generations", GENERATIONS, 1, 100, "generations of the village")
                .number("persons", PERSONS, 2, 10_000, "persons of each")
                .number("parts", PARTS, 1, 10_000, "tasks of each round, at most")
                .number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE, "where the families come from");
    }

    @Override
    public Report run(Options.Values values, Runner runner) throws Exception {
        RuleBook book = RuleBook.kinship();
        FamilyRules familyRules =
                FamilyRules.draw(
                        values.whole("generations"),
                        values.whole("persons"),
                        values.number("seed"));
        long[] facts = familyRules.facts(book);
        Inference inference = new Inference(book.rules(), values.whole("parts"));
        Memory memory =
                inference.run(
                        facts,
                        round ->
                                runner.runAll(
                                        "rules", round.stream().map(MatchTask::new).toList()));
        boolean correct =
                memory.of(book.relation("ancestor")).size() == familyRules.countAncestors();
        Map<String, Object> counts = new LinkedHashMap<>();
        Report report =
                Report.of(correct)
                        .line(
                                "%,d facts from %,d, in %d rounds with %,d tasks%s",
                                memory.size(),
                                facts.length,
                                inference.rounds(),
                                inference.matches(),
                                correct ? "" : " -- WRONG, the ancestors are others")
                        .field("given", facts.length)
                        .field("facts", memory.size())
                        .field("rounds", inference.rounds())
                        .field("tasks", inference.matches())
                        .field("relations", counts);
        for (String relation : book.relations()) {
            int count = memory.of(book.relation(relation)).size();
            counts.put(relation, count);
            report.line("  %-14s %,9d", relation, count);
        }
        return report;
    }

    /** Does it on a village of usual size by whoever computes the rounds; whether it is right. */
    public static boolean run(int persons, Inference.Nodes nodes) throws Exception {
        RuleBook book = RuleBook.kinship();
        FamilyRules familyRules = FamilyRules.draw(GENERATIONS, persons, 1);
        Memory memory = new Inference(book.rules(), PARTS).run(familyRules.facts(book), nodes);
        return memory.of(book.relation("ancestor")).size() == familyRules.countAncestors();
    }
}
