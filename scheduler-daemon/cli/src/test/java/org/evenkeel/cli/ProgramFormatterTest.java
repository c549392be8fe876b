package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramFormatterTest {
    @TempDir Path folder;
    private Path app;
    private Path library;

    @BeforeEach
    void makeJars() throws IOException {
        app = jar("app.jar", "com.acme.Main");
        library = jar("library.jar", null);
    }

    @Test
    void jarThatNamesItsMainClassNeedsNothingElse() throws IOException {
        ProgramFormatter words = read(app);
        assertThat(words.mainClass()).isEqualTo("com.acme.Main");
        assertThat(words.classPath()).containsExactly(app);
        assertThat(words.arguments()).isEmpty();
    }

    @Test
    void whatFollowsSuchAJarAreArguments() throws IOException {
        assertThat(read(app, "--size", "10").arguments()).containsExactly("--size", "10");
        assertThat(read(app, "--", "some.Thing").arguments()).containsExactly("some.Thing");
        assertThat(read(app, "word").mainClass()).isEqualTo("com.acme.Main");
    }

    @Test
    void classBehindTheClassPathIsRun() throws IOException {
        ProgramFormatter words = read(folder, library, "com.acme.Other$Inner", "--size", "10");
        assertThat(words.classPath()).containsExactly(folder, library);
        assertThat(words.mainClass()).isEqualTo("com.acme.Other$Inner");
        assertThat(words.arguments()).containsExactly("--size", "10");
        assertThat(read(app, "com.acme.Other").mainClass()).isEqualTo("com.acme.Other");
    }

    @Test
    void classAloneHasNoClassPath() throws IOException {
        ProgramFormatter words = read("com.acme.Main", "--", "--help");
        assertThat(words.classPath()).isEmpty();
        assertThat(words.mainClass()).isEqualTo("com.acme.Main");
        assertThat(words.arguments()).containsExactly("--help");
    }

    @Test
    void whatIsMissingIsSaid() {
        assertThatThrownBy(() -> read(library))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("library.jar names no main class");
        assertThatThrownBy(() -> read("nowhere.jar"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no file nowhere.jar");
    }

    private static ProgramFormatter read(Object... words) throws IOException {
        return ProgramFormatter.read(List.of(words).stream().map(Object::toString).toList());
    }

    private Path jar(String name, String mainClass) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (mainClass != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        Path jar = folder.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.flush();
        }
        return jar;
    }
}
