package org.evenkeel.client.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.graphs.GraphScheduler;
import org.evenkeel.model.Digest;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.WireLimits;
import org.junit.jupiter.api.Test;

/** No class of Evenkeel itself travels in a payload, but for those of its API. */
class AllowListTest {

    @Test
    void onlyClassesOfTheApiMayBeNamed() throws Exception {
        List<String> classes = new ArrayList<>();
        classes.addAll(classesBeside(AllowList.class));
        classes.addAll(classesBeside(Digest.class));
        classes.addAll(classesBeside(ClusterTls.class));
        classes.addAll(classesBeside(WireLimits.class));
        classes.addAll(classesBeside(GraphScheduler.class));
        assertThat(classes)
                .contains("org.evenkeel.client.codec.AllowList", "org.evenkeel.model.Digest")
                .anyMatch(name -> name.startsWith("org.evenkeel.client.files."))
                .anyMatch(name -> name.startsWith("org.evenkeel.security."));
        ClassLoader loader = AllowList.class.getClassLoader();
        List<String> permitted = new ArrayList<>();
        for (String name : classes) {
            if (!name.startsWith("org.evenkeel.api.")
                    && AllowList.permits(Class.forName(name, false, loader))) {
                permitted.add(name);
            }
        }
        assertThat(permitted).isEmpty();
    }

    /** Classes of the jar, or the folder, that this one is in. */
    private static List<String> classesBeside(Class<?> one) throws IOException, URISyntaxException {
        Path place = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            return classesIn(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return classesIn(jar.getPath("/"));
        }
    }

    private static List<String> classesIn(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root.resolve("org/evenkeel"))) {
            return all.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .map(name -> name.replace('/', '.'))
                    .toList();
        }
    }
}
