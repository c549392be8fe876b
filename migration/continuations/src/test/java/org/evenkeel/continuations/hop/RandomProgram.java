package org.evenkeel.continuations.hop;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random program in Java: calls, loops, handlers, locks, lambdas, collections and values on the
 * operand stack, with checkpoints everywhere. It always ends, with a text that depends on all it
 * did.
 */
final class RandomProgram {

    private static final int METHODS = 3;
    private static final int MAX_STEPS = 30;

    private final Random random;
    private final StringBuilder code = new StringBuilder();
    private int names;
    private int method;

    /** Variables in scope; the last ones belong to the innermost block. */
    private List<String> ints = new ArrayList<>();

    private List<String> longs = new ArrayList<>();
    private List<String> texts = new ArrayList<>();
    private List<String> arrays = new ArrayList<>();
    private List<String> lists = new ArrayList<>();
    private List<String> maps = new ArrayList<>();

    /** Ints that lambdas may use. */
    private List<String> fixed = new ArrayList<>();

    private int loops;

    private RandomProgram(long seed) {
        this.random = new Random(seed);
    }

    /** Name of the class for a seed. */
    static String name(long seed) {
        return "Program" + (seed < 0 ? "M" + -seed : seed);
    }

    /** The source of the class for a seed. */
    static String source(long seed) {
        RandomProgram program = new RandomProgram(seed);
        program.write(name(seed));
        return program.code.toString();
    }

    private void write(String name) {
        code.append("import java.util.*; import java.util.function.*; import org.evenkeel.api.*;\n")
                .append("public class ")
                .append(name)
                .append(" implements Task<String> {\n")
                .append("interface Op { long at(TaskContext c, int x) throws Exception; }\n")
                .append("record P(int a, String b) {}\n")
                .append("enum E { A, B, C }\n")
                .append("static class Key { final int n; Key(int n) { this.n = n; } }\n")
                .append("class Box { int v; Box(int v, String s) { this.v = v + s.length(); }")
                .append(
                        " int get(TaskContext c, int x) { tick(c); v += x; tick(c); return v + f; } }\n")
                .append("static class Oops extends Exception { final int n;")
                .append(" Oops(int n) { super(\"o\" + n); this.n = n; } }\n")
                .append("int steps; int f; String g = \"g\"; final Object lock = new Object();\n")
                .append("int tick(TaskContext c) { if (steps++ < ")
                .append(MAX_STEPS)
                .append(") c.checkpoint(); return steps % 7; }\n")
                .append("static int still(TaskContext c, int x) { c.checkpoint(); return x; }\n")
                .append("boolean more() { return steps < ")
                .append(MAX_STEPS)
                .append("; }\n");
        for (method = METHODS - 1; method >= 0; method--) {
            writeMethod();
        }
        code.append("public String run(TaskContext c) throws Exception {")
                .append(" String r; try { r = \"\" + m0(c, 3, 5L, \"s\"); }")
                .append(
                        " catch (RuntimeException | Oops e) { tick(c); r = \"\" + e.getMessage(); }")
                .append(" return r + f + g + steps; }\n}\n");
    }

    private void writeMethod() {
        boolean locked = chance(5);
        ints = new ArrayList<>(List.of("a"));
        longs = new ArrayList<>(List.of("b"));
        texts = new ArrayList<>(List.of("s"));
        arrays = new ArrayList<>();
        lists = new ArrayList<>();
        maps = new ArrayList<>();
        fixed = new ArrayList<>();
        loops = 0;
        code.append(locked ? "synchronized " : "")
                .append("long m")
                .append(method)
                .append("(TaskContext c, int a, long b, String s) throws Exception {\n");
        block(2);
        code.append("return ").append(longOf(2)).append(" + ").append(intOf(1)).append("; }\n");
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    private String fresh() {
        return "v" + names++;
    }

    private String one(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }

    // ---- Statements

    private void block(int depth) {
        int[] sizes = sizes();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            statement(depth);
        }
        restore(sizes);
    }

    private int[] sizes() {
        return new int[] {
            ints.size(),
            longs.size(),
            texts.size(),
            arrays.size(),
            lists.size(),
            maps.size(),
            fixed.size()
        };
    }

    private void restore(int[] sizes) {
        int at = 0;
        for (List<String> each : List.of(ints, longs, texts, arrays, lists, maps, fixed)) {
            each.subList(sizes[at++], each.size()).clear();
        }
    }

    private void statement(int depth) {
        int kind = random.nextInt(depth > 0 ? 22 : 9);
        switch (kind) {
            case 0, 1 -> declare();
            case 2 ->
                    code.append(one(ints))
                            .append(chance(2) ? " = " : " += ")
                            .append(intOf(2))
                            .append(";\n");
            case 3 ->
                    code.append(one(longs))
                            .append(chance(2) ? " = " : " ^= ")
                            .append(longOf(2))
                            .append(";\n");
            case 4 -> code.append("c.checkpoint();\n");
            case 5 -> code.append("f += ").append(intOf(2)).append(";\n");
            case 6 -> code.append("g = \"\" + g.length() + ").append(textOf(2)).append(";\n");
            case 7 -> code.append(one(texts)).append(" = ").append(textOf(1)).append(" + 'x';\n");
            case 8 -> store();
            case 9, 10 -> {
                code.append("if (").append(condition(1)).append(") {\n");
                block(depth - 1);
                code.append("} else {\n");
                block(depth - 1);
                code.append("}\n");
            }
            case 11, 12 -> loop(depth);
            case 13, 14 -> each(depth);
            case 15, 16, 17 -> handler(depth);
            case 18 -> {
                code.append("synchronized (").append(chance(2) ? "lock" : "this").append(") {\n");
                block(depth - 1);
                code.append("}\n");
            }
            case 19 -> {
                code.append("switch (Math.floorMod(")
                        .append(intOf(1))
                        .append(", 3)) { case 0 -> {\n");
                block(depth - 1);
                code.append("} case 1 -> {\n");
                block(depth - 1);
                code.append("} default -> tick(c); }\n");
            }
            case 20 -> {
                String name = fresh();
                code.append("Op ")
                        .append(name)
                        .append(" = (k, x) -> { long q = x + still(k, ")
                        .append(fixed.isEmpty() ? "1" : one(fixed))
                        .append("); ")
                        .append("q += tick(k); return q * 3; };\n");
                code.append(one(longs))
                        .append(" += ")
                        .append(name)
                        .append(".at(c, ")
                        .append(intOf(1))
                        .append(") + ")
                        .append(name)
                        .append(".at(c, 2);\n");
            }
            default -> {
                if (loops > 0) {
                    code.append("if (")
                            .append(condition(1))
                            .append(") ")
                            .append(chance(2) ? "break" : "continue")
                            .append(";\n");
                } else {
                    code.append("if (")
                            .append(condition(1))
                            .append(") throw new Oops(")
                            .append(intOf(1))
                            .append(");\n");
                }
            }
        }
    }

    private void declare() {
        String name = fresh();
        switch (random.nextInt(7)) {
            case 0 -> {
                code.append("int ").append(name).append(" = ").append(intOf(2)).append(";\n");
                ints.add(name);
            }
            case 1 -> {
                code.append("long ").append(name).append(" = ").append(longOf(2)).append(";\n");
                longs.add(name);
            }
            case 2 -> {
                code.append("String ").append(name).append(" = ").append(textOf(2)).append(";\n");
                texts.add(name);
            }
            case 3 -> {
                code.append("int[] ")
                        .append(name)
                        .append(" = {")
                        .append(intOf(1))
                        .append(", 2, ")
                        .append(intOf(1))
                        .append("};\n");
                arrays.add(name);
            }
            case 4 -> {
                String type = chance(3) ? "LinkedList" : chance(2) ? "ArrayDeque" : "ArrayList";
                code.append("Collection<Integer> ")
                        .append(name)
                        .append(" = new ")
                        .append(type)
                        .append("<>(List.of(")
                        .append(intOf(1))
                        .append(", 7, 9));\n");
                lists.add(name);
            }
            case 5 -> {
                String key = chance(2) ? "new Key(1)" : "E.B";
                code.append("Map<Object, Integer> ")
                        .append(name)
                        .append(" = new ")
                        .append(chance(2) ? "HashMap" : "LinkedHashMap")
                        .append("<>();\n")
                        .append(name)
                        .append(".put(")
                        .append(key)
                        .append(", ")
                        .append(intOf(1))
                        .append("); ")
                        .append(name)
                        .append(".put(E.C, 4); ")
                        .append(name)
                        .append(".put(\"k\", 5);\n");
                maps.add(name);
            }
            default -> {
                code.append("final int ").append(name).append(" = ").append(intOf(1)).append(";\n");
                fixed.add(name);
            }
        }
    }

    private void store() {
        if (!arrays.isEmpty()) {
            String array = one(arrays);
            code.append(array)
                    .append("[Math.floorMod(")
                    .append(intOf(1))
                    .append(", 3)] += ")
                    .append(intOf(2))
                    .append(";\n");
        } else if (!lists.isEmpty()) {
            code.append(one(lists)).append(".add(").append(intOf(1)).append(");\n");
        } else if (!maps.isEmpty()) {
            code.append(one(maps))
                    .append(".put(")
                    .append(textOf(1))
                    .append(", ")
                    .append(intOf(1))
                    .append(");\n");
        } else {
            code.append("tick(c);\n");
        }
    }

    private void loop(int depth) {
        String name = fresh();
        code.append("for (int ")
                .append(name)
                .append(" = 0; ")
                .append(name)
                .append(" < ")
                .append(1 + random.nextInt(3))
                .append(" && more(); ")
                .append(name)
                .append("++) {\n");
        fixedBlock(depth, name);
    }

    private void fixedBlock(int depth, String variable) {
        loops++;
        int[] sizes = sizes();
        code.append("final int q").append(variable).append(" = ").append(variable).append(";\n");
        fixed.add("q" + variable);
        block(depth - 1);
        restore(sizes);
        loops--;
        code.append("}\n");
    }

    private void each(int depth) {
        String name = fresh();
        if (!maps.isEmpty() && chance(2)) {
            // Sums alone: the order of a HashMap with such keys differs from run to run.
            code.append("for (Map.Entry<Object, Integer> ")
                    .append(name)
                    .append(" : ")
                    .append(one(maps))
                    .append(".entrySet()) { f += ")
                    .append(name)
                    .append(".getValue(); tick(c); ")
                    .append(name)
                    .append(".setValue(")
                    .append(name)
                    .append(".getValue() + 2); tick(c); f += ")
                    .append(name)
                    .append(".getValue(); }\n");
        } else if (!lists.isEmpty()) {
            code.append("for (int ")
                    .append(name)
                    .append(" : ")
                    .append(one(lists))
                    .append(") { if (!more()) break;\n");
            List<String> before = lists;
            lists = new ArrayList<>();
            fixedBlock(depth, name);
            lists = before;
        } else {
            code.append("for (Iterator<Integer> ")
                    .append(name)
                    .append(" = new TreeSet<>(Set.of(3, 1, 2)).iterator(); ")
                    .append(name)
                    .append(".hasNext(); ) { f += ")
                    .append(name)
                    .append(".next() * tick(c); ")
                    .append(name)
                    .append(".remove(); tick(c); }\n");
        }
    }

    private void handler(int depth) {
        String name = fresh();
        code.append("try {\n");
        block(depth - 1);
        code.append("if (")
                .append(condition(1))
                .append(") throw new Oops(")
                .append(intOf(1))
                .append(");\n} catch (Oops ")
                .append(name)
                .append(") {\nf += ")
                .append(name)
                .append(".n;\n");
        block(depth - 1);
        if (chance(2)) {
            code.append("} catch (RuntimeException ")
                    .append(name)
                    .append(") {\ntick(c); g += ")
                    .append(name)
                    .append(".getMessage().length();\n");
        }
        if (chance(2)) {
            code.append("} finally {\ntick(c); f++;\n");
            int[] sizes = sizes();
            declare();
            restore(sizes);
        }
        code.append("}\n");
    }

    // ---- Expressions

    private String condition(int depth) {
        return switch (random.nextInt(4)) {
            case 0 -> intOf(depth) + " > " + intOf(depth);
            case 1 -> "(" + intOf(depth) + " % 2 == 0 && tick(c) < " + intOf(depth) + ")";
            case 2 -> textOf(depth) + ".length() % 2 == 1";
            default -> longOf(depth) + " < " + intOf(depth);
        };
    }

    private String intOf(int depth) {
        if (depth == 0) {
            return random.nextInt(3) > 0 ? one(ints) : "" + random.nextInt(10);
        }
        int d = depth - 1;
        return switch (random.nextInt(14)) {
            case 0, 1 -> one(ints);
            case 2 -> "tick(c)";
            case 3 -> "still(c, " + intOf(d) + ")";
            case 4 -> "(" + intOf(d) + " * 31 + " + intOf(d) + ")";
            case 5 -> "(" + condition(d) + " ? " + intOf(d) + " : " + intOf(d) + ")";
            case 6 -> textOf(d) + ".length()";
            case 7 -> arrays.isEmpty() ? "f" : one(arrays) + "[Math.floorMod(" + intOf(d) + ", 3)]";
            case 8 -> lists.isEmpty() ? "steps" : one(lists) + ".size()";
            case 9 -> "new Box(" + intOf(d) + ", " + textOf(d) + ").get(c, " + intOf(d) + ")";
            case 10 ->
                    "(new P("
                            + intOf(d)
                            + ", "
                            + textOf(d)
                            + ") instanceof P(int x"
                            + names
                            + ", var y"
                            + names
                            + ") ? x"
                            + names
                            + " + y"
                            + names++
                            + ".length() : 0)";
            case 11 ->
                    "switch (E.values()[Math.floorMod("
                            + intOf(d)
                            + ", 3)]) { case A -> "
                            + intOf(d)
                            + "; case B -> tick(c); default -> still(c, 2); }";
            case 12 -> "(int) (" + longOf(d) + " % 1000)";
            default -> "(" + intOf(d) + " ^ " + intOf(d) + ")";
        };
    }

    private String longOf(int depth) {
        if (depth == 0) {
            return one(longs);
        }
        int d = depth - 1;
        return switch (random.nextInt(6)) {
            case 0 -> one(longs);
            case 1 -> "(" + longOf(d) + " * 17L + " + intOf(d) + ")";
            case 2 -> "(long) (" + intOf(d) + " * 1.5 + tick(c))";
            case 3 -> "(" + longOf(d) + " - tick(c) * " + longOf(d) + ")";
            default ->
                    method + 1 < METHODS
                            ? "(more() ? m"
                                    + (method + 1 + random.nextInt(METHODS - method - 1))
                                    + "(c, "
                                    + intOf(d)
                                    + ", "
                                    + longOf(d)
                                    + ", "
                                    + textOf(d)
                                    + ") : 1L)"
                            : "(" + longOf(d) + " + 3)";
        };
    }

    private String textOf(int depth) {
        if (depth == 0) {
            return one(texts);
        }
        int d = depth - 1;
        return switch (random.nextInt(4)) {
            case 0 -> one(texts);
            case 1 -> "(\"t\" + " + intOf(d) + " + tick(c))";
            case 2 -> "(" + textOf(d) + " + " + longOf(d) + " + 'c' + null)";
            default -> "\"q\"";
        };
    }
}
