package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.evenkeel.model.Digest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a release publishes: built twice from copies of the sources, deployed to a folder, used from
 * a program.
 */
@Tag("extended")
class PublishedProcessIT {

    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Path CLIENT = Path.of("app-api", "client", "target");
    private static final int BUILD_MINUTES = 15;
    private static final String DEPENDENCY_PLUGIN =
            "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:";

    /** A project elsewhere that has the client, in twelve lines. */
    private static final String POM =
            """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>com.acme</groupId>
              <artifactId>squares</artifactId>
              <version>1</version>
              <dependencies>
                <dependency><groupId>org.evenkeel</groupId><artifactId>evenkeel-client</artifactId><version>0.1.0-SNAPSHOT</version></dependency>
              </dependencies>
              <repositories>
                <repository><id>deployed</id><url>REPOSITORY</url></repository>
              </repositories>
            </project>
            """;

    /**
     * Takes artifacts of Maven itself from the repository that built this, not from the network.
     */
    private static final String SETTINGS =
            """
            <settings>
              <mirrors>
                <mirror><id>here</id><mirrorOf>central</mirrorOf><url>REPOSITORY</url></mirror>
              </mirrors>
            </settings>
            """;

    private static final String PROGRAM =
            """
            import java.util.List;
            import org.evenkeel.Evenkeel;
            import org.evenkeel.api.Cluster;

            public class Squares {
                public static void main(String[] arguments) {
                    try (Cluster cluster = Evenkeel.local()) {
                        System.out.println(cluster.map(List.of(1, 2, 3), n -> n * n).toList());
                    }
                }
            }
            """;

    @TempDir private static Path directory;

    private static Path first;

    @BeforeAll
    static void build() throws Exception {
        assumeTrue(Files.exists(ROOT.resolve(".git")), "the sources are known from git");
        first = built("first");
    }

    /** Builds and deploys what programs link, from a copy of the sources. */
    private static Path built(String name) throws IOException, InterruptedException {
        Path copy = Files.createDirectories(directory.resolve(name).resolve("sources"));
        String listed =
                must(
                        ROOT,
                        "git",
                        "ls-files",
                        "--cached",
                        "--others",
                        "--exclude-standard",
                        "--",
                        "pom.xml",
                        "*/pom.xml",
                        "mvnw",
                        ".mvn",
                        "app-api",
                        "runtime-core");
        for (String file : listed.lines().toList()) {
            if (Files.exists(ROOT.resolve(file))) {
                Files.createDirectories(copy.resolve(file).getParent());
                Files.copy(ROOT.resolve(file), copy.resolve(file));
            }
        }
        must(
                copy,
                copy.resolve("mvnw").toString(),
                "-B",
                "-ntp",
                "deploy",
                "-Prelease",
                "-pl",
                "app-api/client,app-api/streams,app-api/bom",
                "-am",
                "-Dmaven.test.skip=true",
                "-Dmaven.gitcommitid.skip=true",
                "-Dmaven.install.skip=true",
                "-DaltDeploymentRepository=deployed::" + repository(name).toUri());
        return copy;
    }

    private static Path repository(String name) {
        return directory.resolve(name).resolve("repository");
    }

    /** Runs a command; what it printed. */
    private static String must(Path in, String... command)
            throws IOException, InterruptedException {
        Path log = Files.createTempFile(directory, "log", ".txt");
        Process process =
                new ProcessBuilder(command)
                        .directory(in.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        process.getOutputStream().close();
        if (!process.waitFor(BUILD_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        String said = Files.readString(log);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private static Map<String, Digest> published(Path sources) throws IOException {
        Map<String, Digest> all = new TreeMap<>();
        for (String module : List.of("client", "streams", "bom")) {
            Path target = sources.resolve("app-api").resolve(module).resolve("target");
            try (Stream<Path> files = Files.list(target)) {
                for (Path file : files.filter(PublishedProcessIT::isPublished).toList()) {
                    all.put(
                            module + "/" + file.getFileName(),
                            Digest.of(Digest.sha256().digest(Files.readAllBytes(file))));
                }
            }
        }
        return all;
    }

    private static boolean isPublished(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith("evenkeel-") && name.endsWith(".jar")
                || name.equals("bom.json")
                || name.endsWith("pom.xml");
    }

    @Test
    @LongForm // builds once more
    void twoBuildsHaveEqualBytes() throws Exception {
        Map<String, Digest> published = published(first);
        assertThat(published)
                .containsKeys(
                        "client/evenkeel-client-0.1.0-SNAPSHOT.jar",
                        "client/evenkeel-client-0.1.0-SNAPSHOT-sources.jar",
                        "client/evenkeel-client-0.1.0-SNAPSHOT-javadoc.jar",
                        "client/bom.json");
        assertThat(published(built("second"))).isEqualTo(published);
    }

    @Test
    void billOfMaterialsNamesWhatIsInTheJar() throws Exception {
        assertThat(Files.readString(first.resolve(CLIENT).resolve("bom.json")))
                .contains("CycloneDX", "protobuf-java", "kryo");
    }

    @Test
    void programThatDependsOnTheClientAloneRuns() throws Exception {
        Path project = Files.createDirectories(directory.resolve("squares"));
        Files.writeString(
                project.resolve("pom.xml"),
                POM.replace("REPOSITORY", repository("first").toUri().toString()));
        Path local = Path.of(System.getProperty("user.home"), ".m2", "repository");
        Files.writeString(
                project.resolve("settings.xml"),
                SETTINGS.replace("REPOSITORY", local.toUri().toString()));
        List<String> maven =
                new ArrayList<>(
                        List.of(
                                ROOT.resolve("mvnw").toString(),
                                "-B",
                                "-ntp",
                                "-s",
                                "settings.xml",
                                "-Dmaven.repo.local=" + directory.resolve("local")));
        maven.addAll(
                List.of(
                        DEPENDENCY_PLUGIN + "tree",
                        DEPENDENCY_PLUGIN + "build-classpath",
                        "-Dmdep.outputFile=class.path"));
        String said = must(project, maven.toArray(String[]::new));
        assertThat(said.lines().filter(line -> line.contains(":compile")))
                .as(said)
                .hasSize(1)
                .first()
                .asString()
                .endsWith("\\- org.evenkeel:evenkeel-client:jar:0.1.0-SNAPSHOT:compile");
        String classPath = Files.readString(project.resolve("class.path")).strip();
        assertThat(classPath).doesNotContain(File.pathSeparator);
        Files.writeString(project.resolve("Squares.java"), PROGRAM);
        Path bin = Path.of(System.getProperty("java.home"), "bin");
        must(
                project,
                bin.resolve("javac").toString(),
                "--release",
                "21",
                "-cp",
                classPath,
                "Squares.java");
        String printed =
                must(
                        project,
                        bin.resolve("java").toString(),
                        "-cp",
                        classPath + File.pathSeparator + ".",
                        "Squares");
        assertThat(printed.lines()).containsExactly("[1, 4, 9]");
    }
}
