package org.evenkeel.recorder.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Left out where there is no Chromium, see docker/it/browser.sh; with {@code
 * -Devenkeel.browser=required} it fails instead.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsBrowser.Condition.class)
public @interface NeedsBrowser {

    /** Looks for the programs. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (Browser.isThere()) {
                return ConditionEvaluationResult.enabled("Chromium is there");
            }
            String missing = "there is no Chromium (docker/it/browser.sh ensure)";
            if ("required".equals(System.getProperty("evenkeel.browser"))) {
                throw new IllegalStateException("a browser is required, but " + missing);
            }
            System.out.println(context.getDisplayName() + " is left out: " + missing);
            return ConditionEvaluationResult.disabled(missing);
        }
    }
}
