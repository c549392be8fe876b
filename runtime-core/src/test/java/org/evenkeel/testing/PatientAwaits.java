package org.evenkeel.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What a test waits for may take long on a busy machine: the limit only ends a wait for what never
 * happens. JUnit finds this extension by itself, in every module that has these classes.
 */
public final class PatientAwaits implements BeforeAllCallback {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LIMIT);
    }
}
