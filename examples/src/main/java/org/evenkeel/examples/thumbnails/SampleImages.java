package org.evenkeel.examples.thumbnails;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Images to try the program with: coloured rings, and one file that is no image. */
final class SampleImages {
    private static final int COUNT = 12;
    private static final int WIDTH = 800;
    private static final int HEIGHT = 600;

    private SampleImages() {}

    /** Fills a new folder. */
    static Path make(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (int i = 1; i <= COUNT; i++) {
            String format = i % 2 == 0 ? "png" : "jpg";
            Path file = folder.resolve(String.format("rings-%02d.%s", i, format));
            ImageIO.write(rings(i), format, file.toFile());
        }
        Files.writeString(folder.resolve("broken.jpg"), "This is not an image.");
        return folder;
    }

    private static BufferedImage rings(int number) {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                double distance = Math.hypot(x - WIDTH / 2.0, y - HEIGHT / 2.0);
                float brightness = (float) (0.6 + 0.4 * Math.sin(distance / (5 * number)));
                image.setRGB(x, y, Color.HSBtoRGB((float) number / COUNT, 0.7f, brightness));
            }
        }
        return image;
    }
}
