package org.evenkeel.recorder.browser;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class PicturesTest {

    /** They are made by the tests of pages, see {@link Pictures}. */
    @Test
    void thePicturesOfThePagesAreSmallTogether() throws IOException {
        if (Files.isDirectory(Pictures.DOCS)) {
            Pictures.requireSmall(Pictures.DOCS);
        }
    }
}
