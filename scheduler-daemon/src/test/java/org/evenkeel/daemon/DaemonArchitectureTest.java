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

    private final JavaClasses classes =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("org.evenkeel");

    @Test
    void allClassesAreLookedAt() {
        assertThat(classes.size()).isGreaterThan(LEAST_CLASSES);
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
                .check(classes);
    }
}
