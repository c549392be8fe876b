package org.evenkeel.recorder;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What is asked and kept is decided without files, clocks and threads; DuckDB is never named. */
class RecorderArchitectureTest {
    private static final int LEAST_CLASSES = 40;

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("org.evenkeel.recorder");

    @Test
    void allClassesAreSeen() {
        assertThat(CLASSES.size()).isGreaterThan(LEAST_CLASSES);
    }

    @Test
    void readingHasNoFilesNoClockAndNoThreads() {
        noClasses()
                .that()
                .resideInAPackage("org.evenkeel.recorder.read..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.io..", "java.nio..", "java.net..", "java.sql..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("org.evenkeel.recorder.read..")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
                .check(CLASSES);
    }

    @Test
    void noClassNamesTheDriver() {
        noClasses().should().dependOnClassesThat().resideInAPackage("org.duckdb..").check(CLASSES);
    }

    @Test
    void noPackagesDependOnEachOtherInCircles() {
        slices().matching("org.evenkeel.recorder.(*)..").should().beFreeOfCycles().check(CLASSES);
    }
}
