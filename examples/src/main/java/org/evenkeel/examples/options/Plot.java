package org.evenkeel.examples.options;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Draws as SVG how an estimate approaches the exact value while paths are added. */
record Plot(double exact, double halfRange) {
    private static final int WIDTH = 800;
    private static final int HEIGHT = 400;

    /** Half the height of the picture, in standard errors of the last estimate. */
    private static final int ERRORS_SHOWN = 12;

    /**
     * @param estimates after one batch, after two, and so on
     */
    static String svg(List<Estimate> estimates, double exact) {
        Estimate last = estimates.getLast();
        Plot plot = new Plot(exact, ERRORS_SHOWN * last.standardError());
        return String.format(
                Locale.ROOT,
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" \
                font-family="sans-serif" font-size="14">
                <rect width="100%%" height="100%%" fill="white"/>
                %s%s%s%s<text x="10" y="20">European option: estimate (blue), two standard errors \
                (grey), exact %.4f (red)</text>
                <text x="10" y="%d">%,d paths, estimate %.4f</text>
                </svg>
                """,
                WIDTH,
                HEIGHT,
                plot.line("silver", estimates, e -> e.mean() - 2 * e.standardError()),
                plot.line("silver", estimates, e -> e.mean() + 2 * e.standardError()),
                plot.line("red", estimates, e -> exact),
                plot.line("blue", estimates, Estimate::mean),
                exact,
                HEIGHT - 10,
                last.count(),
                last.mean());
    }

    private String line(String colour, List<Estimate> estimates, ToDoubleFunction<Estimate> value) {
        long paths = estimates.getLast().count();
        StringBuilder points = new StringBuilder();
        for (Estimate estimate : estimates) {
            double x = (double) WIDTH * estimate.count() / paths;
            double up = (value.applyAsDouble(estimate) - exact) / halfRange;
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, HEIGHT / 2.0 * (1 - up)));
        }
        return "<polyline fill=\"none\" stroke=\"%s\" points=\"%s\"/>%n"
                .formatted(colour, points.toString().strip());
    }
}
