package org.evenkeel.examples.mandelbrot;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.awt.image.BufferedImage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class MandelbrotTest {
    private static final int BLACK = 0xff000000;

    @Test
    void setIsBlackAndSymmetric() throws Exception {
        BufferedImage image;
        try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
            image = Mandelbrot.draw(executor, 300, 200, 200);
        }
        assertThat(image.getRGB(225, 100)).as("0").isEqualTo(BLACK);
        assertThat(image.getRGB(125, 100)).as("-1").isEqualTo(BLACK);
        assertThat(image.getRGB(275, 100)).as("0.5").isNotEqualTo(BLACK);
        assertThat(image.getRGB(225, 10)).as("-0.9i").isNotEqualTo(BLACK);
        for (int y = 1; y < 100; y++) {
            for (int x = 0; x < 300; x++) {
                assertThat(image.getRGB(x, 100 - y)).isEqualTo(image.getRGB(x, 100 + y));
            }
        }
    }

    @Test
    void programDoesNotKnowEvenkeel() {
        String own = Mandelbrot.class.getPackageName();
        JavaClasses program = new ClassFileImporter().importPackages(own);
        DescribedPredicate<JavaClass> isOfEvenkeel =
                DescribedPredicate.describe(
                        "belong to Evenkeel",
                        other ->
                                other.getPackageName().startsWith("org.evenkeel")
                                        && !other.getPackageName().equals(own));
        noClasses().should().dependOnClassesThat(isOfEvenkeel).check(program);
    }
}
