package org.evenkeel.daemon.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.WorkerShape;
import org.evenkeel.model.WorkerShape.Collector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The words that start a worker, and their order. */
class WorkerCommandTest {

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String MAIN = "org.evenkeel.worker.WorkerMain";
    private static final long HEAP = 64 << 20;

    @TempDir Path home;

    @BeforeEach
    void jars() throws IOException {
        Path library = Files.createDirectories(WorkerCommand.library(home));
        Files.createFile(library.resolve("b.jar"));
        Files.createFile(library.resolve("a.jar"));
        Files.createFile(library.resolve("notes.txt"));
    }

    private List<String> words(List<String> options, WorkerShape shape, String... before)
            throws IOException {
        return words(2, options, shape, before);
    }

    private List<String> words(
            int number, List<String> options, WorkerShape shape, String... before)
            throws IOException {
        WorkerCommand.Start start =
                new WorkerCommand.Start(
                        "daemon.sock", number, home.resolve("w 2"), HEAP, shape, List.of(before));
        return WorkerCommand.java(home, options).words(start);
    }

    private static WorkerShape collector(Collector collector) {
        return new WorkerShape(collector, false, List.of(), 0, Map.of(), Map.of());
    }

    private static WorkerShape properties(Map<String, String> properties) {
        return new WorkerShape(null, false, List.of(), 0, properties, Map.of());
    }

    private static WorkerShape environment(Map<String, String> environment) {
        return new WorkerShape(null, false, List.of(), 0, Map.of(), environment);
    }

    private static List<String> afterJava(List<String> words) {
        return words.subList(words.indexOf(JAVA) + 1, words.size());
    }

    private Path cache() throws IOException {
        Path directory = Files.createDirectories(home.resolve("cache"));
        return directory.resolve("worker.aot");
    }

    @Test
    void endsWithWhatTheWorkerIsTold() throws Exception {
        Path library = WorkerCommand.library(home);
        String jars = library.resolve("a.jar") + File.pathSeparator + library.resolve("b.jar");
        List<String> words = words(List.of(), WorkerShape.NONE);
        assertThat(words.subList(words.indexOf("-cp"), words.size()))
                .containsExactly(
                        "-cp", jars, MAIN, "daemon.sock", "2", home.resolve("w 2").toString());
    }

    @Test
    void hasTheHeapOfItsJobAndItsOwnDirectory() throws Exception {
        assertThat(afterJava(words(List.of(), WorkerShape.NONE)))
                .startsWith(
                        "-Xmx" + HEAP,
                        "-XX:MaxDirectMemorySize=" + HEAP,
                        "-Djava.io.tmpdir=" + home.resolve("w 2"))
                .contains("-XX:+UseSerialGC", "-XX:MaxMetaspaceSize=256m");
    }

    @Test
    void optionsOfTheOperatorFollowTheUsualOnesAndThoseOfTheJobComeLast() throws Exception {
        WorkerShape all =
                new WorkerShape(
                        Collector.Z,
                        true,
                        List.of("jdk.incubator.vector", "java.sql"),
                        512,
                        Map.of("com.acme.mode", "fast"),
                        Map.of());
        List<String> words = afterJava(words(List.of("-Xss1m", "-Dsite=here"), all));
        assertThat(words)
                .containsSubsequence(
                        "-XX:+UseCompactObjectHeaders",
                        "-Xss1m",
                        "-Dsite=here",
                        "-XX:+UseZGC",
                        "--enable-preview",
                        "--add-modules=jdk.incubator.vector,java.sql",
                        "-Xss512k",
                        "-Dcom.acme.mode=fast",
                        "-cp");
        assertThat(words.indexOf("-cp")).isEqualTo(words.indexOf("-Dcom.acme.mode=fast") + 1);
    }

    /** Java refuses to start with two of them. */
    @Test
    void collectorOfTheJobTakesThePlaceOfAllOthers() throws Exception {
        List<String> options = List.of("-XX:+UseParallelGC", "-XX:-UseG1GC", "-XX:+UseNUMA");
        assertThat(words(options, collector(Collector.G1)))
                .contains("-XX:+UseG1GC", "-XX:+UseNUMA")
                .doesNotContain("-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:-UseG1GC");
        assertThat(words(options, WorkerShape.NONE))
                .contains("-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:-UseG1GC");
    }

    @Test
    void environmentIsSetAfterTheUserIsChanged() throws Exception {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("MY_DATA", "/data");
        variables.put("MY_MODE", "");
        List<String> words = words(List.of(), environment(variables), "sudo", "-u", "guest");
        assertThat(words)
                .containsSequence("sudo", "-u", "guest", "env", "MY_DATA=/data", "MY_MODE=", JAVA);
        assertThat(words(List.of(), WorkerShape.NONE, "sudo", "-u", "guest"))
                .containsSequence("sudo", "-u", "guest", JAVA)
                .doesNotContain("env");
    }

    /** No shell reads the words, so that nothing in a value can become a word or a command. */
    @ParameterizedTest
    @ValueSource(
            strings = {"two words", "\"quoted\"", "$HOME", "`id`", "a;b", "-version", "\n", "ä=ö"})
    void valueStaysOneWordAsItIs(String value) throws Exception {
        assertThat(words(List.of(), properties(Map.of("app.name", value))))
                .contains("-Dapp.name=" + value);
        assertThat(words(List.of(), environment(Map.of("APP", value))))
                .containsSequence("env", "APP=" + value, JAVA);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-javaagent", "a b", "a=b", "$a", "a\n"})
    void namesThatCouldBeReadAsSomethingElseAreRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> properties(Map.of(name, "x")))
                .withMessage("system property: \"%s\" is not a valid name", name);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> environment(Map.of(name, "x")))
                .withMessage("environment variable: \"%s\" is not a valid name", name);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new WorkerShape(null, false, List.of(name), 0, Map.of(), Map.of()))
                .withMessage("module: \"%s\" is not a valid name", name);
    }

    @Test
    void valuesThatNoProcessCanBeGivenAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> environment(Map.of("APP", "a\0b")))
                .withMessage("the value of APP contains a character 0");
        String tooLong = "x".repeat(WorkerShape.MAX_BYTES);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> properties(Map.of("app", tooLong)))
                .withMessageContaining("4099 bytes are more than 4096");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WorkerShape(null, false, List.of(), 255, Map.of(), Map.of()))
                .withMessage("a stack of 255 KiB is not 256 KiB to 1048576 KiB");
    }

    /** The cache belongs to the usual collector and modules. */
    @Test
    void onlyWorkersWithUsualOptionsStartFromTheCache() throws Exception {
        String fromCache = "-XX:AOTCache=" + cache();
        assertThat(words(List.of(), WorkerShape.NONE)).as("none yet").doesNotContain(fromCache);
        Files.createFile(cache());
        assertThat(words(List.of(), WorkerShape.NONE)).as("empty").doesNotContain(fromCache);
        Files.writeString(cache(), "x");
        assertThat(words(List.of(), WorkerShape.NONE)).contains(fromCache);
        assertThat(words(List.of(), environment(Map.of("APP", "x")))).contains(fromCache);
        assertThat(words(List.of(), collector(Collector.G1))).doesNotContain(fromCache);
    }

    @Test
    void firstWorkerWritesTheCacheThatTheLauncherAsksFor() throws Exception {
        Files.writeString(cache(), "x");
        System.setProperty(WorkerCommand.CACHE_OUTPUT, "new.aot");
        try {
            assertThat(words(1, List.of(), WorkerShape.NONE, "sudo"))
                    .containsSequence("sudo", "sh", "-c")
                    .containsSubsequence("sh", "-c", JAVA, "-XX:AOTCacheOutput=new.aot", "-cp")
                    .doesNotContain("-XX:AOTCache=" + cache());
            assertThat(words(2, List.of(), WorkerShape.NONE))
                    .doesNotContain("sh", "-XX:AOTCacheOutput=new.aot");
        } finally {
            System.clearProperty(WorkerCommand.CACHE_OUTPUT);
        }
    }

    @Test
    void installationWithoutJarsIsNamed() throws Exception {
        Path library = WorkerCommand.library(home);
        Files.delete(library.resolve("a.jar"));
        Files.delete(library.resolve("b.jar"));
        assertThatThrownBy(() -> WorkerCommand.java(home, List.of()))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        library
                                + " contains no jar: no worker can start. Reinstall, or set --home");
        Path missing = home.resolve("other");
        assertThatThrownBy(() -> WorkerCommand.java(missing, List.of()))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        WorkerCommand.library(missing)
                                + " is missing: no worker can start. Reinstall, or set --home");
    }
}
