package org.evenkeel.continuations;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Which package may know which: frames; weave and graph; envelope; capture. */
class ArchitectureTest {

    private static final String ROOT = "org.evenkeel.continuations.";

    private final JavaClasses classes =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("org.evenkeel.continuations");

    private void doesNotKnow(String of, String... others) {
        noClasses()
                .that()
                .resideInAPackage(ROOT + of)
                .should()
                .dependOnClassesThat(resideInAnyPackage(others))
                .check(classes);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("org.evenkeel.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void bytecodeIsWovenInOnePlace() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "weave")
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.objectweb.asm.."))
                .check(classes);
    }

    @Test
    void whatWovenCodeCallsKnowsTheJdkAlone() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "frames")
                .should()
                .dependOnClassesThat(
                        com.tngtech.archunit.base.DescribedPredicate.not(
                                resideInAnyPackage("java..", "org.jspecify..", ROOT + "frames")))
                .check(classes);
    }

    @Test
    void directionsAreKept() {
        doesNotKnow(
                "weave",
                ROOT + "graph",
                ROOT + "envelope",
                ROOT + "capture",
                "org.evenkeel.worker..");
        doesNotKnow(
                "graph",
                ROOT + "weave",
                ROOT + "envelope",
                ROOT + "capture",
                "org.evenkeel.worker..");
        doesNotKnow("envelope", ROOT + "capture", "org.evenkeel.worker..");
        doesNotKnow("capture", "org.evenkeel.worker..");
    }

    @Test
    void javaSerialisationIsReadInOnePlaceUnderAFilter() {
        noClasses()
                .that()
                .doNotHaveSimpleName("SerialShape")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.ObjectInputStream")
                .check(classes);
    }
}
