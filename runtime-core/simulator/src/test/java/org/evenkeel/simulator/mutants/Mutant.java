package org.evenkeel.simulator.mutants;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.model.Durability;
import org.evenkeel.simulator.fault.Fault;

/**
 * A planted bug: a change of the text of one production source file.
 *
 * @param id short name
 * @param breaks what goes wrong
 * @param rule the one that should notice first
 * @param file below src/main/java/org/evenkeel, without {@code .java}
 * @param snippet what is changed; occurs once, but for white space
 * @param replacement what stands there instead
 * @param where the clusters that are tried
 * @param seeds so many of these at most find it
 */
record Mutant(
        String id,
        String breaks,
        String rule,
        String file,
        String snippet,
        String replacement,
        HuntingGround where,
        int seeds) {

    private static final int FEW_SEEDS = 300;
    private static final int MANY_SEEDS = 2000;
    private static final int MOST_SEEDS = 10_000;

    /** One that is found soon. */
    Mutant(String id, String breaks, String rule, String file, String snippet, String replacement) {
        this(id, breaks, rule, file, snippet, replacement, HuntingGround.ANYWHERE, FEW_SEEDS);
    }

    /** The same bug, which takes several things to go wrong at once. */
    Mutant rare() {
        return within(MANY_SEEDS);
    }

    /** The same bug, which fewer than one cluster of a thousand shows. */
    Mutant veryRare() {
        return within(MOST_SEEDS);
    }

    private Mutant within(int most) {
        return new Mutant(id, breaks, rule, file, snippet, replacement, where, most);
    }

    /** The same bug, looked for in clusters whose tasks are of these levels. */
    Mutant at(Durability level, Durability... others) {
        return in(where.at(level, others));
    }

    /** The same bug, looked for in clusters to which this happens. */
    Mutant with(Class<? extends Fault> fault) {
        return in(where.with(fault));
    }

    /** The same bug, looked for where checkpoints are made of tasks that run. */
    Mutant withCheckpoints() {
        return in(where.of(HuntingGround.Form.CHECKPOINTS));
    }

    /** The same bug, looked for where nodes open and close. */
    Mutant withHours() {
        return in(where.of(HuntingGround.Form.HOURS));
    }

    /** The same bug, looked for where started tasks move. */
    Mutant withMoves() {
        return in(where.of(HuntingGround.Form.MOVES));
    }

    private Mutant in(HuntingGround ground) {
        return new Mutant(id, breaks, rule, file, snippet, replacement, ground, seeds);
    }

    /** The source with the bug in it. */
    String plantIn(String source) {
        Matcher place = pattern().matcher(source);
        if (!place.find()) {
            throw stale("no longer occurs");
        }
        String planted =
                source.substring(0, place.start()) + replacement + source.substring(place.end());
        if (place.find()) {
            throw stale("occurs more than once");
        }
        return planted;
    }

    /** White space in the snippet stands for any, so that a formatter may break lines. */
    private Pattern pattern() {
        StringBuilder regex = new StringBuilder();
        for (String word : snippet.strip().split("\\s+")) {
            regex.append(regex.isEmpty() ? "" : "\\s+").append(Pattern.quote(word));
        }
        return Pattern.compile(regex.toString());
    }

    private IllegalStateException stale(String why) {
        return new IllegalStateException(
                "the registry of mutants is stale: \""
                        + snippet
                        + "\" of "
                        + id
                        + " "
                        + why
                        + " in "
                        + file
                        + ".java; write down the same bug for the code as it is now");
    }

    @Override
    public String toString() {
        return id;
    }
}
