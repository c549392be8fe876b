package org.evenkeel.lab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Commands of operators do without the laboratory; charts are drawn in two packages. */
class LabArchitectureTest {
    private static final int LEAST_CLASSES = 300;

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .withImportOption(location -> !location.contains("-tests.jar")) // of siblings
                    .importPackages("org.evenkeel.cli", "org.evenkeel.lab");

    @Test
    void allClassesAreSeen() {
        assertThat(CLASSES.size()).isGreaterThan(LEAST_CLASSES);
    }

    @Test
    void commandsOfOperatorsDoWithoutTheLaboratory() {
        noClasses()
                .that()
                .resideInAPackage("org.evenkeel.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.evenkeel.lab..", "org.evenkeel.simulator..", "org.evenkeel.graphs..")
                .check(CLASSES);
    }

    @Test
    void chartsAreDrawnInTwoPackages() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "org.evenkeel.lab.simulate.plot..", "org.evenkeel.lab.plan.plot..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.knowm..", "de.erichseifert..", "java.awt..", "javax.imageio..")
                .check(CLASSES);
    }

    /** Other commands do not load what draws on terminals. */
    @Test
    void onlyTopDrawsOnTerminals() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.evenkeel.cli.top..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jline..")
                .check(CLASSES);
    }

    @Test
    void noPackagesDependOnEachOtherInCircles() {
        slices().matching("org.evenkeel.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
