package org.evenkeel.lab.bench;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Lets sides measure the same in turn, so that a machine that slows down slows all. */
record AlternatingRuns(List<Measured> sides, int rounds, Consumer<String> progress) {
    /** Once each, for nothing but warm code. */
    void warmUp(String... commands) throws IOException {
        progress.accept("warming up");
        for (String command : commands) {
            for (Measured side : sides) {
                side.measure(command);
            }
        }
    }

    /** A figure for each side and round; each round begins with another side. */
    double[][] measure(String what, String command) throws IOException {
        double[][] figures = new double[sides.size()][rounds];
        for (int round = 0; round < rounds; round++) {
            progress.accept(what + ", round " + (round + 1) + " of " + rounds);
            for (int i = 0; i < sides.size(); i++) {
                int side = (i + round) % sides.size();
                figures[side][round] = sides.get(side).measure(command);
            }
        }
        return figures;
    }
}
