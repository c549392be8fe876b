package org.evenkeel.lab.plan;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.evenkeel.graphs.ScheduleGraph;
import org.evenkeel.graphs.ScheduleGraphBuilder;
import org.evenkeel.model.SpellingSuggestion;
import org.jspecify.annotations.Nullable;

/**
 * A directed graph in the DOT language, without subgraphs: nodes have {@code work}, edges {@code
 * data} and perhaps {@code broadcast}, the graph {@code speed}, {@code alpha} and {@code beta}.
 * What is for drawing is passed over; other attributes are errors.
 */
final class DotFile {
    private static final List<String> OF_GRAPH = List.of("speed", "alpha", "beta");
    private static final List<String> OF_NODE = List.of("work");
    private static final List<String> OF_EDGE = List.of("data", "broadcast");

    private static final Set<String> FOR_DRAWING =
            Set.of(
                    ("URL arrowhead arrowsize arrowtail bgcolor class color comment compound "
                                    + "concentrate constraint dir dpi fillcolor fixedsize "
                                    + "fontcolor fontname fontsize group headlabel headport "
                                    + "height href id label labelfontcolor labelfontsize "
                                    + "labeljust labelloc layout lhead ltail margin minlen "
                                    + "nodesep ordering orientation overlap pad penwidth pos rank "
                                    + "rankdir ranksep ratio shape sides size splines style "
                                    + "taillabel tailport target tooltip weight width xlabel")
                            .split(" "));

    private final String file;
    private final DotTokens tokens;
    private final Map<String, Item> nodes = new LinkedHashMap<>();
    private final List<Edge> edges = new ArrayList<>();
    private final Map<String, String> graph = new LinkedHashMap<>();
    private Map<String, String> usualNode = Map.of();
    private Map<String, String> usualEdge = Map.of();

    private record Item(int line, Map<String, String> attributes) {}

    private record Edge(String from, String to, Item item) {}

    private DotFile(String file, String text) {
        this.file = file;
        this.tokens = new DotTokens(file, text);
    }

    static ScheduleGraph read(String file, String text) {
        DotFile dot = new DotFile(file, text);
        dot.parse();
        return dot.build();
    }

    private void parse() {
        tokens.take("strict");
        if (tokens.is("graph")) {
            throw tokens.wrong("the edges of this graph have no direction; use a digraph");
        }
        tokens.expect("digraph");
        if (!tokens.is("{")) {
            tokens.word("a name");
        }
        tokens.expect("{");
        while (!tokens.take("}")) {
            if (!tokens.take(";")) {
                statement();
            }
        }
        if (!tokens.isEnd()) {
            throw tokens.wrong("unexpected text after the graph");
        }
    }

    private void statement() {
        if (tokens.is("subgraph") || tokens.is("{")) {
            throw tokens.wrong(
                    "subgraphs are not supported; write their tasks and edges without them");
        }
        if (tokens.take("graph")) {
            graph.putAll(attributes(OF_GRAPH, Map.of()));
        } else if (tokens.take("node")) {
            usualNode = attributes(OF_NODE, usualNode);
        } else if (tokens.take("edge")) {
            usualEdge = attributes(OF_EDGE, usualEdge);
        } else {
            int line = tokens.line();
            String name = tokens.word("a task");
            if (tokens.take("=")) {
                putKnown(graph, OF_GRAPH, name, tokens.word("a value"));
            } else if (tokens.is("->") || tokens.is("--")) {
                chain(line, name);
            } else {
                node(line, name, attributes(OF_NODE, Map.of()));
            }
        }
    }

    /** {@code a -> b -> c [data=2]}. */
    private void chain(int line, String first) {
        List<String> names = new ArrayList<>(List.of(first));
        while (tokens.take("->")) {
            names.add(tokens.word("a task"));
        }
        if (tokens.is("--")) {
            throw tokens.wrong("an edge must be written ->");
        }
        Map<String, String> attributes = attributes(OF_EDGE, usualEdge);
        node(line, first, Map.of());
        for (int i = 1; i < names.size(); i++) {
            node(line, names.get(i), Map.of());
            edges.add(new Edge(names.get(i - 1), names.get(i), new Item(line, attributes)));
        }
    }

    /** A node may be told of several times; what is said last counts. */
    private void node(int line, String name, Map<String, String> attributes) {
        Item known = nodes.get(name);
        Map<String, String> all =
                new LinkedHashMap<>(known == null ? usualNode : known.attributes());
        if (known == null || !attributes.isEmpty()) {
            all.putAll(attributes);
            nodes.put(name, new Item(line, all));
        }
    }

    private Map<String, String> attributes(List<String> known, Map<String, String> usual) {
        Map<String, String> attributes = new LinkedHashMap<>(usual);
        while (tokens.take("[")) {
            while (!tokens.take("]")) {
                String name = tokens.word("an attribute");
                tokens.expect("=");
                putKnown(attributes, known, name, tokens.word("a value"));
                if (!tokens.take(",")) {
                    tokens.take(";");
                }
            }
        }
        return attributes;
    }

    private void putKnown(
            Map<String, String> attributes, List<String> known, String name, String value) {
        if (known.contains(name)) {
            attributes.put(name, value);
        } else if (!FOR_DRAWING.contains(name)) {
            String begin = name.substring(0, Math.min(40, name.length()));
            throw tokens.wrong(
                    "unknown attribute \"%s\"; %s"
                            .formatted(begin, SpellingSuggestion.hint(begin, known)));
        }
    }

    private ScheduleGraph build() {
        ScheduleGraphBuilder builder =
                attempt(
                        1,
                        () ->
                                new ScheduleGraphBuilder(
                                        decimal("speed", graph.getOrDefault("speed", "1")),
                                        decimal("alpha", graph.getOrDefault("alpha", "0")),
                                        decimal("beta", graph.getOrDefault("beta", "1"))));
        nodes.forEach((name, one) -> {
            String work = one.attributes().get("work");
            attempt(one.line(), () -> builder.task(name, decimal("task " + name + ": work", work)));
        });
        for (Edge edge : edges) {
            Map<String, String> attributes = edge.item().attributes();
            String key = "edge " + edge.from() + " -> " + edge.to() + ": data";
            attempt(
                    edge.item().line(),
                    () ->
                            builder.edge(
                                    edge.from(),
                                    edge.to(),
                                    decimal(key, attributes.get("data")),
                                    attributes.get("broadcast")));
        }
        return GraphFile.build(file, builder);
    }

    private <T> T attempt(int line, Supplier<T> part) {
        try {
            return part.get();
        } catch (IllegalArgumentException e) {
            throw new PlanFileException(file, line, String.valueOf(e.getMessage()));
        }
    }

    private static BigDecimal decimal(String key, @Nullable String text) {
        if (text == null) {
            throw new IllegalArgumentException(key + " is missing");
        }
        try {
            if (text.length() <= 100) {
                return new BigDecimal(text);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        String begin = text.substring(0, Math.min(40, text.length()));
        throw new IllegalArgumentException(key + ": \"" + begin + "\" is not a number");
    }
}
