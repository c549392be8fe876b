package org.evenkeel.test;

import java.util.Optional;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterExecutor;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Does what {@link EvenkeelCluster} says. */
public final class EvenkeelClusterExtension
        implements ParameterResolver,
                BeforeAllCallback,
                BeforeEachCallback,
                AfterEachCallback,
                AfterAllCallback {

    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(EvenkeelClusterExtension.class);

    /**
     * Where an annotation is, and what it asks for.
     *
     * @param owner the context of the class or method that has it
     */
    private record Wanted(ExtensionContext owner, ClusterShape shape) {}

    @Override
    public void beforeAll(ExtensionContext context) {
        check(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        check(context);
    }

    /** A wrong value fails what has it, also where no parameter asks for the cluster. */
    private static void check(ExtensionContext context) {
        annotation(context).ifPresent(found -> ClusterShape.of(found, context.getDisplayName()));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Cluster.class || type == ClusterExecutor.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Wanted wanted = wanted(context);
        // It starts outside of the store, which would throw a failure at each later look again.
        SharedCluster shared =
                wanted.owner()
                        .getStore(NAMESPACE)
                        .getOrComputeIfAbsent(
                                SharedCluster.class,
                                key -> new SharedCluster(wanted.shape(), name(wanted.owner())),
                                SharedCluster.class);
        Cluster cluster = shared.start().cluster();
        return parameter.getParameter().getType() == Cluster.class ? cluster : cluster.executor();
    }

    /** Name of the job: that of the test class, which has printable characters only. */
    private static String name(ExtensionContext context) {
        return context.getTestClass().map(Class::getSimpleName).orElse("test");
    }

    private static Wanted wanted(ExtensionContext context) {
        for (Optional<ExtensionContext> at = Optional.of(context);
                at.isPresent();
                at = at.get().getParent()) {
            ExtensionContext owner = at.get();
            Optional<EvenkeelCluster> found = annotation(owner);
            if (found.isPresent()) {
                return new Wanted(owner, ClusterShape.of(found.get(), owner.getDisplayName()));
            }
        }
        throw new ExtensionConfigurationException(
                context.getDisplayName()
                        + " asks for a cluster; put @EvenkeelCluster on the class or the method");
    }

    private static Optional<EvenkeelCluster> annotation(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getElement(), EvenkeelCluster.class);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        end(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        end(context);
    }

    /** Keeps the logs of what has failed. A cluster is closed where its annotation is. */
    private static void end(ExtensionContext context) {
        ExtensionContext.Store store = context.getStore(NAMESPACE);
        SharedCluster shared = store.get(SharedCluster.class, SharedCluster.class);
        StartedCluster used = shared == null ? null : shared.started();
        if (used != null && context.getExecutionException().isPresent()) {
            System.err.println(title(context) + " failed: " + used.keepLogs());
        }
        if (annotation(context).isPresent()) {
            // Only what is stored here: get also looks at what encloses it.
            SharedCluster own = store.remove(SharedCluster.class, SharedCluster.class);
            if (own != null) {
                own.close();
            }
        }
    }

    private static String title(ExtensionContext context) {
        String name = name(context);
        return context.getTestMethod().map(method -> name + "." + method.getName()).orElse(name);
    }
}
