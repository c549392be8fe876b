package org.evenkeel.chaos;

import java.io.IOException;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Leaves tests out where there can be no network namespaces, and says why; with {@code
 * -Devenkeel.namespaces=required} it fails instead.
 */
final class NamespacesCondition implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (System.getProperty("evenkeel.network") == null) {
            return ConditionEvaluationResult.disabled(
                    "only with -Devenkeel.network=short, long or full");
        }
        try {
            String missing = Namespaces.missing();
            if (missing.isEmpty()) {
                return ConditionEvaluationResult.enabled("there are network namespaces");
            }
            if ("required".equals(System.getProperty("evenkeel.namespaces"))) {
                throw new IllegalStateException("namespaces are required, but " + missing);
            }
            System.out.println("NetworkProcessIT is left out: " + missing);
            return ConditionEvaluationResult.disabled(missing);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
