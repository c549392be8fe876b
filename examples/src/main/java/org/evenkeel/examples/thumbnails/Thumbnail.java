package org.evenkeel.examples.thumbnails;

import java.awt.Graphics2D;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.imageio.ImageIO;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.jspecify.annotations.Nullable;

/**
 * The task: reads an image of the program's folder and returns its thumbnail as the bytes of a file
 * in the same format.
 *
 * @param file name of the image in the folder
 * @param size pixels of the thumbnail's longer side
 */
public record Thumbnail(String file, int size) implements Task<byte[]> {

    static {
        System.setProperty("java.awt.headless", "true"); // workers have no screen
    }

    @Override
    public byte[] run(TaskContext context) throws IOException {
        try (InputStream in = context.files().input(file)) {
            return bytes(ImageIO.read(in));
        }
    }

    byte[] bytes(@Nullable BufferedImage image) throws IOException {
        if (image == null) {
            throw new IOException("not an image that Java can read");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String format = file.substring(file.lastIndexOf('.') + 1);
        if (!ImageIO.write(scaled(image), format, out)) {
            throw new IOException("Java cannot write this image as \"" + format + "\"");
        }
        return out.toByteArray();
    }

    /** Keeps the shape of the image. An image that is small enough keeps its size. */
    private BufferedImage scaled(BufferedImage image) {
        double scale = Math.min(1, (double) size / Math.max(image.getWidth(), image.getHeight()));
        int width = Math.max(1, (int) Math.round(scale * image.getWidth()));
        int height = Math.max(1, (int) Math.round(scale * image.getHeight()));
        boolean transparent = image.getColorModel().hasAlpha();
        BufferedImage thumbnail =
                new BufferedImage(
                        width,
                        height,
                        transparent ? BufferedImage.TYPE_INT_ARGB : BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = thumbnail.createGraphics();
        graphics.drawImage(image.getScaledInstance(width, height, Image.SCALE_SMOOTH), 0, 0, null);
        graphics.dispose();
        return thumbnail;
    }
}
