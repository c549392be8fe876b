package org.evenkeel.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Left out where Prometheus is missing, see docker/it/prometheus.sh; with {@code
 * -Devenkeel.prometheus=required} it fails instead.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsPrometheus.Condition.class)
@interface NeedsPrometheus {

    /** Looks for the programs. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (Prometheus.program("prometheus").isPresent()
                    && Prometheus.program("promtool").isPresent()) {
                return ConditionEvaluationResult.enabled("Prometheus is there");
            }
            String missing = "there is no Prometheus (docker/it/prometheus.sh ensure)";
            if ("required".equals(System.getProperty("evenkeel.prometheus"))) {
                throw new IllegalStateException("Prometheus is required, but " + missing);
            }
            System.out.println(context.getDisplayName() + " is left out: " + missing);
            return ConditionEvaluationResult.disabled(missing);
        }
    }
}
