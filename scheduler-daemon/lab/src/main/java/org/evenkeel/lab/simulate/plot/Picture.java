package org.evenkeel.lab.simulate.plot;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import javax.imageio.ImageIO;
import org.evenkeel.lab.simulate.ScenarioRuns;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * A picture of results in a file: mean response, 99 % of the responses, messages per task;
 * speed-up, makespan and messages where one task with children was submitted.
 */
public final class Picture {
    public static final int PANEL_WIDTH = 480;
    public static final int HEIGHT = 420;

    /** A PNG has so many points for each of the picture. */
    private static final int SCALE = 2;

    /**
     * Draws the results.
     *
     * @param file its ending says the format, {@code .svg} or {@code .png}
     * @throws IOException if it cannot be written, or this machine has no fonts
     */
    public static void write(Path file, List<ScenarioRuns.Result> results) throws IOException {
        draw(
                file,
                () -> {
                    Charts charts = new Charts(results);
                    return charts.chartPanels().stream().map(charts::of).toList();
                });
    }

    /** Draws charts beside each other, as {@link #write} does. */
    public static void draw(Path file, Supplier<? extends List<? extends Chart<?, ?>>> charts)
            throws IOException {
        System.setProperty("java.awt.headless", "true");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            if (file.toString().toLowerCase(Locale.ROOT).endsWith(".svg")) {
                svg(out, charts.get());
            } else {
                png(out, charts.get());
            }
        } catch (LinkageError | InternalError e) {
            throw new IOException(
                    file + ": pictures with text need fonts (fontconfig, freetype): " + e, e);
        }
    }

    private static void svg(OutputStream out, List<? extends Chart<?, ?>> charts)
            throws IOException {
        VectorGraphics2D graphics = new VectorGraphics2D();
        paint(graphics, charts);
        new SVGProcessor()
                .getDocument(
                        graphics.getCommands(),
                        new PageSize(0, 0, charts.size() * PANEL_WIDTH, HEIGHT))
                .writeTo(out);
    }

    private static void png(OutputStream out, List<? extends Chart<?, ?>> charts)
            throws IOException {
        int width = charts.size() * PANEL_WIDTH;
        BufferedImage image =
                new BufferedImage(width * SCALE, HEIGHT * SCALE, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.scale(SCALE, SCALE);
        paint(graphics, charts);
        graphics.dispose();
        ImageIO.write(image, "png", out);
    }

    private static void paint(Graphics2D graphics, List<? extends Chart<?, ?>> charts) {
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, charts.size() * PANEL_WIDTH, HEIGHT);
        for (int i = 0; i < charts.size(); i++) {
            Graphics2D part = (Graphics2D) graphics.create();
            part.translate(i * PANEL_WIDTH, 0);
            charts.get(i).paint(part, PANEL_WIDTH, HEIGHT);
            part.dispose();
        }
    }
}
