package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples to begin with, as their pages say to run them. */
@Tag("extended")
class ExamplesProcessIT {
    @TempDir static Path state;
    @TempDir Path folder;
    private static Command evenkeel;

    @BeforeAll
    static void up() throws Exception {
        evenkeel = new Command(state);
        Command.Ended up = evenkeel.run("up", "-n", "2", "--worker-heap", "256m", "--no-recorder");
        assertThat(up.exitCode()).as(up.toString()).isZero();
    }

    @AfterAll
    static void down() throws Exception {
        assertThat(evenkeel.run("down").exitCode()).isZero();
        evenkeel.awaitNoLeftovers();
    }

    @Test
    void thumbnailsOfSamplesAreMade() throws Exception {
        Command.Ended run = example("thumbnails.Thumbnails");
        Matcher made = Pattern.compile("12 thumbnails of 13 files in (\\S+)").matcher(run.out());
        assertThat(made.find()).as(run.toString()).isTrue();
        BufferedImage thumbnail =
                ImageIO.read(Path.of(made.group(1)).resolve("rings-01.jpg").toFile());
        assertThat(thumbnail.getWidth()).isEqualTo(160);
        assertThat(run.err())
                .containsPattern("broken.jpg: task .* failed on node n\\d: .*not an image");
    }

    @Test
    @LongForm
    void folderOfImagesIsNamedWhenItIsMissing() throws Exception {
        Command.Ended run = run("thumbnails.Thumbnails", "no-such-folder", folder.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("no-such-folder is not a folder");
        run = run("thumbnails.Thumbnails", folder.toString(), folder.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("Name another folder for the thumbnails");
    }

    @Test
    void optionsArePricedAndPlotted() throws Exception {
        Path plot = folder.resolve("prices.svg");
        assertThat(example("options.OptionPrices", plot.toString()).out())
                .contains("European option   10.4466, standard error 0.0047", "10.4506");
        assertThat(plot).content().startsWith("<svg").contains("10,000,000 paths");
    }

    @Test
    void rowsOfAStudyKeepTheirOrder() throws Exception {
        Path in = folder.resolve("in.csv");
        Path out = folder.resolve("out.csv");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            rows.add(i % 10 == 7 ? "0.3,none,0" : "0.3,7,0." + (10 + i));
        }
        Files.write(in, List.of("contacts,infectious_days,vaccinated", String.join("\n", rows)));
        example("study.Study", in.toString(), out.toString());
        List<String> lines = Files.readAllLines(out);
        assertThat(lines.removeFirst()).endsWith(",peak_day,peak_infected,total_infected,error");
        assertThat(lines).hasSize(100);
        for (int i = 0; i < 100; i++) {
            assertThat(lines.get(i)).startsWith(rows.get(i) + ",");
        }
        assertThat(lines.get(17)).endsWith(",,,,\"infectious_days is a number, not \"\"none\"\"\"");
        assertThat(lines.get(18)).matches("0.3,7,0.28,[0-9.]+,[0-9.]+,[0-9.]+,");
    }

    @Test
    @LongForm
    void sampleOfAStudyIsComputed() throws Exception {
        assertThat(example("study.Study").out())
                .contains("0.3,7,0,87.9,0.170506,0.822065,\n", "vaccinated is at least 0");
    }

    @Test
    @LongForm
    void fileThatFitsNoStudyIsNamed() throws Exception {
        Command.Ended run = run("study.Study", "no-such-file.csv");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("no-such-file.csv cannot be read");
    }

    @Test
    void programWithAThreadPoolDrawsTheSameOnTheCluster() throws Exception {
        Path threads = folder.resolve("threads.png");
        Path cluster = folder.resolve("cluster.png");
        example("mandelbrot.Mandelbrot", threads.toString());
        example("executor.MandelbrotOnCluster", cluster.toString());
        assertThat(cluster).hasSameBinaryContentAs(threads);
    }

    @Test
    void programThatRunsItsTasksItselfNeedsNoDaemon() throws Exception {
        Command elsewhere = new Command(folder.resolve("state"));
        String queens = "org.evenkeel.examples.queens.Queens";
        Command.Ended run = elsewhere.local(2).run("run", queens, "--n", "8");
        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.out()).contains("8 queens: 92 solutions");
        run = elsewhere.run("run", queens, "--n", "8");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("is running here. Start one: evenkeel up");
    }

    private static Command.Ended example(String name, String... words) throws Exception {
        Command.Ended run = run(name, words);
        assertThat(run.exitCode()).as(run.toString()).isZero();
        return run;
    }

    private static Command.Ended run(String name, String... words) throws Exception {
        List<String> all = new ArrayList<>();
        all.add("run");
        all.add("-J-Djava.io.tmpdir=" + state);
        all.add("org.evenkeel.examples." + name);
        all.addAll(List.of(words));
        return evenkeel.run(all.toArray(String[]::new));
    }
}
