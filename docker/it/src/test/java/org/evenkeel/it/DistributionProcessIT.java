package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarInputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What evenkeel-dist carries, as a program that has it on its class path sees it, and its archive,
 * as a machine does.
 */
class DistributionProcessIT {
    private static final String ROOT = "/evenkeel-dist/";
    private static final String COMPLETION = "share/bash-completion/completions/evenkeel";

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
        assertThat(jarsIn("daemon"))
                .contains("evenkeel-daemon.jar", "evenkeel-kernel.jar")
                .noneMatch(jar -> jar.toLowerCase(Locale.ROOT).contains("kryo"))
                .noneMatch(jar -> jar.startsWith("app-api"));
    }

    @Test
    void onlyAnAuthorityHasWhatIssuesCertificates() throws Exception {
        assertThat(jarsIn("authority"))
                .contains("evenkeel-authority.jar")
                .anyMatch(jar -> jar.startsWith("bcpkix"));
        for (String part : List.of("daemon", "cli", "worker", "client")) {
            assertThat(jarsIn(part)).as(part).noneMatch(jar -> jar.startsWith("bc"));
        }
    }

    @Test
    void onlyWhoOffersMetricsHasWhatCountsThem() throws Exception {
        assertThat(jarsIn("metrics"))
                .contains("evenkeel-metrics.jar")
                .anyMatch(jar -> jar.startsWith("micrometer-core"))
                .doesNotContainAnyElementsOf(jarsIn("daemon"));
        for (String part : List.of("daemon", "cli", "worker", "client")) {
            assertThat(jarsIn(part)).as(part).noneMatch(jar -> jar.startsWith("micrometer"));
        }
    }

    @Test
    void onlyAKeeperHasTheRaftLog() throws Exception {
        assertThat(jarsIn("keepers"))
                .contains("evenkeel-keepers.jar")
                .anyMatch(jar -> jar.startsWith("ratis-server"))
                .doesNotContainAnyElementsOf(jarsIn("daemon"));
        for (String part : List.of("daemon", "cli", "worker", "client")) {
            assertThat(jarsIn(part)).as(part).noneMatch(jar -> jar.startsWith("ratis"));
        }
    }

    @Test
    void onlyWhoAsksRecordsHasTheirDatabase() throws Exception {
        assertThat(jarsIn("recorder")).hasSize(1).allMatch(jar -> jar.startsWith("duckdb_jdbc"));
        assertThat(jarsIn("cli")).contains("evenkeel-recorder.jar");
        for (String part : List.of("daemon", "cli", "worker", "client")) {
            assertThat(jarsIn(part)).as(part).noneMatch(jar -> jar.startsWith("duckdb"));
        }
    }

    @Test
    void daemonHasNoChartsNoSimulatorAndNoLaboratory() throws Exception {
        assertThat(jarsIn("cli"))
                .contains("evenkeel-cli.jar", "evenkeel-lab.jar", "evenkeel-simulator.jar")
                .anyMatch(jar -> jar.startsWith("xchart"))
                .anyMatch(jar -> jar.startsWith("VectorGraphics2D"))
                .anyMatch(jar -> jar.startsWith("jline"))
                .doesNotContainAnyElementsOf(jarsIn("daemon"));
    }

    @Test
    void workerHasNoDaemon() throws Exception {
        assertThat(jarsIn("worker"))
                .contains("evenkeel-worker.jar", "app-api.jar", "evenkeel-model.jar")
                .noneMatch(jar -> jar.startsWith("evenkeel-daemon"))
                .noneMatch(jar -> jar.startsWith("evenkeel-kernel"))
                .noneMatch(jar -> jar.startsWith("netty"));
    }

    /** A class file begins with four bytes, minor and major version; 65 is that of Java 21. */
    @Test
    void programsOnJava21CanLinkEachClassOfTheClient() throws Exception {
        List<String> later = new ArrayList<>();
        int classes = 0;
        try (JarInputStream jar = new JarInputStream(open("lib/client/evenkeel-client.jar"))) {
            for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
                if (entry.getName().endsWith(".class")) {
                    classes++;
                    int major = java.nio.ByteBuffer.wrap(jar.readNBytes(8)).getShort(6);
                    if (major > 65) {
                        later.add(entry.getName() + ": " + major);
                    }
                }
            }
        }
        assertThat(classes).isGreaterThan(1_000);
        assertThat(later).isEmpty();
    }

    @Test
    void clientIsOneJarWithThirdPartyCodeUnderNamesOfOurOwn() throws Exception {
        assertThat(jarsIn("client")).containsExactly("evenkeel-client.jar");
        assertThat(jarsIn("streams")).containsExactly("evenkeel-streams.jar");
        List<String> classes = new ArrayList<>();
        try (JarInputStream jar = new JarInputStream(open("lib/client/evenkeel-client.jar"))) {
            for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
                if (entry.getName().endsWith(".class")) {
                    classes.add(entry.getName());
                }
            }
        }
        assertThat(classes).isNotEmpty().allMatch(name -> name.contains("org/evenkeel/"));
        assertThat(classes)
                .as("what daemons and the laboratory consist of is none of a program's business")
                .extracting(name -> name.split("/", -1)[2])
                .containsOnly(
                        "Evenkeel.class",
                        "Evenkeel$Builder.class",
                        "api",
                        "client",
                        "graphs",
                        "model",
                        "package-info.class",
                        "security",
                        "shaded",
                        "wire");
        assertThat(classes)
                .contains("org/evenkeel/shaded/esotericsoftware/kryo/Kryo.class")
                .contains("org/evenkeel/shaded/protobuf/Message.class")
                .contains("org/evenkeel/shaded/asm/ClassReader.class");
    }

    @Test
    void examplesAreOneJar() throws Exception {
        assertThat(jarsIn("examples")).containsExactly("examples.jar");
    }

    @Test
    void archiveIsRootsAndHasWhatAMachineNeedsAlone() throws Exception {
        List<String> entries = Archive.entries();
        List<String> files = new ArrayList<>();
        for (String entry : entries) {
            String[] parts = entry.split(" +", 6);
            assertThat(parts[1]).as(entry).isEqualTo("0/0");
            String name = parts[5];
            boolean launcher = name.equals("evenkeel/evenkeel");
            if (!name.endsWith("/")) {
                assertThat(parts[0]).as(entry).isEqualTo(launcher ? "-rwxr-xr-x" : "-rw-r--r--");
                files.add(name.substring("evenkeel/".length()));
            }
        }
        List<String> expected =
                new ArrayList<>(readIndex().stream().map(line -> line.substring(66)).toList());
        expected.addAll(
                List.of(
                        "evenkeel",
                        ".mvn/find-jdk.sh",
                        "index.txt",
                        "evenkeel.service",
                        "evenkeel.sbatch"));
        assertThat(files)
                .filteredOn(file -> !file.startsWith("share/"))
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(files)
                .filteredOn(file -> file.startsWith("share/"))
                .contains(
                        COMPLETION,
                        "share/man/man1/evenkeel.1",
                        "share/man/man1/evenkeel-daemon.1",
                        "share/man/man1/evenkeel-token-create.1")
                .allMatch(file -> file.equals(COMPLETION) || file.endsWith(".1"));
    }

    /** Nothing may be written there, and all classes come from there. */
    @Test
    void archiveRunsWhereItWasUnpacked(@TempDir Path machine) throws Exception {
        Path home = Archive.unpack(machine);
        assertThat(run(home, machine, "version")).contains("\nevenkeel ");
        assertThat(run(home, machine, "demo", "--help")).contains("Usage: evenkeel demo");
        assertThat(run(home, machine, "completion", "bash"))
                .contains(Files.readString(home.resolve(COMPLETION)));
        Path pages = machine.resolve("pages");
        run(home, machine, "man", pages.toString());
        assertThat(pages.resolve("evenkeel-nodes.1"))
                .hasSameTextualContentAs(home.resolve("share/man/man1/evenkeel-nodes.1"));
        assertThat(home.resolve("cache")).doesNotExist();
    }

    /** With nothing of this process's environment that could name the checkout. */
    private static String run(Path home, Path machine, String... words) throws Exception {
        Path said = machine.resolve("said.txt");
        List<String> line = new ArrayList<>(List.of(home.resolve("evenkeel").toString()));
        line.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(line)
                        .directory(machine.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("HOME", machine.toString());
        builder.environment().put("EVENKEEL_JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("EVENKEEL_JAVA_OPTS", "-XshowSettings:properties");
        List<Path> writable = withoutWriting(home);
        Process process;
        try {
            process = builder.start();
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("it ends").isTrue();
        } finally {
            for (Path path : writable) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
        String text = Files.readString(said);
        assertThat(process.exitValue()).as(text).isZero();
        assertThat(text)
                .contains("evenkeel.home = " + home)
                .doesNotContain(Path.of("../..").toRealPath() + "/");
        return text;
    }

    private static List<Path> withoutWriting(Path home) throws IOException {
        List<Path> directories;
        try (Stream<Path> all = Files.walk(home)) {
            directories = all.filter(Files::isDirectory).toList();
        }
        for (Path path : directories) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("r-xr-xr-x"));
        }
        return directories;
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
        InputStream in = DistributionProcessIT.class.getResourceAsStream(ROOT + path);
        assertThat(in).as(path).isNotNull();
        return in;
    }
}
