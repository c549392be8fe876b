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

    /** What a project has besides that is built, and run by our plugin. */
    private static final String PLUGIN =
            """
              <pluginRepositories>
                <pluginRepository><id>deployed-plugins</id><url>REPOSITORY</url></pluginRepository>
              </pluginRepositories>
              <properties>
                <maven.compiler.release>21</maven.compiler.release>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
              </properties>
              <build>
                <plugins>
                  <plugin><artifactId>maven-resources-plugin</artifactId><version>3.5.0</version></plugin>
                  <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.16.0</version></plugin>
                  <plugin>
                    <groupId>org.evenkeel</groupId>
                    <artifactId>evenkeel-maven-plugin</artifactId>
                    <version>0.1.0-SNAPSHOT</version>
                  </plugin>
                </plugins>
              </build>
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

    /** Its lambda is a plain Callable, which travels only by the agent. */
    private static final String PROGRAM_FOR_A_POOL =
            """
            import java.util.concurrent.ExecutorService;
            import org.evenkeel.Evenkeel;
            import org.evenkeel.api.Cluster;

            public class Answer {
                public static void main(String[] arguments) throws Exception {
                    int a = Integer.parseInt(arguments[0]);
                    int b = Integer.parseInt(arguments[1]);
                    try (Cluster cluster = Evenkeel.local()) {
                        ExecutorService pool = cluster.executor();
                        System.out.println("the answer is " + pool.submit(() -> a * b).get());
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
                "app-api/client,app-api/streams,app-api/bom,app-api/test,app-api/maven-plugin",
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
        for (String module : List.of("client", "streams", "bom", "test", "maven-plugin")) {
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
                        "test/evenkeel-test-0.1.0-SNAPSHOT.jar",
                        "maven-plugin/evenkeel-maven-plugin-0.1.0-SNAPSHOT.jar",
                        "client/bom.json");
        assertThat(published(built("second"))).isEqualTo(published);
    }

    @Test
    void billOfMaterialsNamesWhatIsInTheJar() throws Exception {
        assertThat(Files.readString(first.resolve(CLIENT).resolve("bom.json")))
                .contains("CycloneDX", "protobuf-java", "kryo");
    }

    /** A project elsewhere; where it is. */
    private static Path outside(String name, String pom) throws IOException {
        Path project = Files.createDirectories(directory.resolve(name));
        Files.writeString(
                project.resolve("pom.xml"),
                pom.replace("REPOSITORY", repository("first").toUri().toString()));
        Path local = Path.of(System.getProperty("user.home"), ".m2", "repository");
        Files.writeString(
                project.resolve("settings.xml"),
                SETTINGS.replace("REPOSITORY", local.toUri().toString()));
        return project;
    }

    private static String maven(Path project, String... goals)
            throws IOException, InterruptedException {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                ROOT.resolve("mvnw").toString(),
                                "-B",
                                "-ntp",
                                "-s",
                                "settings.xml",
                                "-Dmaven.repo.local=" + directory.resolve("local")));
        words.addAll(List.of(goals));
        return must(project, words.toArray(String[]::new));
    }

    @Test
    void pluginRunsAProgramWhoseLambdasTravel() throws Exception {
        Path project = outside("answer", POM.replace("</project>", PLUGIN + "</project>"));
        Path sources = Files.createDirectories(project.resolve("src/main/java"));
        Files.writeString(sources.resolve("Answer.java"), PROGRAM_FOR_A_POOL);
        String said =
                maven(
                        project,
                        "evenkeel:run",
                        "-Devenkeel.mainClass=Answer",
                        "-Devenkeel.arguments=6 7");
        assertThat(said.lines()).contains("the answer is 42");
    }

    @Test
    void programThatDependsOnTheClientAloneRuns() throws Exception {
        Path project = outside("squares", POM);
        String said =
                maven(
                        project,
                        DEPENDENCY_PLUGIN + "tree",
                        DEPENDENCY_PLUGIN + "build-classpath",
                        "-Dmdep.outputFile=class.path");
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
