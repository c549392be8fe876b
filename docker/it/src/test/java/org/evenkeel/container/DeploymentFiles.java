package org.evenkeel.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files of docker/ for Kubernetes and Helm, read as YAML. */
final class DeploymentFiles {
    static final Path DOCKER = Path.of("..", "..", "docker");

    /** All that templates of the chart may contain beside YAML. */
    private static final Pattern VALUE = Pattern.compile("\\{\\{ \\.Values\\.([A-Za-z.]+) }}");

    /** And this, in a list: what {@code options} has, each in quotes. */
    private static final String OPTIONS = "{{ range .Values.options }}, {{ . | quote }}{{ end }}";

    private DeploymentFiles() {}

    static String text(String file) throws IOException {
        return Files.readString(DOCKER.resolve(file));
    }

    /** The objects of a file. */
    static List<Map<?, ?>> objects(String yaml) {
        List<Map<?, ?>> objects = new ArrayList<>();
        for (Object one : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(yaml)) {
            objects.add((Map<?, ?>) one);
        }
        return objects;
    }

    /** The object of a kind and a name. */
    static Map<?, ?> object(String yaml, String kind, String name) {
        return objects(yaml).stream()
                .filter(one -> kind.equals(one.get("kind")))
                .filter(one -> name.equals(at(one, "metadata", "name")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind + " " + name));
    }

    /** What is at a path of keys, and of indices in lists. */
    static Object at(Object from, Object... path) {
        Object here = from;
        for (Object step : path) {
            here =
                    switch (here) {
                        case Map<?, ?> map when map.containsKey(step) -> map.get(step);
                        case List<?> list -> list.get((Integer) step);
                        case null, default ->
                                throw new AssertionError("no " + step + " in " + here);
                    };
        }
        return here;
    }

    /** A template of the chart with the chart's own values. */
    static String rendered(String template) throws IOException {
        List<?> options = (List<?>) at(objects(text("helm/values.yaml")).getFirst(), "options");
        return rendered(template, options.stream().map(String::valueOf).toList());
    }

    /** The same with other {@code options}. */
    static String rendered(String template, List<String> options) throws IOException {
        Map<?, ?> values = objects(text("helm/values.yaml")).getFirst();
        String words =
                options.stream().map(word -> ", \"" + word + "\"").collect(Collectors.joining());
        Matcher value = VALUE.matcher(text(template).replace(OPTIONS, words));
        String yaml =
                value.replaceAll(found -> {
                    Object said = at(values, (Object[]) found.group(1).split("\\."));
                    return Matcher.quoteReplacement(said == null ? "" : said.toString());
                });
        if (yaml.contains("{{")) {
            throw new AssertionError("more than .Values in " + template);
        }
        return yaml;
    }
}
