package org.evenkeel.client.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.evenkeel.Evenkeel;
import org.evenkeel.model.Digest;
import org.evenkeel.model.NodeId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code by content: the same content is the same bundle, another content another. */
class BundlerTest {

    @TempDir Path directory;
    private Bundler bundler;

    @BeforeEach
    void make() {
        bundler = new Bundler(directory.resolve("cache"));
    }

    private Path folder(String name, String file, String content) throws IOException {
        Path path = directory.resolve(name).resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
        return directory.resolve(name);
    }

    private Path jar(String name, String classPath, String... entries) throws IOException {
        Path path = directory.resolve(name);
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!classPath.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        }
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(path), manifest)) {
            for (String entry : entries) {
                out.putNextEntry(new JarEntry(entry));
                out.write(entry.getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
        return path;
    }

    @Test
    void manifestNamesEachPartByContent() throws Exception {
        Path jar = jar("a.jar", "", "p/A.class");
        Bundle bundle = bundler.bundle(List.of(jar));
        String digest = Digest.of(Digest.sha256().digest(Files.readAllBytes(jar))).toString();
        assertThat(new String(bundle.manifest(), StandardCharsets.UTF_8))
                .isEqualTo("evenkeel-bundle 1\n" + digest + " " + Files.size(jar) + " a.jar\n");
        assertThat(bundle.digest()).isEqualTo(Digest.of(Digest.sha256().digest(bundle.manifest())));
    }

    @Test
    void foldersArePackedTheSameEachTime() throws Exception {
        Path one = folder("one/classes", "p/A.class", "a");
        folder("one/classes", "p/B.class", "b");
        Path two = folder("two/classes", "p/B.class", "b");
        folder("two/classes", "p/A.class", "a");
        Bundle first = bundler.bundle(List.of(one));
        assertThat(bundler.bundle(List.of(two)).digest()).isEqualTo(first.digest());
        try (JarFile packed = new JarFile(first.parts().getFirst().file().toFile())) {
            assertThat(packed.stream().map(JarEntry::getName))
                    .containsExactly("p/A.class", "p/B.class");
        }
    }

    /** As Spring Boot packs programs. */
    @Test
    void jarsInAJarArePartsOfTheirOwn() throws Exception {
        Path library = jar("lib.jar", "", "q/B.class");
        Path boot = directory.resolve("boot.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Spring-Boot-Classes", "BOOT-INF/classes/");
        manifest.getMainAttributes().putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(boot), manifest)) {
            put(out, "org/springframework/boot/loader/Launcher.class", new byte[] {1});
            put(out, "BOOT-INF/classes/p/A.class", new byte[] {2});
            put(out, "BOOT-INF/classes/application.properties", new byte[] {3});
            put(out, "BOOT-INF/lib/lib.jar", Files.readAllBytes(library));
            put(out, "BOOT-INF/lib/notes.txt", new byte[] {4});
        }
        Bundle bundle = bundler.bundle(List.of(boot));
        assertThat(bundle.parts())
                .extracting(Bundle.Part::name)
                .containsExactly("00000-classes.jar", "00001-lib.jar");
        try (JarFile own = new JarFile(bundle.parts().getFirst().file().toFile())) {
            assertThat(own.stream().map(JarEntry::getName))
                    .containsExactly("application.properties", "p/A.class");
        }
        assertThat(Files.readAllBytes(bundle.parts().getLast().file()))
                .isEqualTo(Files.readAllBytes(library));
        assertThat(new Bundler(directory.resolve("cache")).bundle(List.of(boot)).digest())
                .isEqualTo(bundle.digest());
    }

    private static void put(JarOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(content);
        out.closeEntry();
    }

    @Test
    void changedContentIsAnotherBundle() throws Exception {
        Path classes = folder("classes", "p/A.class", "a");
        Digest before = bundler.bundle(List.of(classes)).digest();
        folder("classes", "p/A.class", "changed");
        assertThat(bundler.bundle(List.of(classes)).digest()).isNotEqualTo(before);
    }

    @Test
    void classPathAttributesAreFollowed() throws Exception {
        jar("lib.jar", "", "q/Q.class");
        Path main = jar("main.jar", "lib.jar absent.jar", "p/P.class");
        assertThat(bundler.bundle(List.of(main, directory.resolve("nothing.jar"))).parts())
                .extracting(Bundle.Part::name)
                .containsExactly("main.jar", "lib.jar");
    }

    @Test
    void ourselvesAreLeftOutUnlessPackedWithTheProgram() throws Exception {
        Path own = jar("app-api.jar", "", "org/evenkeel/Evenkeel.class");
        Path dist = jar("dist.jar", "", "evenkeel-dist/index.txt");
        Path fat = jar("fat.jar", "", "org/evenkeel/Evenkeel.class", "my/Program.class");
        Path examples = jar("examples.jar", "", "org/evenkeel/examples/queens/Queens.class");
        assertThat(bundler.bundle(List.of(own, dist, fat, examples)).parts())
                .extracting(Bundle.Part::name)
                .containsExactly("fat.jar", "examples.jar");
    }

    @Test
    void allOfWhatIsBuiltHereIsOurs() throws Exception {
        List<Path> built = List.of(placeOf(Evenkeel.class), placeOf(NodeId.class));
        assertThat(bundler.bundle(built).parts()).isEmpty();
    }

    private static Path placeOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    @Test
    void hashesAreRemembered() throws Exception {
        Path jar = jar("a.jar", "", "p/A.class");
        Bundle first = bundler.bundle(List.of(jar));
        assertThat(new Bundler(directory.resolve("cache")).bundle(List.of(jar)).digest())
                .isEqualTo(first.digest());
        try (var files = Files.list(directory.resolve("cache"))) {
            assertThat(files).as("its hash, and that it has no checkpoints").hasSize(2);
        }
    }
}
