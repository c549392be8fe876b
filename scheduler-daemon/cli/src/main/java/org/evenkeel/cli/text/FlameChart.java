package org.evenkeel.cli.text;

import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import one.convert.Arguments;
import one.convert.FlameGraph;

/**
 * Where processor time was spent: samples by stack.
 *
 * @param stacks samples by the frames of a stack, the outermost first, joined by ";"
 */
public record FlameChart(Map<String, Long> stacks) {

    /** A class of any name may have been profiled, and the page is opened in a browser. */
    private static final Pattern UNSAFE = Pattern.compile("[^\\p{L}\\p{N}_.$;]");

    private static final Pattern INITIALIZER = Pattern.compile("<(cl)?init>");

    /** All samples. */
    public long samples() {
        return stacks.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many samples found a thread in a method itself, not in one that it had called. */
    public Map<String, Long> byMethod() {
        Map<String, Long> methods = new TreeMap<>();
        stacks.forEach((frames, samples) ->
                methods.merge(frames.substring(frames.lastIndexOf(';') + 1), samples, Long::sum));
        return methods;
    }

    /** One stack a line: its frames, a space, its samples. Other programs read this form, too. */
    public String collapsed() {
        StringBuilder text = new StringBuilder();
        stacks.forEach((frames, samples) ->
                text.append(safe(frames)).append(' ').append(samples).append('\n'));
        return text.toString();
    }

    private static String safe(String frames) {
        String spelled = INITIALIZER.matcher(frames).replaceAll("$1init");
        return UNSAFE.matcher(spelled).replaceAll("_");
    }

    /** Writes a flame graph as a page that needs nothing else. */
    public void writePage(Path file, String title) throws IOException {
        FlameGraph graph = new FlameGraph(new Arguments("--title", title));
        graph.parseCollapsed(new StringReader(collapsed()));
        try (PrintStream out =
                new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            graph.dump(out);
            if (out.checkError()) {
                throw new IOException("cannot write " + file);
            }
        }
    }
}
