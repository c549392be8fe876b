package org.evenkeel.examples.mandelbrot;

import java.awt.image.BufferedImage;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.imageio.ImageIO;

/** Draws the Mandelbrot set, one row per task, and writes it as a PNG file. */
public final class Mandelbrot {
    private static final int WIDTH = 1200;
    private static final int HEIGHT = 900;
    private static final int MAX_ITERATIONS = 5000;

    private Mandelbrot() {}

    public static void main(String[] arguments) throws Exception {
        int processors = Runtime.getRuntime().availableProcessors();
        try (ExecutorService executor = Executors.newFixedThreadPool(processors)) {
            run(executor, arguments);
        }
    }

    /** Draws with any executor service. */
    public static void run(ExecutorService executor, String... arguments) throws Exception {
        File file =
                arguments.length > 0
                        ? new File(arguments[0])
                        : File.createTempFile("mandelbrot", ".png");
        ImageIO.write(draw(executor, WIDTH, HEIGHT, MAX_ITERATIONS), "png", file);
        System.out.println("picture: " + file);
    }

    static BufferedImage draw(ExecutorService executor, int width, int height, int maxIterations)
            throws Exception {
        List<Row> rows = new ArrayList<>();
        for (int y = 0; y < height; y++) {
            rows.add(new Row(y, width, height, maxIterations));
        }
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        List<Future<int[]>> drawn = executor.invokeAll(rows);
        for (int y = 0; y < height; y++) {
            image.setRGB(0, y, width, 1, drawn.get(y).get(), 0, width);
        }
        return image;
    }
}
