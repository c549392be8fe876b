package org.evenkeel;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dependencies go one way, and the thinking has no clock, thread, socket or chance of its own. */
class ArchitectureTest {
    private static final JavaClasses MAIN =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("org.evenkeel");

    private static final String[] THINKING = {
        "org.evenkeel.model..",
        "org.evenkeel.protocol..",
        "org.evenkeel.load..",
        "org.evenkeel.policy..",
        "org.evenkeel.topology..",
        "org.evenkeel.trace..",
        "org.evenkeel.core..",
        "org.evenkeel.journal..",
        "org.evenkeel.phase..",
        "org.evenkeel.plan..",
        "org.evenkeel.sim.."
    };

    @Test
    void seesTheWholeModule() {
        assertThat(MAIN.size()).isGreaterThan(100);
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
                .resideInAPackage("org.evenkeel.journal..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("org.evenkeel.journal..", "java..", "org.jspecify..")
                .check(MAIN);
    }

    @Test
    void identityStandsOnTheModelAndHasNoFileSocketClockOrChance() {
        classes()
                .that()
                .resideInAPackage("org.evenkeel.identity..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "org.evenkeel.identity..",
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
                .resideInAPackage("org.evenkeel.identity..")
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
        for (String planner :
                List.of("org.evenkeel.plan.calendar..", "org.evenkeel.plan.graph..")) {
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
                .resideInAPackage("org.evenkeel.phase..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "org.evenkeel.phase..", "java.lang..", "java.util..", "org.jspecify..")
                .check(MAIN);
    }

    @Test
    void aPolicySeesOnlyItsView() {
        classes()
                .that()
                .resideInAPackage("org.evenkeel.policy..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "org.evenkeel.policy..",
                        "org.evenkeel.load..",
                        "org.evenkeel.model..",
                        "org.evenkeel.plan.calendar..",
                        "java..",
                        "org.jspecify..")
                .check(MAIN);
    }

    @Test
    void theCoreKnowsNothingOfTheWire() {
        noClasses()
                .that()
                .resideInAnyPackage(THINKING)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.evenkeel.wire..", "com.google..")
                .check(MAIN);
    }

    @Test
    void nothingKnowsOfTheSimulatorThatDrivesIt() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.evenkeel.sim..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.evenkeel.sim..")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAnyPackage(
                        "org.evenkeel.sim.work..",
                        "org.evenkeel.sim.fault..",
                        "org.evenkeel.sim.check..",
                        "org.evenkeel.sim.disk..",
                        "org.evenkeel.sim.measure..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.evenkeel.sim")
                .check(MAIN);
    }

    @Test
    void theThinkingHasNoClockThreadSocketOrChance() {
        noClasses()
                .that()
                .resideInAnyPackage(THINKING)
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
                .resideInAnyPackage(THINKING)
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.HashMap")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.HashSet")
                .check(MAIN);
    }
}
