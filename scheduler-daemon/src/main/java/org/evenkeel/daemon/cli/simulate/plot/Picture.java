package org.evenkeel.daemon.cli.simulate.plot;

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
import javax.imageio.ImageIO;
import org.evenkeel.daemon.cli.simulate.Runs;

/** A picture of results in a file: mean response, 99 % of the responses, messages per task. */
public final class Picture {
    static final int PANEL_WIDTH = 480;
    static final int HEIGHT = 420;

    private static final List<Panel> PANELS = List.of(Panel.MEAN, Panel.P99, Panel.MESSAGES);
    private static final int WIDTH = PANEL_WIDTH * PANELS.size();

    /** A PNG has so many points for each of the picture. */
    private static final int SCALE = 2;

    private Picture() {}

    /**
     * Draws the results.
     *
     * @param file its ending says the format, {@code .svg} or {@code .png}
     * @throws IOException if it cannot be written, or this machine has no fonts
     */
    public static void write(Path file, List<Runs.Result> results) throws IOException {
        System.setProperty("java.awt.headless", "true");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            if (file.toString().toLowerCase(Locale.ROOT).endsWith(".svg")) {
                svg(out, new Charts(results));
            } else {
                png(out, new Charts(results));
            }
        } catch (LinkageError | InternalError e) {
            throw new IOException(
                    file + ": nothing can be drawn without fonts (fontconfig, freetype): " + e, e);
        }
    }

    private static void svg(OutputStream out, Charts charts) throws IOException {
        VectorGraphics2D graphics = new VectorGraphics2D();
        paint(graphics, charts);
        new SVGProcessor()
                .getDocument(graphics.getCommands(), new PageSize(0, 0, WIDTH, HEIGHT))
                .writeTo(out);
    }

    private static void png(OutputStream out, Charts charts) throws IOException {
        BufferedImage image =
                new BufferedImage(WIDTH * SCALE, HEIGHT * SCALE, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.scale(SCALE, SCALE);
        paint(graphics, charts);
        graphics.dispose();
        ImageIO.write(image, "png", out);
    }

    private static void paint(Graphics2D graphics, Charts charts) {
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, WIDTH, HEIGHT);
        for (int i = 0; i < PANELS.size(); i++) {
            Graphics2D part = (Graphics2D) graphics.create();
            part.translate(i * PANEL_WIDTH, 0);
            charts.of(PANELS.get(i)).paint(part, PANEL_WIDTH, HEIGHT);
            part.dispose();
        }
    }
}
