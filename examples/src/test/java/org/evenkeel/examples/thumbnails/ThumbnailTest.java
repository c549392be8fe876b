package org.evenkeel.examples.thumbnails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThumbnailTest {

    @ParameterizedTest
    @CsvSource({
        "400, 200, 100, 50",
        "200, 400, 50, 100",
        "100, 100, 100, 100",
        "30, 20, 30, 20",
        "1000, 1, 100, 1"
    })
    void shapeIsKept(int width, int height, int thumbnailWidth, int thumbnailHeight)
            throws IOException {
        BufferedImage thumbnail = thumbnail("a.png", image(width, height));
        assertThat(thumbnail.getWidth()).isEqualTo(thumbnailWidth);
        assertThat(thumbnail.getHeight()).isEqualTo(thumbnailHeight);
    }

    @Test
    void pixelIsTheMeanOfThoseItStandsFor() throws IOException {
        BufferedImage board = image(400, 400);
        for (int y = 0; y < 400; y++) {
            for (int x = 0; x < 400; x++) {
                board.setRGB(x, y, (x + y) % 2 == 0 ? 0xffffff : 0);
            }
        }
        BufferedImage thumbnail = thumbnail("board.png", board);
        for (int y = 0; y < 100; y++) {
            for (int x = 0; x < 100; x++) {
                assertThat(new Color(thumbnail.getRGB(x, y)).getGreen()).isBetween(126, 129);
            }
        }
    }

    @Test
    void transparentImageStaysTransparent() throws IOException {
        BufferedImage clear = new BufferedImage(300, 300, BufferedImage.TYPE_INT_ARGB);
        assertThat(thumbnail("clear.png", clear).getRGB(50, 50) >>> 24).isZero();
    }

    @Test
    void formatIsThatOfTheFile() throws IOException {
        assertThat(new Thumbnail("a.jpg", 100).bytes(image(400, 400))).startsWith(0xff, 0xd8, 0xff);
        assertThat(new Thumbnail("a.PNG", 100).bytes(image(400, 400))).contains('P', 'N', 'G');
    }

    @Test
    void fileThatIsNoImageIsRefused() {
        assertThatThrownBy(() -> new Thumbnail("notes.txt", 100).bytes(null))
                .isInstanceOf(IOException.class)
                .hasMessage("not an image that Java can read");
        assertThatThrownBy(() -> new Thumbnail("a.tga", 100).bytes(image(4, 4)))
                .isInstanceOf(IOException.class)
                .hasMessage("Java cannot write this image as \"tga\"");
    }

    @Test
    void samplesAreImagesButOne(@TempDir Path folder) throws IOException {
        int images = 0;
        try (Stream<Path> files = Files.list(SampleImages.make(folder.resolve("new")))) {
            for (Path file : files.toList()) {
                images += ImageIO.read(file.toFile()) == null ? 0 : 1;
            }
        }
        assertThat(images).isEqualTo(12);
        assertThat(ImageIO.read(folder.resolve("new/broken.jpg").toFile())).isNull();
    }

    private static BufferedImage image(int width, int height) {
        return new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    }

    private static BufferedImage thumbnail(String file, BufferedImage image) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(new Thumbnail(file, 100).bytes(image)));
    }
}
