package org.evenkeel.daemon.spot;

import java.time.Instant;

/**
 * A provider is about to take this machine away.
 *
 * @param reason in words that can be shown, such as "AWS takes this machine away (terminate)"
 * @param deadline when that may happen
 */
public record SpotNotice(String reason, Instant deadline) {}
