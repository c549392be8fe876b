package org.evenkeel.daemon;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
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
                    .withImportOption(location -> !location.contains("/wire/proto/")) // generated
                    .importPackages("org.evenkeel");

    @Test
    void allClassesAreLookedAt() {
        assertThat(CLASSES.size()).isGreaterThan(LEAST_CLASSES);
    }

    @Test
    void aDaemonHasNoChartsNoLaboratoryAndNoSimulator() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.evenkeel.lab..",
                        "org.evenkeel.cli..",
                        "org.evenkeel.simulator..",
                        "org.knowm..",
                        "de.erichseifert..",
                        "java.awt..",
                        "javax.imageio..")
                .check(CLASSES);
    }

    @Test
    void noPackagesDependOnEachOtherInCircles() {
        slices().matching("org.evenkeel.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void certificatesAreIssuedElsewhere() {
        noClasses()
                .that()
                .resideInAPackage("org.evenkeel.daemon..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.bouncycastle..", "org.evenkeel.authority..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("org.evenkeel.daemon.identity..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(CLASSES);
    }

    @Test
    void nothingDecodesUserBytes() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "com.esotericsoftware..",
                        "org.evenkeel.api..",
                        "org.evenkeel.continuations..",
                        "org.evenkeel.worker..")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.ObjectInputStream")
                .check(CLASSES);
    }

    /** What is not inflated cannot be a bomb. */
    @Test
    void nothingIsInflated() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.evenkeel.daemon.signature..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.util\\.(zip\\.(Inflater|GZIP|Zip).*|jar\\..*)")
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("io.netty.handler.codec.compression..")
                .check(CLASSES);
    }
}
