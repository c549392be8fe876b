package org.evenkeel;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Dependencies go one way, and the kernel has no clock, thread, socket or randomness of its own.
 */
class ArchitectureTest {
    private static final JavaClasses MAIN =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .withImportOption(location -> !location.contains("-tests.jar")) // of siblings
                    .withImportOption(location -> !location.contains("/wire/proto/")) // generated
                    .importPackages("org.evenkeel");

    /** What is deterministic: the kernel, what it stands on, and what drives it in tests. */
    private static final String[] DETERMINISTIC = {
        "org.evenkeel.model..",
        "org.evenkeel.kernel..",
        "org.evenkeel.graphs..",
        "org.evenkeel.simulator.."
    };

    @Test
    void seesAllModules() {
        assertThat(MAIN.size()).isGreaterThan(100);
    }

    @Test
    void noPackagesDependOnEachOtherInCircles() {
        slices().matching("org.evenkeel.(**)").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void modelStandsAlone() {
        classes()
                .that()
                .resideInAPackage("org.evenkeel.model..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("org.evenkeel.model..", "java..", "org.jspecify..")
                .check(MAIN);
    }

    @Test
    void theJournalStandsAlone() {
        classes()
                .that()
                .resideInAPackage("org.evenkeel.kernel.journal..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("org.evenkeel.kernel.journal..", "java..", "org.jspecify..")
                .check(MAIN);
    }

    @Test
    void theKeepersLogStandsOnTheModelAlone() {
        classes()
                .that()
                .resideInAPackage("org.evenkeel.kernel.keepers..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "org.evenkeel.kernel.keepers..",
                        "org.evenkeel.model..",
                        "java.lang..",
                        "java.nio",
                        "java.nio.charset",
                        "java.util",
                        "java.util.function",
                        "java.util.stream",
                        "java.util.zip",
                        "org.jspecify..")
                .check(MAIN);
    }

    @Test
    void identityStandsOnTheModelAndHasNoFileSocketClockOrChance() {
        classes()
                .that()
                .resideInAPackage("org.evenkeel.security.identity..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "org.evenkeel.security.identity..",
                        "org.evenkeel.model..",
                        "java.lang..",
                        "java.io",
                        "java.math",
                        "java.nio",
                        "java.nio.charset",
                        "java.security..",
                        "java.time..",
                        "java.util..",
                        "javax.security.auth.x500",
                        "org.jspecify..")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAPackage("org.evenkeel.security.identity..")
                .should()
                .callMethod(java.time.Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callConstructor(java.security.SecureRandom.class)
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching("java\\.io\\.File.*")
                .check(MAIN);
    }

    @Test
    void eachPlannerStandsOnTheModelAlone() {
        for (String planner : List.of("org.evenkeel.kernel.calendar..", "org.evenkeel.graphs..")) {
            classes()
                    .that()
                    .resideInAPackage(planner)
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            planner,
                            "org.evenkeel.model..",
                            "java.lang..",
                            "java.math",
                            "java.time..",
                            "java.util..",
                            "org.jspecify..")
                    .check(MAIN);
        }
    }

    @Test
    void theArithmeticOfPhasesStandsAlone() {
        classes()
                .that()
                .resideInAPackage("org.evenkeel.kernel.phases.plan..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "org.evenkeel.kernel.phases.plan..",
                        "java.lang..",
                        "java.util..",
                        "org.jspecify..")
                .check(MAIN);
    }

    @Test
    void aPolicySeesOnlyItsView() {
        classes()
                .that()
                .resideInAPackage("org.evenkeel.kernel.policy..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "org.evenkeel.kernel.policy..",
                        "org.evenkeel.kernel.load..",
                        "org.evenkeel.model..",
                        "org.evenkeel.kernel.calendar..",
                        "java..",
                        "org.jspecify..")
                .check(MAIN);
    }

    @Test
    void theKernelKnowsNothingOfTheWire() {
        noClasses()
                .that()
                .resideInAnyPackage(DETERMINISTIC)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.evenkeel.wire..", "com.google..")
                .check(MAIN);
    }

    @Test
    void nothingKnowsOfTheSimulatorThatDrivesIt() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.evenkeel.simulator..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.evenkeel.simulator..")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAnyPackage(
                        "org.evenkeel.simulator.work..",
                        "org.evenkeel.simulator.fault..",
                        "org.evenkeel.simulator.check..",
                        "org.evenkeel.simulator.disk..",
                        "org.evenkeel.simulator.measure..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.evenkeel.simulator")
                .check(MAIN);
    }

    @Test
    void theKernelHasNoClockThreadSocketOrChance() {
        noClasses()
                .that()
                .resideInAnyPackage(DETERMINISTIC)
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.net..", "java.nio.channels..", "java.util.concurrent.locks..")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.Thread")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
                .check(MAIN);
    }

    @Test
    void theCoreUsesNoCollectionWhoseOrderCanShow() {
        noClasses()
                .that()
                .resideInAnyPackage(DETERMINISTIC)
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.HashMap")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.HashSet")
                .check(MAIN);
    }
}
