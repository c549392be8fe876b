package org.evenkeel.agent;

import java.time.Duration;

/**
 * What one read of a source says about the owner of the desktop session.
 *
 * @param idle time since the last input of keyboard or mouse; never negative
 * @param locked whether the screen is locked; false also where logind does not say it
 * @param source the name of the source that gave {@code idle}: mutter, x11 or logind
 */
public record Activity(Duration idle, boolean locked, String source) {

    public Activity {
        if (idle.isNegative()) {
            throw new IllegalArgumentException("the idle time is negative: " + idle);
        }
    }
}
