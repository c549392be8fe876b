package org.evenkeel.container;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Sees to the image once for all tests, and leaves them out where there is no engine. */
final class EngineCondition implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        String missing = TestImage.missing();
        if (missing.isEmpty()) {
            return ConditionEvaluationResult.enabled("a Docker engine answers");
        }
        if (TestImage.isRequired()) {
            throw new IllegalStateException("containers are required, but " + missing);
        }
        return ConditionEvaluationResult.disabled(missing);
    }
}
