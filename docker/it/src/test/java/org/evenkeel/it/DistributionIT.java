package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarInputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** What evenkeel-dist carries, as a program that has it on its class path sees it. */
class DistributionIT {
    private static final String ROOT = "/evenkeel-dist/";

    @Test
    void indexNamesEachJarWithItsDigest() throws Exception {
        List<String> lines = readIndex();
        assertThat(lines).isNotEmpty();
        for (String line : lines) {
            String digest = line.substring(0, 64);
            String path = line.substring(66);
            assertThat(sha256(path)).as(path).isEqualTo(digest);
        }
    }

    @Test
    void daemonHasNoKryoAndNoApi() throws Exception {
        assertThat(jarsIn("daemon")).contains("scheduler-daemon.jar", "runtime-core.jar");
        assertThat(jarsIn("daemon"))
                .noneMatch(jar -> jar.toLowerCase(Locale.ROOT).contains("kryo"))
                .noneMatch(jar -> jar.startsWith("app-api"));
    }

    @Test
    void workerHasNoDaemon() throws Exception {
        assertThat(jarsIn("worker"))
                .contains("migration.jar", "app-api.jar", "runtime-core.jar")
                .noneMatch(jar -> jar.startsWith("scheduler-daemon"))
                .noneMatch(jar -> jar.startsWith("netty"));
    }

    @Test
    void clientIsOneJarWithThirdPartyCodeUnderNamesOfOurOwn() throws Exception {
        assertThat(jarsIn("client")).containsExactly("app-api-standalone.jar");
        List<String> classes = new ArrayList<>();
        try (JarInputStream jar = new JarInputStream(open("lib/client/app-api-standalone.jar"))) {
            for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
                if (entry.getName().endsWith(".class")) {
                    classes.add(entry.getName());
                }
            }
        }
        assertThat(classes).isNotEmpty().allMatch(name -> name.contains("org/evenkeel/"));
        assertThat(classes)
                .contains("org/evenkeel/shaded/esotericsoftware/kryo/Kryo.class")
                .contains("org/evenkeel/shaded/protobuf/Message.class");
    }

    @Test
    void examplesAreOneJar() throws Exception {
        assertThat(jarsIn("examples")).containsExactly("examples.jar");
    }

    private static List<String> jarsIn(String folder) throws IOException {
        String prefix = "lib/" + folder + "/";
        return readIndex().stream()
                .map(line -> line.substring(66))
                .filter(path -> path.startsWith(prefix))
                .map(path -> path.substring(prefix.length()))
                .toList();
    }

    private static List<String> readIndex() throws IOException {
        try (InputStream in = open("index.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static String sha256(String path) throws IOException, NoSuchAlgorithmException {
        try (InputStream in = open(path)) {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(in.readAllBytes());
            return HexFormat.of().formatHex(digest);
        }
    }

    private static InputStream open(String path) {
        InputStream in = DistributionIT.class.getResourceAsStream(ROOT + path);
        assertThat(in).as(path).isNotNull();
        return in;
    }
}
