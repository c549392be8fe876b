package org.evenkeel.migration.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.migration.capture.Opens;
import org.evenkeel.migration.hop.Programs;
import org.evenkeel.samples.cost.Queens;

/** A measurement in a JVM that has done nothing else. */
final class OwnJvm {
    private OwnJvm() {}

    /**
     * Runs it, and prints what it says.
     *
     * @param main whose {@code main} is given the word and the folder with the samples
     */
    static String said(Class<?> main, String what, Path folder) throws Exception {
        Programs.copyPackageOf(Queens.class, folder);
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.add("-XX:+UseSerialGC");
        words.addAll(Opens.words());
        words.addAll(List.of("-cp", System.getProperty("java.class.path")));
        words.addAll(List.of(main.getName(), what, folder.toString()));
        Process process =
                new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String said =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor()).isZero();
        System.out.println(what + ": " + said);
        return said;
    }
}
