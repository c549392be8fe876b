package org.evenkeel.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.KryoException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.evenkeel.model.Ids;
import org.junit.jupiter.api.Test;

class AllowListTest {

    /** Objects of these packages are what programs and their tasks give each other. */
    private static final Set<String> TRAVELS = Set.of("api");

    /** The packages below org.evenkeel of the folder or jar where this class is from. */
    private static Set<String> packagesBeside(Class<?> one) throws Exception {
        Path place =
                Path.of(
                        URI.create(
                                one.getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toString()));
        if (Files.isDirectory(place)) {
            return packagesIn(place.resolve("org/evenkeel"));
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return packagesIn(jar.getPath("org/evenkeel"));
        }
    }

    private static Set<String> packagesIn(Path folder) throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> all = Files.list(folder)) {
            all.filter(Files::isDirectory)
                    .forEach(one -> names.add(one.getFileName().toString().replace("/", "")));
        }
        return names;
    }

    @Test
    void noPackageOfTheRuntimeItselfTravels() throws Exception {
        Set<String> own = packagesBeside(AllowList.class);
        own.addAll(packagesBeside(Ids.class));
        own.removeAll(TRAVELS);
        assertThat(own).contains("client", "codec", "files", "journal", "model", "trace");
        AllowList list = new AllowList(AllowListTest.class.getClassLoader());
        assertThat(own)
                .allSatisfy(name ->
                        assertThatThrownBy(() -> list.load("org.evenkeel." + name + ".Any"))
                                .isInstanceOf(KryoException.class)
                                .hasMessageContaining("may not travel"));
    }
}
