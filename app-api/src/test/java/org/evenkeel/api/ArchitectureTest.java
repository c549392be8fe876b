package org.evenkeel.api;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a program sees, and who may use whom. */
class ArchitectureTest {

    private static JavaClasses classes;

    @BeforeAll
    static void read() {
        classes =
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .withImportOption(
                                location -> !location.contains("-tests.jar")) // of siblings
                        .importPackages("org.evenkeel.api", "org.evenkeel.client");
        assertThat(classes.size()).isGreaterThan(80);
    }

    @Test
    void publicSignaturesNameTheApiAndTheJdkAlone() {
        Set<String> strangers = new TreeSet<>();
        int members = 0;
        for (JavaClass type : classes) {
            if (!type.getPackageName().startsWith("org.evenkeel.api")) {
                continue;
            }
            List<JavaMember> visible = new ArrayList<>();
            visible.addAll(type.getMethods());
            visible.addAll(type.getConstructors());
            visible.addAll(type.getFields());
            for (JavaMember member : visible) {
                boolean open =
                        member.getModifiers().contains(JavaModifier.PUBLIC)
                                || member.getModifiers().contains(JavaModifier.PROTECTED);
                if (open) {
                    members++;
                    typesOf(member).stream()
                            .map(JavaClass::getBaseComponentType)
                            .filter(used -> !used.isPrimitive())
                            .map(JavaClass::getName)
                            .filter(name ->
                                    !name.startsWith("java.")
                                            && !name.startsWith("org.evenkeel.api."))
                            .forEach(name -> strangers.add(member.getFullName() + ": " + name));
                }
            }
        }
        assertThat(members).isGreaterThan(100);
        assertThat(strangers).isEmpty();
    }

    private static Set<JavaClass> typesOf(JavaMember member) {
        Set<JavaClass> types = new java.util.HashSet<>();
        switch (member) {
            case JavaMethod method -> {
                types.addAll(method.getReturnType().getAllInvolvedRawTypes());
                method.getParameterTypes()
                        .forEach(type -> types.addAll(type.getAllInvolvedRawTypes()));
            }
            case JavaConstructor constructor ->
                    constructor
                            .getParameterTypes()
                            .forEach(type -> types.addAll(type.getAllInvolvedRawTypes()));
            case JavaField field -> types.addAll(field.getType().getAllInvolvedRawTypes());
            default -> throw new AssertionError(member);
        }
        return types;
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("org.evenkeel.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void kryoStaysInTheCodec() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.evenkeel.client.codec")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("com.esotericsoftware..", "org.objenesis.."))
                .check(classes);
    }

    @Test
    void codecKnowsNoSockets() {
        noClasses()
                .that()
                .resideInAnyPackage("org.evenkeel.client.codec", "org.evenkeel.client.bundle")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                "org.evenkeel.wire.link",
                                "org.evenkeel.client",
                                "org.evenkeel.client.embedded"))
                .check(classes);
    }

    @Test
    void graphsAreConductedWithoutSocketsOrCodec() {
        noClasses()
                .that()
                .resideInAnyPackage("org.evenkeel.client.graph", "org.evenkeel.client.value")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                "org.evenkeel.wire.link",
                                "org.evenkeel.client",
                                "org.evenkeel.client.codec",
                                "org.evenkeel.client.embedded"))
                .check(classes);
    }

    @Test
    void filesAreServedWithoutSocketsOrCodec() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "org.evenkeel.client.files",
                        "org.evenkeel.client.messages",
                        "org.evenkeel.api.files",
                        "org.evenkeel.api.messages")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                "org.evenkeel.wire.link",
                                "org.evenkeel.client",
                                "org.evenkeel.client.session",
                                "org.evenkeel.client.codec",
                                "org.evenkeel.client.embedded"))
                .check(classes);
        noClasses()
                .that()
                .resideInAPackage("org.evenkeel.client.files")
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.evenkeel.api.."))
                .check(classes);
    }

    @Test
    void sessionsKnowNoClient() {
        noClasses()
                .that()
                .resideInAnyPackage("org.evenkeel.client.session", "org.evenkeel.wire.link")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                "org.evenkeel.client",
                                "org.evenkeel.client.bundle",
                                "org.evenkeel.client.embedded"))
                .check(classes);
    }

    @Test
    void javaSerialisationIsReadInOnePlaceUnderAFilter() {
        noClasses()
                .that()
                .doNotHaveSimpleName("JdkSerializers")
                .and(com.tngtech.archunit.base.DescribedPredicate.not(isInside("JdkSerializers")))
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.ObjectInputStream")
                .check(classes);
    }

    private static com.tngtech.archunit.base.DescribedPredicate<JavaClass> isInside(String outer) {
        return com.tngtech.archunit.base.DescribedPredicate.describe(
                "inside " + outer, type -> type.getName().contains("." + outer + "$"));
    }

    @Test
    void nothingHereNeedsTheDaemonOrTheWorker() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                "org.evenkeel.daemon..",
                                "org.evenkeel.kernel..",
                                "org.evenkeel.simulator..",
                                "org.evenkeel.continuations..",
                                "org.evenkeel.worker..",
                                "io.netty.."))
                .check(classes);
    }

    @Test
    void exceptionsAreUnchecked() {
        classes()
                .that()
                .resideInAPackage("org.evenkeel.api")
                .and()
                .haveSimpleNameEndingWith("Exception")
                .should()
                .beAssignableTo(RuntimeException.class)
                .check(classes);
    }
}
