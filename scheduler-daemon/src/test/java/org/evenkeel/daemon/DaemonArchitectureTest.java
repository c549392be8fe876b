package org.evenkeel.daemon;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** A daemon never decodes user bytes. */
class DaemonArchitectureTest {

    private static final int LEAST_CLASSES = 80;

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .withImportOption(location -> !location.contains("-tests.jar")) // of siblings
                    .importPackages("org.evenkeel");

    @Test
    void allClassesAreLookedAt() {
        assertThat(CLASSES.size()).isGreaterThan(LEAST_CLASSES);
    }

    @Test
    void drawingStaysOutOfDaemonsAndOtherCommands() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "org.evenkeel.daemon.cli.simulate.plot..",
                        "org.evenkeel.daemon.cli.plan.plot..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.knowm..", "de.erichseifert..", "java.awt..", "javax.imageio..")
                .check(CLASSES);
    }

    @Test
    void certificatesAreMadeInOnePlace() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.evenkeel.daemon.identity..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.bouncycastle..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("org.evenkeel.daemon.identity..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.evenkeel.daemon.cli..", "io.netty..")
                .check(CLASSES);
    }

    @Test
    void nothingDecodesUserBytes() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "com.esotericsoftware..", "org.evenkeel.api..", "org.evenkeel.migration..")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.ObjectInputStream")
                .check(CLASSES);
    }

    /** What is not inflated cannot be a bomb. The command line reads the jar that it is to run. */
    @Test
    void nothingIsInflated() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "org.evenkeel.daemon.cli..", "org.evenkeel.daemon.signature..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.util\\.(zip\\.(Inflater|GZIP|Zip).*|jar\\..*)")
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("io.netty.handler.codec.compression..")
                .check(CLASSES);
    }
}
