package org.evenkeel.testcontainers;

import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import org.evenkeel.testcontainers.engine.Engine;
import org.evenkeel.testcontainers.engine.EngineException;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Does what {@link EvenkeelMachines} says; a cluster is started when a test first asks for it. */
public final class EvenkeelExtension
        implements ExecutionCondition, ParameterResolver, AfterEachCallback, AfterAllCallback {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(EvenkeelExtension.class);
    private static final String REQUIRED = "evenkeel.containers";

    /** Where the annotation is, and what it says. */
    private record Wanted(ExtensionContext at, EvenkeelMachines machines) {}

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        String missing = missing();
        if (missing.isEmpty()) {
            return ConditionEvaluationResult.enabled("a Docker engine answers");
        }
        if ("required".equals(System.getProperty(REQUIRED))) {
            throw new EngineException("containers are required, but " + missing);
        }
        System.out.println("Skipped: " + context.getDisplayName() + ", because " + missing);
        return ConditionEvaluationResult.disabled(missing);
    }

    /** What keeps containers from being started; empty when nothing does. */
    private static String missing() {
        try {
            String image = ClusterSettings.of(1).image();
            return Engine.find().hasImage(image) ? "" : ClusterResources.missing(image);
        } catch (EngineException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == EvenkeelCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Wanted wanted = wanted(context);
        return wanted.at()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(
                        EvenkeelCluster.class,
                        key -> EvenkeelCluster.start(settings(wanted.machines())),
                        EvenkeelCluster.class);
    }

    private static Wanted wanted(ExtensionContext context) {
        for (ExtensionContext at = context; ; at = at.getParent().orElseThrow()) {
            Optional<AnnotatedElement> element = at.getElement();
            Optional<EvenkeelMachines> machines =
                    AnnotationSupport.findAnnotation(element, EvenkeelMachines.class);
            if (machines.isPresent()) {
                return new Wanted(at, machines.get());
            }
        }
    }

    private static ClusterSettings settings(EvenkeelMachines machines) {
        return ClusterSettings.of(machines.value())
                .withSize(machines.cpus(), machines.memory())
                .withPolicy(machines.policy())
                .withTopology(machines.topology())
                .withFlags(machines.flags())
                .withJvmOptions(machines.jvmOptions());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        EvenkeelCluster cluster =
                context.getStore(NAMESPACE).get(EvenkeelCluster.class, EvenkeelCluster.class);
        if (cluster != null && context.getExecutionException().isPresent()) {
            System.err.println(cluster.logs());
        }
        closeOwn(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        closeOwn(context);
    }

    /** A cluster is closed where it belongs, not by the first test of its class. */
    private static void closeOwn(ExtensionContext context) {
        if (AnnotationSupport.isAnnotated(context.getElement(), EvenkeelMachines.class)) {
            EvenkeelCluster cluster =
                    context.getStore(NAMESPACE)
                            .remove(EvenkeelCluster.class, EvenkeelCluster.class);
            if (cluster != null) {
                cluster.close();
            }
        }
    }
}
