package org.evenkeel.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What a test waits for fails it only when it does not come, not when the machine is busy. Found by
 * JUnit itself, for every test class. Where tests are to fail, {@code -Devenkeel.patience=SECONDS}
 * makes them fail sooner.
 */
public final class Patience implements BeforeAllCallback {

    private static final Duration LIMIT = Duration.ofSeconds(Long.getLong("evenkeel.patience", 60));

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LIMIT);
    }
}
