package org.evenkeel.examples.rules;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rules as they are written down: {@code conclusion(x, z) if condition(x, y), condition(y, z)}, a
 * line each; {@code #} begins a comment.
 *
 * @param relations names, whose places are the relations' numbers
 */
record RuleBook(List<String> relations, List<Rule> rules) {
    private static final Pattern TERM =
            Pattern.compile("\\s*([a-z-]+)\\(\\s*([a-z]+)\\s*,\\s*([a-z]+)\\s*\\)\\s*");
    private static final String IF = " if ";
    private static final String KINSHIP = "kinship.rules";

    /** What follows from who is whose father and mother. */
    static RuleBook kinship() {
        try (InputStream in = RuleBook.class.getResourceAsStream(KINSHIP)) {
            if (in == null) {
                throw new IllegalStateException(KINSHIP + " is missing in this build");
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads rules.
     *
     * @throws IllegalArgumentException naming the line that is none, or whose conclusion has a
     *     variable that no condition has
     */
    static RuleBook parse(String text) {
        List<String> relations = new ArrayList<>();
        List<Rule> rules = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String rule = line.replaceFirst("#.*", "").strip();
            if (!rule.isEmpty()) {
                rules.add(rule(rule, relations));
            }
        }
        return new RuleBook(List.copyOf(relations), List.copyOf(rules));
    }

    private static Rule rule(String line, List<String> relations) {
        int at = line.indexOf(IF);
        if (at < 0) {
            throw new IllegalArgumentException("\"" + line + "\" has no if");
        }
        List<String> variables = new ArrayList<>();
        List<Rule.Pattern> when = new ArrayList<>();
        for (String term : line.substring(at + IF.length()).split(",(?![^(]*\\))", -1)) {
            when.add(pattern(term, relations, variables));
        }
        int bound = variables.size();
        Rule.Pattern then = pattern(line.substring(0, at), relations, variables);
        if (variables.size() > bound) {
            throw new IllegalArgumentException(
                    "\"" + line + "\" says nothing of " + variables.getLast() + " behind its if");
        }
        if (relations.size() > WorkingFact.MAX_RELATIONS) {
            throw new IllegalArgumentException(
                    "more than " + WorkingFact.MAX_RELATIONS + " relations");
        }
        return new Rule(then, List.copyOf(when), bound);
    }

    private static Rule.Pattern pattern(
            String term, List<String> relations, List<String> variables) {
        Matcher matcher = TERM.matcher(term);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("\"" + term.strip() + "\" is not like parent(x, y)");
        }
        return new Rule.Pattern(
                number(relations, matcher.group(1)),
                number(variables, matcher.group(2)),
                number(variables, matcher.group(3)));
    }

    private static int number(List<String> names, String name) {
        if (!names.contains(name)) {
            names.add(name);
        }
        return names.indexOf(name);
    }

    /**
     * The number of a relation.
     *
     * @throws IllegalArgumentException if no rule has it
     */
    int relation(String name) {
        int number = relations.indexOf(name);
        if (number < 0) {
            throw new IllegalArgumentException("no rule speaks of " + name);
        }
        return number;
    }
}
