package org.evenkeel.lab.measure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.lab.relay.RelayLinkShape;
import org.evenkeel.lab.simulate.FlagException;
import org.evenkeel.lab.simulate.FlagValues;
import org.evenkeel.model.Numbers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What can be said of measuring on emulated machines. */
public final class MeasureFlags {
    private static final String SECONDS = "--seconds";
    private static final String WARM = "--warm";
    private static final String REPETITIONS = "--repetitions";
    private static final String PROCESSORS = "--processors";
    private static final String WRITE = "--write";
    private static final int MAX_REPETITIONS = 1000;
    private static final double MAX_SECONDS = 86_400;

    /** Of this machine nodes have this part when nothing is said; the rest is for daemons. */
    private static final double USUAL = 0.7;

    /** More cannot be given away. */
    private static final double MOST = 0.85;

    /** Serial time of the full form where nothing else is said. */
    public static final double FULL_SECONDS = 120;

    @Option(
            names = SECONDS,
            paramLabel = "S",
            description =
                    "Minimum running time of the job on one node of the fastest kind; its "
                            + "pieces are computed repeatedly until it takes so long (default: that of "
                            + "the full form).")
    private @Nullable String seconds;

    @Option(
            names = WARM,
            paramLabel = "S",
            description =
                    "Processor time that each worker computes at full speed beforehand, so "
                            + "that its code gets compiled (default: 1).")
    private @Nullable String warm;

    @Option(
            names = REPETITIONS,
            paramLabel = "N",
            description =
                    "Number of runs of which the median is used (default: 3). A run during "
                            + "which the machine was overloaded is invalid and repeated, up to three "
                            + "times as many in all.")
    private @Nullable String repetitions;

    @Option(
            names = PROCESSORS,
            paramLabel = "P",
            description =
                    "Processors of this machine that all nodes share, by their speeds "
                            + "(default: 70 %% of all; at most 85 %%).")
    private @Nullable String processors;

    @Option(
            names = WRITE,
            paramLabel = "DIRECTORY",
            description =
                    "Write a page and a picture to this directory, with machine, commit and date.")
    private @Nullable Path write;

    @Mixin private final LinkFlags links = new LinkFlags();

    /** The flags that were given. */
    public List<String> given() {
        List<String> given =
                FlagValues.given(
                        SECONDS, seconds,
                        WARM, warm,
                        REPETITIONS, repetitions,
                        PROCESSORS, processors,
                        WRITE, write);
        given.addAll(links.given());
        return given;
    }

    /**
     * What is to be measured.
     *
     * @param fullSeconds what it takes on one node when nothing is said
     * @throws FlagException if it cannot be understood
     */
    public MeasuredWork work(Workloads workload, int depth, double fullSeconds) {
        return new MeasuredWork(
                workload,
                depth,
                number(SECONDS, seconds, fullSeconds, 0.001, MAX_SECONDS),
                number(WARM, warm, 1, 0, 600),
                repetitions == null
                        ? RunMetadata.FULL_REPETITIONS
                        : (int) FlagValues.count(REPETITIONS, repetitions, MAX_REPETITIONS));
    }

    /**
     * What the links between nodes are to be like.
     *
     * @throws FlagException if it cannot be understood
     */
    public RelayLinkShape links() {
        return links.shape();
    }

    /** Processors that all nodes have together. */
    public double processors() {
        int all = Runtime.getRuntime().availableProcessors();
        return number(PROCESSORS, processors, USUAL * all, 0.01, MOST * all);
    }

    private static double number(
            String flag, @Nullable String text, double otherwise, double least, double most) {
        if (text == null) {
            return otherwise;
        }
        double value = FlagValues.number(flag, text);
        if (value < least || value > most) {
            throw new FlagException(
                    flag,
                    Numbers.format("%s is out of range; use %.3g to %.5g", text, least, most));
        }
        return value;
    }

    /** Where a page is to be written; null for nowhere. */
    public @Nullable Path directory() {
        if (write != null && !Files.isDirectory(write)) {
            throw new FlagException(WRITE, write + " is not a directory");
        }
        return write;
    }
}
