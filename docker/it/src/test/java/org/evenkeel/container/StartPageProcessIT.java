package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.it.Home;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The lines of docs/start.md lead from an empty folder to a program on a cluster. The installation
 * is that of the tests, and so there is no build. The last program counts fewer primes than the
 * page's, which takes a machine with two processors a minute.
 */
@Timeout(600)
@Tag("extended")
class StartPageProcessIT {
    private static final String PAGE = "docs/start.md";
    private static final Pattern PROGRAM = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern JOB = Pattern.compile("(?m)^job (\\S+)$");
    private static final long LIMIT_SECONDS = 300;

    @TempDir Path directory;

    /** Ends what a failure has left. */
    @AfterEach
    void down() throws Exception {
        shell(directory, "evenkeel down --now || true");
    }

    @Test
    void linesOfThePageRunAProgramOnThreeDaemons() throws Exception {
        List<String> make = lines("## 2. Write a task");
        assertThat(make).startsWith("mkdir primes && cd primes"); // then the program
        shell(directory, "mkdir primes");
        Path folder = directory.resolve("primes");
        Matcher program = PROGRAM.matcher(Files.readString(Path.of("../..").resolve(PAGE)));
        assertThat(program.find()).isTrue();
        Files.writeString(folder.resolve("Primes.java"), program.group(1));

        String run = shell(folder, lines("## 3. Run it"));
        assertThat(run).contains("664579 primes below 10 million");
        Matcher job = JOB.matcher(run);
        assertThat(job.find()).as(run).isTrue();

        List<String> look = new ArrayList<>();
        for (String line : lines("## 4. See what happened")) {
            look.add(line.replace("JOB", job.group(1)));
        }
        assertThat(shell(folder, look)).contains("n1", "n2", "n3", "100 tasks");
        assertThat(folder.resolve("report-" + job.group(1) + ".html")).exists();

        List<String> away = lines("## 5. Take a machine away");
        assertThat(away).anyMatch(line -> line.contains("start.Primes 50 >"));
        assertThat(Files.readString(Path.of("../..").resolve(PAGE)))
                .contains(primesBelow(50) + " primes below 50 million");
        List<String> fewer =
                away.stream().map(line -> line.replace("Primes 50 >", "Primes 20 >")).toList();
        assertThat(shell(folder, fewer))
                .contains(primesBelow(20) + " primes below 20 million", "down:");
    }

    /** By a sieve. */
    private static int primesBelow(int millions) {
        int end = millions * 1_000_000;
        BitSet composite = new BitSet(end);
        for (int n = 2; n <= end / n; n++) {
            if (!composite.get(n)) {
                for (int multiple = n * n; multiple < end; multiple += n) {
                    composite.set(multiple);
                }
            }
        }
        return end - 2 - composite.cardinality();
    }

    private static List<String> lines(String heading) throws IOException {
        return DocumentedCommands.of(PAGE, heading).lines();
    }

    private String shell(Path where, List<String> lines) throws Exception {
        return shell(where, String.join("\n", lines));
    }

    /** Runs lines in one shell, up to the first that fails; what they printed. */
    private String shell(Path where, String script) throws Exception {
        Path home = Home.unpack();
        Path printed = Files.createTempFile(directory, "printed", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder("bash", "-euo", "pipefail", "-c", script)
                        .directory(where.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(printed.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("EVENKEEL_"));
        String java = System.getProperty("java.home");
        environment.put("EVENKEEL_JAVA_HOME", java);
        environment.put("EVENKEEL_STATE", directory.resolve("state").toString());
        environment.put("PATH", home + ":" + java + "/bin:" + environment.get("PATH"));
        environment.put("CLIENT", home.resolve("lib/client/evenkeel-client.jar").toString());
        Process shell = builder.start();
        if (!shell.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
            throw new AssertionError("still running: " + Files.readString(printed));
        }
        String text = Files.readString(printed);
        assertThat(shell.exitValue()).as(text).isZero();
        return text;
    }
}
