package org.evenkeel.client.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.evenkeel.api.PayloadException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes that are not on the class path, by their loaders. */
class LoadedCodeTest {

    private static final String SHAPES =
            """
            package shapes;

            import java.util.List;

            public class Main {
                record Circle(Radius radius) implements Area {
                    public double area() {
                        return radius.value() * Helper.PI;
                    }
                }
                record Radius(double value) {}
                static class Unused {}
                static Runnable lambda() {
                    return () -> System.out.println(new Inside().toString());
                }
            }

            interface Area {
                double area();
            }

            class Helper {
                static final double PI = Math.sqrt(9.8);
            }

            class Inside {}
            """;

    @TempDir Path directory;
    private Path compiled;

    @BeforeEach
    void compile() throws IOException {
        compiled = Files.createDirectory(directory.resolve("compiled"));
        Path source = directory.resolve("Main.java");
        Files.writeString(source, SHAPES);
        int result =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-d",
                                compiled.toString(),
                                source.toString());
        assertThat(result).isZero();
    }

    /** Has its classes in memory, as JShell does. */
    private static final class InMemory extends ClassLoader {
        private final Map<String, byte[]> classes = new HashMap<>();
        private final boolean gives;

        InMemory(Path folder, boolean gives) throws IOException {
            super(LoadedCodeTest.class.getClassLoader());
            this.gives = gives;
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                    classes.put(folder.relativize(file).toString(), Files.readAllBytes(file));
                }
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name.replace('.', '/') + ".class");
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            byte[] bytes = gives ? classes.get(name) : null;
            return bytes == null
                    ? super.getResourceAsStream(name)
                    : new ByteArrayInputStream(bytes);
        }
    }

    @Test
    void whatAClassRefersToIsFollowed() throws Exception {
        LoadedCode code = new LoadedCode(List.of());
        Class<?> circle = Class.forName("shapes.Main$Circle", false, new InMemory(compiled, true));
        assertThat(code.add(circle)).isTrue();
        assertThat(code.classes().keySet())
                .contains(
                        "shapes/Area.class",
                        "shapes/Helper.class",
                        "shapes/Main$Circle.class",
                        "shapes/Main$Radius.class",
                        "shapes/Main.class") // its nest
                .allMatch(name -> name.startsWith("shapes/"));
        assertThat(code.add(circle)).as("nothing new").isFalse();
        assertThat(code.files()).isEmpty();
    }

    @Test
    void classThatIsRedefinedIsReadAgain() throws Exception {
        InMemory loader = new InMemory(compiled, true);
        LoadedCode code = new LoadedCode(List.of());
        code.add(Class.forName("shapes.Helper", false, loader));
        assertThat(code.refresh()).isFalse();
        byte[] other = loader.classes.get("shapes/Inside.class");
        loader.classes.put("shapes/Helper.class", other);
        assertThat(code.refresh()).isTrue();
        assertThat(code.classes().get("shapes/Helper.class")).isEqualTo(other);
        assertThat(code.refresh()).isFalse();
    }

    @Test
    void codeOfLambdasIsFollowed() throws Exception {
        LoadedCode code = new LoadedCode(List.of());
        code.add(Class.forName("shapes.Main", false, new InMemory(compiled, true)));
        assertThat(code.classes()).containsKeys("shapes/Main.class", "shapes/Inside.class");
    }

    @Test
    void loaderThatDoesNotGiveBytesIsNamed() throws Exception {
        LoadedCode code = new LoadedCode(List.of());
        Class<?> main = Class.forName("shapes.Main", false, new InMemory(compiled, false));
        assertThatThrownBy(() -> code.add(main))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("class shapes.Main cannot travel: it is in no file")
                .hasMessageContaining("LoadedCodeTest$InMemory");
    }

    /** A bundle with a part of what a class needs would be taken for whole. */
    @Test
    void nothingIsAddedWhenSomethingCannotBeRead() throws Exception {
        InMemory loader = new InMemory(compiled, true);
        LoadedCode code = new LoadedCode(List.of());
        Class<?> circle = Class.forName("shapes.Main$Circle", false, loader);
        Class.forName("shapes.Helper", false, loader);
        byte[] helper = loader.classes.remove("shapes/Helper.class");
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> code.add(circle))
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContaining("class shapes.Helper cannot travel");
            assertThat(code.classes()).isEmpty();
        }
        loader.classes.put("shapes/Helper.class", helper);
        assertThat(code.add(circle)).isTrue();
        assertThat(code.classes()).containsKeys("shapes/Main$Circle.class", "shapes/Helper.class");
    }

    @Test
    void redefinitionThatCannotBeReadIsReadWithTheNextTask() throws Exception {
        InMemory loader = new InMemory(compiled, true);
        LoadedCode code = new LoadedCode(List.of());
        code.add(Class.forName("shapes.Helper", false, loader));
        code.add(Class.forName("shapes.Inside", false, loader));
        byte[] inside = loader.classes.get("shapes/Inside.class");
        byte[] helper = loader.classes.put("shapes/Helper.class", inside);
        loader.classes.remove("shapes/Inside.class");
        assertThatThrownBy(code::refresh).isInstanceOf(PayloadException.class);
        assertThat(code.classes().get("shapes/Helper.class")).isEqualTo(helper);
        loader.classes.put("shapes/Inside.class", inside);
        assertThat(code.refresh()).isTrue();
        assertThat(code.classes().get("shapes/Helper.class")).isEqualTo(inside);
    }

    /** As an application server has them, or JShell with a class path of its own. */
    @Test
    void filesOfALoaderAreAddedAsAWhole() throws Exception {
        Path other = Files.createDirectory(directory.resolve("other"));
        URL[] urls = {compiled.toUri().toURL(), other.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, getClass().getClassLoader())) {
            LoadedCode code = new LoadedCode(List.of());
            assertThat(code.add(Class.forName("shapes.Main", false, loader))).isTrue();
            assertThat(code.files()).containsExactlyInAnyOrder(compiled, other);
            assertThat(code.classes()).isEmpty();
            LoadedCode known = new LoadedCode(List.of(compiled));
            assertThat(known.add(Class.forName("shapes.Main", false, loader)))
                    .as("it is on the class path")
                    .isFalse();
        }
    }

    @Test
    void ofTheJdkOfEvenkeelAndOfTheClassPathThereIsNothing() {
        LoadedCode code = new LoadedCode(List.of());
        assertThat(code.add(String.class)).isFalse();
        assertThat(code.add(int[][].class)).isFalse();
        assertThat(code.add(Bundler.class)).isFalse();
        assertThat(code.add(LoadedCodeTest.class)).isFalse();
    }

    @Test
    void bundleHasClassesInNoFileAsOneJar() throws Exception {
        LoadedCode code = new LoadedCode(List.of());
        code.add(Class.forName("shapes.Main$Radius", false, new InMemory(compiled, true)));
        Bundler bundler = new Bundler(directory.resolve("cache"));
        Bundle bundle = bundler.bundle(List.of(), code);
        assertThat(bundle.parts()).hasSize(1);
        try (JarFile jar = new JarFile(bundle.parts().getFirst().file().toFile())) {
            assertThat(jar.stream().map(JarEntry::getName))
                    .contains("shapes/Main$Radius.class")
                    .isSorted();
        }
        assertThat(bundler.bundle(List.of(), code).digest()).isEqualTo(bundle.digest());
        code.add(Class.forName("shapes.Helper", false, new InMemory(compiled, true)));
        assertThat(new String(bundle.manifest(), StandardCharsets.UTF_8)).contains("loaded-");
    }

    @Test
    void jarsOfCodeThatIsNotUsedAnyMoreAreDeleted() throws Exception {
        Path cache = Files.createDirectory(directory.resolve("cache"));
        Path unused = Files.createFile(cache.resolve("loaded-1.jar"));
        Path used = Files.createFile(cache.resolve("loaded-2.jar"));
        Path other = Files.createFile(cache.resolve("other.jar"));
        FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(31)));
        Files.setLastModifiedTime(unused, old);
        Files.setLastModifiedTime(other, old);
        LoadedCode code = new LoadedCode(List.of());
        code.add(Class.forName("shapes.Main$Radius", false, new InMemory(compiled, true)));
        Bundle bundle = new Bundler(cache).bundle(List.of(), code);
        assertThat(unused).doesNotExist();
        assertThat(List.of(used, other)).allMatch(Files::exists);
        Path jar = bundle.parts().getFirst().file();
        Files.setLastModifiedTime(jar, old);
        new Bundler(cache).bundle(List.of(), code);
        assertThat(Files.getLastModifiedTime(jar)).as("used again").isGreaterThan(old);
    }

    @Test
    void whatIsNoClassFileNamesNothing() {
        assertThat(ClassNames.in(new byte[0])).isEmpty();
        assertThat(ClassNames.in("no class file".getBytes(StandardCharsets.UTF_8))).isEmpty();
        byte[] cut = {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, 69, 0, 99, 1};
        assertThat(ClassNames.in(cut)).isEmpty();
    }
}
