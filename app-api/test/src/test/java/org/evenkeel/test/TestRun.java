package org.evenkeel.test;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * A run of a test class by JUnit, inside of a test.
 *
 * @param tests how many tests ended well
 * @param failures what classes and tests threw, by their display names
 * @param printed what appeared on standard error
 */
record TestRun(int tests, Map<String, Throwable> failures, String printed) {

    /** Runs one; what was printed does not appear. */
    static TestRun of(Class<?> tested) {
        Noting noting = new Noting();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectClass(tested))
                                    .filters(EngineFilter.includeEngines("junit-jupiter"))
                                    .build(),
                            noting);
        } finally {
            System.setErr(before);
        }
        return new TestRun(
                noting.passed, noting.failures, printed.toString(StandardCharsets.UTF_8));
    }

    /** The only failure. */
    Throwable failure() {
        if (failures.size() != 1) {
            throw new AssertionError(failures.size() + " failures: " + failures);
        }
        return failures.values().iterator().next();
    }

    private static final class Noting implements TestExecutionListener {
        private final Map<String, Throwable> failures = new LinkedHashMap<>();
        private int passed;

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            result.getThrowable().ifPresent(thrown -> failures.put(test.getDisplayName(), thrown));
            if (test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
                passed++;
            }
        }
    }
}
